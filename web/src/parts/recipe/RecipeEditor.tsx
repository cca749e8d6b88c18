import { NumberInput, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { FIELD_WORDS } from "./data";
import type { FormField, RecipeForm } from "./form";
import { LinesEditor } from "./LinesEditor";

// As much as the API takes.
const LONGEST = {
  phrase: 500,
  line: 1_000,
  step: 100_000,
  prose: 50_000,
  tag: 100,
  minutes: 86_400,
} as const;
const TIMES = ["prep_minutes", "cook_minutes", "total_minutes"] as const;

interface Props {
  form: RecipeForm;
  onChange: (changes: Partial<RecipeForm>) => void;
  /** What stands under a field: what its page says, and the way back to that. */
  beside?: (field: FormField) => ReactNode;
}

/** A recipe to be written or mended: from the mailbox before it is saved, and afterwards in the cookbook. */
export function RecipeEditor({ form, onChange, beside = () => null }: Props) {
  const text = (name: "title" | "description" | "author" | "image" | "yields" | "notes") => ({
    label: FIELD_WORDS[name],
    dir: "auto",
    value: form[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value } as Partial<RecipeForm>),
    inputContainer: (input: ReactNode) => (
      <>
        {input}
        {beside(name)}
      </>
    ),
  });
  return (
    <Stack gap="md">
      <TextInput
        {...text("title")}
        required
        maxLength={LONGEST.phrase}
        error={form.title.trim() === "" ? "A recipe has a title." : undefined}
      />
      <Textarea {...text("description")} autosize minRows={2} maxRows={10} maxLength={LONGEST.prose} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...text("yields")} maxLength={LONGEST.phrase} placeholder="4 servings" />
        <TextInput {...text("author")} maxLength={LONGEST.prose} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {TIMES.map((name) => (
          <NumberInput
            key={name}
            label={FIELD_WORDS[name]}
            suffix=" min"
            min={0}
            max={LONGEST.minutes}
            allowDecimal={false}
            value={form[name]}
            onChange={(value) => onChange({ [name]: value === "" ? "" : Number(value) })}
            inputContainer={(input) => (
              <>
                {input}
                {beside(name)}
              </>
            )}
          />
        ))}
      </SimpleGrid>
      <div>
        <LinesEditor
          legend="Ingredients"
          noun="Ingredient"
          longest={LONGEST.line}
          lines={form.ingredients}
          onChange={(ingredients) => onChange({ ingredients })}
        />
        {beside("ingredients")}
      </div>
      <div>
        <LinesEditor
          legend="Steps"
          noun="Step"
          longest={LONGEST.step}
          lines={form.instructions}
          onChange={(instructions) => onChange({ instructions })}
        />
        {beside("instructions")}
      </div>
      <Textarea {...text("notes")} autosize minRows={2} maxRows={10} maxLength={LONGEST.prose} />
      <TagsInput
        label={FIELD_WORDS.tags}
        description="A word, then Enter"
        maxTags={100}
        value={form.tags}
        onChange={(tags) => onChange({ tags: tags.map((tag) => tag.slice(0, LONGEST.tag)) })}
      />
      <TextInput {...text("image")} label="Address of a picture" type="url" maxLength={LONGEST.prose} />
    </Stack>
  );
}
