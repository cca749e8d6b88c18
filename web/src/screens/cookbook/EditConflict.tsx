import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { fieldWord } from "../../parts/recipe/data";
import { FieldValue } from "../../parts/recipe/FieldValue";
import type { FormField, RecipeForm } from "../../parts/recipe/form";
import type { Line } from "../../parts/recipe/lines";
import { conflicts, type Merging, merged, takenOver } from "./merging";
import { Decision } from "./site-changes/Decision";
import { type Choice, FieldChoice } from "./site-changes/FieldChoice";

interface Props {
  merging: Merging;
  isSaving: boolean;
  onDecided: (form: RecipeForm) => void;
}

/** Two tabs edited one recipe: both versions of each field that both changed, one of which is to be chosen. */
export function EditConflict({ merging, isSaving, onDecided }: Props) {
  const [choices, setChoices] = useState<Partial<Record<FormField, Choice>>>({});
  const open = conflicts(merging);
  const others = takenOver(merging);
  const isDecided = open.every((name) => choices[name] !== undefined);
  return (
    <Decision
      title="The recipe was changed meanwhile, in another tab or on another device"
      lead={
        <>
          Nothing is lost: what you wrote is kept, and so is what was saved there.
          {open.length > 0 && " Choose for each field that both changed which one you want to have."}
          {others.length > 0 && ` Taken over from there: ${others.map(fieldWord).join(", ")}.`}
        </>
      }
    >
      {open.map((name) => (
        <FieldChoice
          key={name}
          field={name}
          isConflict
          why="Both changed it."
          mine={{ label: "Keep mine", value: <FormValue name={name} form={merging.mine} /> }}
          theirs={{ label: "Take what was saved", value: <FormValue name={name} form={merging.theirs} /> }}
          choice={choices[name] ?? null}
          onChoose={(choice) => setChoices((now) => ({ ...now, [name]: choice }))}
        />
      ))}
      <Group>
        <Button disabled={!isDecided} loading={isSaving} onClick={() => onDecided(merged(merging, choices))}>
          Save it like this
        </Button>
      </Group>
    </Decision>
  );
}

function FormValue({ name, form }: { name: FormField; form: RecipeForm }) {
  const value = form[name];
  const isLines = name === "ingredients" || name === "instructions";
  return <FieldValue name={name} value={isLines ? (value as Line[]).map((line) => line.text) : value} />;
}
