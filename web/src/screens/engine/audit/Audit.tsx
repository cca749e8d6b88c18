import { Anchor, Table, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { Time } from "../../../parts/format/Time";
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
              <WideTable label="Audit log" columns={COLUMNS} minWidth={760}>
                {entries.map((entry) => (
                  <EntryRow key={entry.id} entry={entry} onShow={() => setShown(entry)} />
                ))}
              </WideTable>
              <ShowMore query={entriesQuery} />
            </>
          );
        }}
      </QueryResult>
      {shown && <EntryDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

function EntryRow({ entry, onShow }: { entry: AuditEntry; onShow: () => void }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Time at={entry.happenedAt} />
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
