import { NumberInput, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { FormField, RecipeForm } from "./form";
import { LinesEditor } from "./LinesEditor";
import { FIELD_LABELS } from "./recipeData";

// The limits of the API.
const MAX_LENGTH = {
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
  /** Content shown below a field. */
  beside?: (field: FormField) => ReactNode;
}

/** The form of a recipe, in the mailbox before it is saved and in the cookbook. */
export function RecipeEditor({ form, onChange, beside = () => null }: Props) {
  const text = (name: "title" | "description" | "author" | "image" | "yields" | "notes") => ({
    label: FIELD_LABELS[name],
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
        maxLength={MAX_LENGTH.phrase}
        error={form.title.trim() === "" ? "Enter a title." : undefined}
      />
      <Textarea {...text("description")} autosize minRows={2} maxRows={10} maxLength={MAX_LENGTH.prose} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput {...text("yields")} maxLength={MAX_LENGTH.phrase} placeholder="4 servings" />
        <TextInput {...text("author")} maxLength={MAX_LENGTH.prose} />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        {TIMES.map((name) => (
          <NumberInput
            key={name}
            label={FIELD_LABELS[name]}
            suffix=" min"
            min={0}
            max={MAX_LENGTH.minutes}
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
          maxLength={MAX_LENGTH.line}
          lines={form.ingredients}
          onChange={(ingredients) => onChange({ ingredients })}
        />
        {beside("ingredients")}
      </div>
      <div>
        <LinesEditor
          legend="Steps"
          noun="Step"
          maxLength={MAX_LENGTH.step}
          lines={form.instructions}
          onChange={(instructions) => onChange({ instructions })}
        />
        {beside("instructions")}
      </div>
      <Textarea {...text("notes")} autosize minRows={2} maxRows={10} maxLength={MAX_LENGTH.prose} />
      <TagsInput
        label={FIELD_LABELS.tags}
        description="Press Enter after each tag"
        maxTags={100}
        value={form.tags}
        onChange={(tags) => onChange({ tags: tags.map((tag) => tag.slice(0, MAX_LENGTH.tag)) })}
      />
      <TextInput {...text("image")} label="Picture URL" type="url" maxLength={MAX_LENGTH.prose} />
    </Stack>
  );
}
