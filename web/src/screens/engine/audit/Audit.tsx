import { Anchor, Paper, Stack, Table, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { DateTime } from "../../../parts/format/Time";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type AuditEntry, useAuditEntries } from "../queries";
import { AuditFilters } from "./AuditFilters";
import { EntryDrawer } from "./EntryDrawer";
import { describeObject, describeSource, getActionLabel, summarizeChanges } from "./entry";

const route = getRouteApi("/engine/$part");
const COLUMNS = ["Time", "Operator", "Action", "Object", "Changes"];

/** The actions of operators, newest first. */
export default function Audit() {
  const { actor, action, object, since } = route.useSearch();
  const entriesQuery = useAuditEntries({ actor, action, object, since });
  const [shown, setShown] = useState<AuditEntry>();
  const isFiltered = [actor, action, object, since].some((filter) => filter !== undefined);
  return (
    <>
      <AuditFilters />
      <QueryResult query={entriesQuery} rows={8} label="Loading the audit log">
        {({ pages }) => {
          const entries = pages.flatMap((page) => page.entries);
          return entries.length === 0 ? (
            <NoEntries isFiltered={isFiltered} />
          ) : (
            <>
              <Entries entries={entries} onShow={setShown} />
              <ShowMore query={entriesQuery} />
            </>
          );
        }}
      </QueryResult>
      {shown && <EntryDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

/** A table, or on narrow screens cards with the same values. */
function Entries({ entries, onShow }: { entries: AuditEntry[]; onShow: (entry: AuditEntry) => void }) {
  const isNarrow = useMediaQuery("(max-width: 48em)");
  if (isNarrow) {
    return (
      <Stack gap="xs" role="list" aria-label="Audit log">
        {entries.map((entry) => (
          <EntryCard key={entry.id} entry={entry} onShow={() => onShow(entry)} />
        ))}
      </Stack>
    );
  }
  return (
    <WideTable label="Audit log" columns={COLUMNS} minWidth={760}>
      {entries.map((entry) => (
        <EntryRow key={entry.id} entry={entry} onShow={() => onShow(entry)} />
      ))}
    </WideTable>
  );
}

function EntryCard({ entry, onShow }: { entry: AuditEntry; onShow: () => void }) {
  return (
    <Paper withBorder p="xs" role="listitem" style={{ overflowWrap: "anywhere" }}>
      <Anchor component="button" type="button" size="sm" ta="left" onClick={onShow}>
        {getActionLabel(entry.action)}
      </Anchor>
      <Text size="sm">{describeObject(entry)}</Text>
      <Text size="sm" lineClamp={3}>
        {summarizeChanges(entry)}
      </Text>
      <Text size="xs" c="dimmed">
        <DateTime at={entry.happenedAt} />, {entry.actor} ({describeSource(entry)})
      </Text>
    </Paper>
  );
}

function EntryRow({ entry, onShow }: { entry: AuditEntry; onShow: () => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <DateTime at={entry.happenedAt} />
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        {entry.actor}
        <Text size="xs" c="dimmed">
          {describeSource(entry)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Anchor component="button" type="button" size="sm" ta="left" onClick={onShow}>
          {getActionLabel(entry.action)}
        </Anchor>
      </Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{describeObject(entry)}</Table.Td>
      <Table.Td style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" lineClamp={2}>
          {summarizeChanges(entry) || "–"}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

function NoEntries({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No actions match the filters">Clear a filter to see more actions.</EmptyState>
  ) : (
    <EmptyState title="No actions yet">
      Changes that operators make here, over the API or on the command line are listed with the values before
      and after.
    </EmptyState>
  );
}
