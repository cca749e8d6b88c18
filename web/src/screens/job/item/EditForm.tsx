import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { refresh } from "../../../api/refresh";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { DraftNotice } from "../../../parts/recipe/DraftNotice";
import { formatCell } from "../grid/cells/cells";
import { useHeaders } from "../grid/columns/useColumns";
import { CellConflict, writeCells } from "../grid/editing/useEditing";
import type { Job, WholeItem } from "../grid/props";
import { useRefreshJob } from "../grid/useRefreshJob";
import { CellTable } from "./CellTable";
import { sortInFileOrder } from "./cellOrder";
import { deleteRowDraft, loadRowDraft, type SeenRow, saveRowDraft } from "./rowDraft";

/** Cell names that Garner understands in every file. */
const CELL_NAMES = ["title", "brand", "sku", "mpn", "gtin", "url", "price", "currency", "category"] as const;

/** The input of a row, for editing. Only changed cells are saved. */
export function EditForm({ job, item }: { job: Job; item: WholeItem }) {
  const client = useQueryClient();
  const headers = useHeaders(job);
  const refreshJob = useRefreshJob(job.jobId);
  const [draft, setDraft] = useState(() => loadRowDraft(job.jobId, item.id));
  const [typed, setTyped] = useState<Record<string, string>>(draft?.typed ?? {});
  const [seen, setSeen] = useState<SeenRow>(draft?.seen ?? item);
  const isTouched = Object.keys(typed).length > 0;
  const save = useMutation({
    mutationFn: (from: SeenRow) =>
      writeCells(job.jobId, from, typed, (now) =>
        Object.keys(typed).every((name) => readCellText(now, name) === readCellText(from, name)),
      ),
    onSuccess: (written) => {
      client.setQueryData(["item", job.jobId, item.id], written);
      refresh(client, { queryKey: ["items", job.jobId] });
      refreshJob();
      clearDraft();
      notify(`Row ${written.row} is saved and retried.`);
    },
  });
  const clearDraft = () => {
    deleteRowDraft(job.jobId, item.id);
    setDraft(null);
    setTyped({});
  };
  if (job.jobType !== "table" || job.queueState === "CANCELED")
    return item.input && <CellTable title="Input" cells={item.input} />;

  const names = [...new Set([...sortInFileOrder(item.input ?? {}, headers), ...Object.keys(typed)])];
  const type = (name: string, value: string) => {
    const from = isTouched ? seen : { id: item.id, updatedAt: item.updatedAt, input: item.input };
    const now = { ...typed, [name]: value };
    setSeen(from);
    setTyped(now);
    saveRowDraft(job.jobId, { typed: now, seen: from });
  };
  const discard = () => {
    save.reset();
    clearDraft();
    refresh(client, { queryKey: ["item", job.jobId, item.id] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTouched) save.mutate(seen);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Title order={3} size="h5">
          Input
        </Title>
        {draft && <DraftNotice since={draft.at} onDiscard={discard} />}
        {names.map((name) => (
          <TextInput
            key={name}
            dir="auto"
            size="xs"
            label={name}
            value={typed[name] ?? readCellText(item, name)}
            onChange={(event) => type(name, event.currentTarget.value)}
          />
        ))}
        <NativeSelect
          size="xs"
          label="Add a cell"
          data={[
            { value: "", label: "Choose a column" },
            ...CELL_NAMES.filter((name) => !names.includes(name)).map((name) => ({
              value: name,
              label: name,
            })),
          ]}
          value=""
          onChange={(event) => event.currentTarget.value && type(event.currentTarget.value, "")}
        />
        {save.error instanceof CellConflict ? (
          <Conflict
            theirs={save.error.theirs}
            typed={typed}
            isSaving={save.isPending}
            onMine={(theirs) => save.mutate(theirs)}
            onTheirs={discard}
          />
        ) : (
          save.error && <Problem error={save.error} title="Could not save the row" />
        )}
        <Group gap="xs">
          <Button size="xs" type="submit" disabled={!isTouched} loading={save.isPending}>
            Save and retry
          </Button>
          {isTouched && (
            <Button size="xs" variant="default" onClick={discard}>
              Discard
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface ConflictProps {
  theirs: WholeItem;
  typed: Record<string, string>;
  isSaving: boolean;
  onMine: (theirs: WholeItem) => void;
  onTheirs: () => void;
}

/** The row was changed in another tab or by another user: shows both values of each cell to choose from. */
function Conflict({ theirs, typed, isSaving, onMine, onTheirs }: ConflictProps) {
  return (
    <Alert color="orange" role="alert" title="The row was changed elsewhere">
      {Object.entries(typed).map(([name, mine]) => (
        <Text size="sm" key={name}>
          {name}: now <b>{readCellText(theirs, name) || "empty"}</b>, your value <b>{mine || "empty"}</b>
        </Text>
      ))}
      <Group gap="xs" mt="xs">
        <Button size="xs" loading={isSaving} onClick={() => onMine(theirs)}>
          Use mine
        </Button>
        <Button size="xs" variant="default" onClick={onTheirs}>
          Keep theirs
        </Button>
      </Group>
    </Alert>
  );
}

function readCellText(item: Pick<WholeItem, "input">, name: string): string {
  return formatCell(item.input?.[name]);
}
