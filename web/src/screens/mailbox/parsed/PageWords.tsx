import { Badge, Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../../../api/client";
import { percent } from "../../../parts/format/numbers";
import { hostOf } from "../../../parts/links/addresses";
import { WebLink } from "../../../parts/links/WebLink";
import { FIELD_WORDS, type Ingredient, type RecipeData } from "../../../parts/recipe/data";
import { FieldValue } from "../../../parts/recipe/FieldValue";
import { type FormField, type RecipeForm, sameField } from "../../../parts/recipe/form";
import { type Line, textOf } from "../../../parts/recipe/lines";
import { Picture } from "../../../parts/record/Picture";
import { confidenceLevel } from "../../../parts/record/provenance";

type Sources = Record<string, Schemas["FieldShape"] | undefined>;

const FIELDS: readonly FormField[] = [
  "title",
  "description",
  "yields",
  "author",
  "prep_minutes",
  "cook_minutes",
  "total_minutes",
  "ingredients",
  "instructions",
];

interface Props {
  url: string | null;
  recipe: RecipeData;
  sources: Sources;
  began: RecipeForm;
  form: RecipeForm;
  onPutBack: (field: FormField) => void;
}

/** The page's own words, field by field and line by line, to hold the recipe against. */
export function PageWords({ url, recipe, sources, began, form, onPutBack }: Props) {
  return (
    <Paper withBorder p="md" component="section" aria-label="What the page says">
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {url ? "What the page says" : "What the photo says"}
          </Title>
          {url && <WebLink to={url}>Open it at {hostOf(url)}</WebLink>}
        </Group>
        {recipe.image && (
          <Picture url={recipe.image} alt={`The picture on the page: ${recipe.title ?? ""}`} ratio={2} />
        )}
        {FIELDS.filter((name) => isSaid(began, name)).map((name) => (
          <PageField
            key={name}
            name={name}
            recipe={recipe}
            source={sources[name] ?? undefined}
            isChanged={!sameField(name, form, began)}
            lines={
              name === "ingredients" || name === "instructions"
                ? { said: began[name], left: form[name] }
                : null
            }
            onPutBack={() => onPutBack(name)}
          />
        ))}
      </Stack>
    </Paper>
  );
}

function isSaid(form: RecipeForm, name: FormField): boolean {
  return form[name].toString() !== "";
}

interface FieldProps {
  name: FormField;
  recipe: RecipeData;
  source: Schemas["FieldShape"] | undefined;
  isChanged: boolean;
  /** Of a list: the lines as the page has them, and as they are by now. */
  lines: { said: Line[]; left: Line[] } | null;
  onPutBack: () => void;
}

function PageField({ name, recipe, source, isChanged, lines, onPutBack }: FieldProps) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {FIELD_WORDS[name]}
        </Text>
        {isChanged && (
          <>
            <Badge size="sm" color="blue" variant="light" tt="none">
              You changed it
            </Badge>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={onPutBack}
              aria-label={`Put back as the page has it: ${FIELD_WORDS[name]}`}
            >
              Put back
            </Button>
          </>
        )}
      </Group>
      {lines === null ? <FieldValue name={name} value={recipe[name]} /> : <Lines {...lines} />}
      {source?.snippet && !isSaidAlready(source.snippet, recipe[name]) && (
        <Text size="xs" style={{ overflowWrap: "anywhere" }}>
          There it reads <q>{source.snippet}</q>
        </Text>
      )}
      {source?.source && source.confidence !== null && (
        <Text size="xs" c="dimmed">
          {source.source}; {confidenceLevel(source.confidence)} ({percent(source.confidence)}).
        </Text>
      )}
    </Stack>
  );
}

/** What stood on the page is told only where it says more than what was made of it. */
function isSaidAlready(snippet: string, value: unknown): boolean {
  const [first] = Array.isArray(value) ? (value as (Ingredient | string)[]).map(textOf) : [String(value)];
  return first?.trim() === snippet.trim();
}

/** Line by line: those that the recipe has no more, or has otherwise, are marked. */
function Lines({ said, left }: { said: Line[]; left: Line[] }) {
  const still = new Set(left.map((line) => line.text.trim()));
  return (
    <List size="sm" spacing={4}>
      {said.map((line) => (
        <List.Item key={line.id} fw={line.isHeading ? 600 : undefined}>
          {still.has(line.text.trim()) ? (
            line.text
          ) : (
            <>
              <s>{line.text}</s> <i>(changed or removed)</i>
            </>
          )}
        </List.Item>
      ))}
    </List>
  );
}
