import { Badge, Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../../../api/client";
import { formatPercent } from "../../../parts/format/numbers";
import { getHost } from "../../../parts/links/addresses";
import { WebLink } from "../../../parts/links/WebLink";
import { FieldValue } from "../../../parts/recipe/FieldValue";
import { type FormField, isSameField, type RecipeForm } from "../../../parts/recipe/form";
import { formatLine, type Line } from "../../../parts/recipe/lines";
import { FIELD_LABELS, type Ingredient, type RecipeData } from "../../../parts/recipe/recipeData";
import { Picture } from "../../../parts/record/Picture";

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
  base: RecipeForm;
  form: RecipeForm;
  onReset: (field: FormField) => void;
}

/** The values as read from the page, to compare the edited recipe with. */
export function PageText({ url, recipe, sources, base, form, onReset }: Props) {
  const title = url ? "From the page" : "From the photo";
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4">
            {title}
          </Title>
          {url && <WebLink to={url}>Open on {getHost(url)}</WebLink>}
        </Group>
        {recipe.image && (
          <Picture url={recipe.image} alt={`Picture on the page: ${recipe.title ?? ""}`} ratio={2} />
        )}
        {FIELDS.filter((name) => hasValue(base, name)).map((name) => (
          <PageField
            key={name}
            name={name}
            recipe={recipe}
            source={sources[name] ?? undefined}
            isChanged={!isSameField(name, form, base)}
            lines={
              name === "ingredients" || name === "instructions"
                ? { original: base[name], current: form[name] }
                : null
            }
            onReset={() => onReset(name)}
          />
        ))}
      </Stack>
    </Paper>
  );
}

function hasValue(form: RecipeForm, name: FormField): boolean {
  return form[name].toString() !== "";
}

interface FieldProps {
  name: FormField;
  recipe: RecipeData;
  source: Schemas["FieldShape"] | undefined;
  isChanged: boolean;
  /** For a list: the lines as read from the page, and as edited. */
  lines: { original: Line[]; current: Line[] } | null;
  onReset: () => void;
}

function PageField({ name, recipe, source, isChanged, lines, onReset }: FieldProps) {
  return (
    <Stack gap={2}>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {FIELD_LABELS[name]}
        </Text>
        {isChanged && (
          <>
            <Badge size="sm" color="blue" variant="light" tt="none">
              Edited
            </Badge>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={onReset}
              aria-label={`Reset to the original: ${FIELD_LABELS[name]}`}
            >
              Reset
            </Button>
          </>
        )}
      </Group>
      {lines === null ? <FieldValue name={name} value={recipe[name]} /> : <Lines {...lines} />}
      {source?.snippet && !isSameAsValue(source.snippet, recipe[name]) && (
        <Text size="xs" style={{ overflowWrap: "anywhere" }}>
          Source text: <q>{source.snippet}</q>
        </Text>
      )}
      {source?.source && source.confidence !== null && (
        <Text size="xs" c="dimmed">
          {source.source} · confidence {formatPercent(source.confidence)}
        </Text>
      )}
    </Stack>
  );
}

/** Whether the source text is the same as the value, so that it need not be shown. */
function isSameAsValue(snippet: string, value: unknown): boolean {
  const [first] = Array.isArray(value) ? (value as (Ingredient | string)[]).map(formatLine) : [String(value)];
  return first?.trim() === snippet.trim();
}

/** The original lines. Those that were changed or removed are struck through. */
function Lines({ original, current }: { original: Line[]; current: Line[] }) {
  const currentTexts = new Set(current.map((line) => line.text.trim()));
  return (
    <List size="sm" spacing={4}>
      {original.map((line) => (
        <List.Item key={line.id} fw={line.isHeading ? 600 : undefined}>
          {currentTexts.has(line.text.trim()) ? (
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
