import { List, Text } from "@mantine/core";
import { formatDuration } from "../format/numbers";
import { Picture } from "../record/Picture";
import { formatFieldName } from "../record/provenance";
import { formatLine } from "./lines";
import type { Ingredient } from "./recipeData";

/** Shows the value of a recipe's field. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return (
      <Text size="sm" fs="italic">
        Empty
      </Text>
    );
  }
  if (name === "image") return <Picture url={String(value)} alt="Recipe picture" width={160} />;
  if (Array.isArray(value))
    return <Lines lines={value as (Ingredient | string)[]} isOrdered={name === "instructions"} />;
  if (typeof value === "object") {
    const facts = Object.entries(value).map(([name, fact]) => `${formatFieldName(name)}: ${fact}`);
    return <Lines lines={facts} isOrdered={false} />;
  }
  return (
    <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
      {name.endsWith("_minutes") ? formatDuration(Number(value) * 60) : String(value)}
    </Text>
  );
}

function Lines({ lines, isOrdered }: { lines: (Ingredient | string)[]; isOrdered: boolean }) {
  return (
    <List size="sm" spacing={4} type={isOrdered ? "ordered" : "unordered"} pr="sm">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and they never move
        <List.Item key={index}>{formatLine(line)}</List.Item>
      ))}
    </List>
  );
}
