import { Button, Group, List } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api, type Schemas, unwrap } from "../../../api/client";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { formatCount } from "../../../parts/format/numbers";
import { FieldValue } from "../../../parts/recipe/FieldValue";
import {
  createIfMatchHeader,
  fetchRecipe,
  type SavedRecipe,
  type SiteChange,
  useShowRecipe,
} from "../queries";
import { Decision } from "./Decision";
import { type Choice, FieldChoice } from "./FieldChoice";
import { createDefaultChoices, toDecision } from "./siteChoices";

/** The changes of the page beside the user's own values. The user accepts or rejects each one. */
export function SiteChanges({ recipe }: { recipe: SavedRecipe }) {
  const changes = recipe.site_changes;
  const [choices, setChoices] = useState(() => createDefaultChoices(changes));
  const show = useShowRecipe();
  const decide = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/recipes/{recipe_id}/site-changes", {
          params: { path: { recipe_id: recipe.id }, header: createIfMatchHeader(recipe.revision) },
          body: { ...toDecision(choices), site_version: recipe.site_version } as Schemas["Decision"],
        }),
      ),
    onSuccess: (saved) => {
      show(saved);
      notify("Your choices are applied.");
    },
    onError: async (error) => {
      if (error instanceof ApiError && error.status === 409) show(await fetchRecipe(recipe.id));
    },
  });
  const undecided = changes.filter(({ field }) => choices[field] === undefined).length;
  const chooseAll = (choice: Choice) =>
    setChoices(Object.fromEntries(changes.map(({ field }) => [field, choice])));

  return (
    <Decision
      label="Page changes"
      title={`The page changed ${formatCount(changes.length, "field")}`}
      lead="Your recipe does not change until you apply your choices. Fields without a choice are shown again later."
    >
      {changes.map((change) => (
        <ChangeChoice
          key={change.field}
          change={change}
          choice={choices[change.field] ?? null}
          onChoose={(choice) => setChoices((current) => ({ ...current, [change.field]: choice }))}
        />
      ))}
      {decide.isError && <Problem error={decide.error} title="Could not apply your choices" />}
      <Group gap="xs">
        <Button
          loading={decide.isPending}
          disabled={undecided === changes.length}
          onClick={() => decide.mutate()}
        >
          Apply {formatCount(changes.length - undecided, "choice")}
        </Button>
        <Button variant="default" onClick={() => chooseAll("theirs")}>
          Accept all
        </Button>
        <Button variant="default" onClick={() => chooseAll("mine")}>
          Keep all mine
        </Button>
      </Group>
    </Decision>
  );
}

interface ChangeProps {
  change: SiteChange;
  choice: Choice | null;
  onChoose: (choice: Choice) => void;
}

function ChangeChoice({ change, choice, onChoose }: ChangeProps) {
  const { field, mine, site, conflict } = change;
  return (
    <FieldChoice
      field={field}
      isConflict={conflict}
      why={
        conflict
          ? "You edited this field, and the page changed it too."
          : "You have not edited this field. The page changed it."
      }
      mine={{ label: "Keep mine", value: <FieldValue name={field} value={mine} /> }}
      theirs={{
        label: "Accept change",
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
          <b>Added:</b> {line}
        </List.Item>
      ))}
      {removed.map((line) => (
        <List.Item key={`removed ${line}`}>
          <b>Removed:</b> {line}
        </List.Item>
      ))}
    </List>
  );
}
