import { Drawer, Stack, Table, Text } from "@mantine/core";
import { DateTime } from "../../../parts/format/Time";
import { AnchorLink } from "../../../parts/links/links";
import { WideTable } from "../parts/WideTable";
import type { AuditEntry } from "../queries";
import { describeObject, describeSource, getActionLabel, listValues } from "./entry";

/** One action, with all values before and after it. */
export function EntryDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const values = listValues(entry);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={getActionLabel(entry.action)}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack>
        <Text style={{ overflowWrap: "anywhere" }}>
          {describeObject(entry)}, by {entry.actor} ({describeSource(entry)}),{" "}
          <DateTime at={entry.happenedAt} />
        </Text>
        {values.length > 0 && (
          <WideTable label="Values before and after" columns={["Value", "Before", "After"]} minWidth={320}>
            {values.map(({ name, label, before, after, isChanged }) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={isChanged ? 700 : 400}>
                  {label}
                  {isChanged && entry.before !== null && entry.after !== null && (
                    <Text size="xs" c="dimmed">
                      changed
                    </Text>
                  )}
                </Table.Th>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{before ?? "–"}</Table.Td>
                <Table.Td style={{ overflowWrap: "anywhere" }}>{after ?? "–"}</Table.Td>
              </Table.Tr>
            ))}
          </WideTable>
        )}
        {entry.objectId !== null && (
          <AnchorLink
            to="/engine/$part"
            params={{ part: "audit" }}
            search={{ object: `${entry.objectType}:${entry.objectId}` }}
            onClick={onClose}
          >
            All actions on this object
          </AnchorLink>
        )}
      </Stack>
    </Drawer>
  );
}
