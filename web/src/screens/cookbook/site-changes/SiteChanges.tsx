import { Button, Group, List } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api, type Schemas, told } from "../../../api/client";
import { tell } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { plural } from "../../../parts/format/numbers";
import { FieldValue } from "../../../parts/recipe/FieldValue";
import { lookAt, type SavedRecipe, type SiteChange, seen, useShow } from "../recipes";
import { Decision } from "./Decision";
import { type Choice, FieldChoice } from "./FieldChoice";
import { decision, expected } from "./siteChoices";

/** What the page has changed since one last looked, beside one's own: each change is taken over or not. */
export function SiteChanges({ recipe }: { recipe: SavedRecipe }) {
  const changes = recipe.site_changes;
  const [choices, setChoices] = useState(() => expected(changes));
  const show = useShow();
  const decide = useMutation({
    mutationFn: () =>
      told(
        api.POST("/recipes/{recipe_id}/site-changes", {
          params: { path: { recipe_id: recipe.id }, header: seen(recipe.revision) },
          body: { ...decision(choices), site_version: recipe.site_version } as Schemas["Decision"],
        }),
      ),
    onSuccess: (now) => {
      show(now);
      tell("Your decision is kept.");
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) show(await lookAt(recipe.id));
    },
  });
  const undecided = changes.filter(({ field }) => choices[field] === undefined).length;
  const chooseAll = (choice: Choice) =>
    setChoices(Object.fromEntries(changes.map(({ field }) => [field, choice])));

  return (
    <Decision
      label="What the page has changed"
      title={`The page has changed ${plural(changes.length, "field")}`}
      lead="Nothing of yours changes by itself. Choose for each field which one you want to have; what you leave open is shown again."
    >
      {changes.map((change) => (
        <OneChange
          key={change.field}
          change={change}
          choice={choices[change.field] ?? null}
          onChoose={(choice) => setChoices((now) => ({ ...now, [change.field]: choice }))}
        />
      ))}
      {decide.isError && <Problem error={decide.error} title="It was not decided" />}
      <Group gap="xs">
        <Button
          loading={decide.isPending}
          disabled={undecided === changes.length}
          onClick={() => decide.mutate()}
        >
          Apply {plural(changes.length - undecided, "choice")}
        </Button>
        <Button variant="default" onClick={() => chooseAll("theirs")}>
          Choose the page’s for all
        </Button>
        <Button variant="default" onClick={() => chooseAll("mine")}>
          Choose mine for all
        </Button>
      </Group>
    </Decision>
  );
}

interface OneProps {
  change: SiteChange;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
}

function OneChange({ change, choice, onChoose }: OneProps) {
  const { field, mine, site, conflict } = change;
  return (
    <FieldChoice
      field={field}
      isConflict={conflict}
      why={
        conflict
          ? "You edited this, and the page changed it too."
          : "You have not edited this; the page says something else now."
      }
      mine={{ label: "Keep mine", value: <FieldValue name={field} value={mine} /> }}
      theirs={{
        label: "Take the page’s",
        value: (
          <>
            <FieldValue name={field} value={site} />
            <LineChanges change={change} />
          </>
        ),
      }}
      choice={choice}
      onChoose={onChoose}
    />
  );
}

function LineChanges({ change: { added, removed } }: { change: SiteChange }) {
  if (added.length + removed.length === 0) return null;
  return (
    <List size="sm" listStyleType="none" spacing={2}>
      {added.map((line) => (
        <List.Item key={`added ${line}`}>
          <b>New there:</b> {line}
        </List.Item>
      ))}
      {removed.map((line) => (
        <List.Item key={`removed ${line}`}>
          <b>Gone there:</b> {line}
        </List.Item>
      ))}
    </List>
  );
}
