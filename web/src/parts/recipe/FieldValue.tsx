import { List, Text } from "@mantine/core";
import { duration } from "../format/numbers";
import { Picture } from "../record/Picture";
import { fieldLabel } from "../record/provenance";
import type { Ingredient } from "./data";
import { textOf } from "./lines";

/** The value of any field of a recipe, to be read. */
export function FieldValue({ name, value }: { name: string; value: unknown }) {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) {
    return (
      <Text size="sm" fs="italic">
        Nothing
      </Text>
    );
  }
  if (name === "image") return <Picture url={String(value)} alt="The picture" width={160} />;
  if (Array.isArray(value))
    return <Lines lines={value as (Ingredient | string)[]} isOrdered={name === "instructions"} />;
  if (typeof value === "object") {
    const facts = Object.entries(value).map(([fact, told]) => `${fieldLabel(fact)}: ${told}`);
    return <Lines lines={facts} isOrdered={false} />;
  }
  return (
    <Text size="sm" style={{ whiteSpace: "pre-line", overflowWrap: "anywhere" }}>
      {name.endsWith("_minutes") ? duration(Number(value) * 60) : String(value)}
    </Text>
  );
}

function Lines({ lines, isOrdered }: { lines: (Ingredient | string)[]; isOrdered: boolean }) {
  return (
    <List size="sm" spacing={4} type={isOrdered ? "ordered" : "unordered"} pr="sm">
      {lines.map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat, and none moves
        <List.Item key={place}>{textOf(line)}</List.Item>
      ))}
    </List>
  );
}
