import { Button, Group } from "@mantine/core";
import { useState } from "react";
import { FieldValue } from "../../parts/recipe/FieldValue";
import type { FormField, RecipeForm } from "../../parts/recipe/form";
import type { Line } from "../../parts/recipe/lines";
import { getFieldLabel } from "../../parts/recipe/recipeData";
import { findConflicts, findOtherChanges, type Merge, mergeForms } from "./merge";
import { Decision } from "./site-changes/Decision";
import { type Choice, FieldChoice } from "./site-changes/FieldChoice";

interface Props {
  merge: Merge;
  isSaving: boolean;
  onDecided: (form: RecipeForm) => void;
}

/** Asks for a choice of each field that was changed both here and in another tab. */
export function EditConflict({ merge, isSaving, onDecided }: Props) {
  const [choices, setChoices] = useState<Partial<Record<FormField, Choice>>>({});
  const conflicts = findConflicts(merge);
  const others = findOtherChanges(merge);
  const isDecided = conflicts.every((name) => choices[name] !== undefined);
  return (
    <Decision
      title="This recipe was changed in another tab or on another device"
      lead={
        <>
          Nothing is lost. Your edits and the saved changes are both kept.
          {conflicts.length > 0 && " Choose a version of each field that was changed in both places."}
          {others.length > 0 && ` Included from the saved version: ${others.map(getFieldLabel).join(", ")}.`}
        </>
      }
    >
      {conflicts.map((name) => (
        <FieldChoice
          key={name}
          field={name}
          isConflict
          why="Changed in both places."
          mine={{ label: "Keep mine", value: <FormValue name={name} form={merge.mine} /> }}
          theirs={{ label: "Use saved version", value: <FormValue name={name} form={merge.theirs} /> }}
          choice={choices[name] ?? null}
          onChoose={(choice) => setChoices((current) => ({ ...current, [name]: choice }))}
        />
      ))}
      <Group>
        <Button
          disabled={!isDecided}
          loading={isSaving}
          onClick={() => onDecided(mergeForms(merge, choices))}
        >
          Save
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
