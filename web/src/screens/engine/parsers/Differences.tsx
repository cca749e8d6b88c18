import { Code, Drawer, Stack, Table, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { WebLink } from "../../../parts/links/WebLink";
import { Asked, More } from "../parts/Asked";
import { WideTable } from "../parts/WideTable";
import { useShadowDifferences } from "../queries";
import type { Kind } from "../search";

const route = getRouteApi("/engine/$part");

/** Pages of which the extractor on trial says something else about a field, with both values. */
export function Differences({ field, kind }: { field: string; kind: Kind | undefined }) {
  const navigate = route.useNavigate();
  const found = useShadowDifferences(field, kind);
  const close = () => navigate({ search: (now) => ({ ...now, field: undefined, kind: undefined }) });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="xl"
      title={`Where “${field}” differs`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Asked of={found} label="Asking for the differences">
        {({ pages }) => {
          const differences = pages.flatMap((page) => page.differences);
          return differences.length === 0 ? (
            <EmptyState title="Nothing differs">Both say the same of this field, on every page.</EmptyState>
          ) : (
            <Stack>
              <WideTable label="Differences" columns={["Page", "At work", "On trial"]}>
                {differences.map(({ url, change, before, after, comparedAt }) => (
                  <Table.Tr key={`${url} ${comparedAt}`}>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>
                      <WebLink to={url} />
                      <Text size="xs" c="dimmed">
                        {change}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Value of={before} />
                    </Table.Td>
                    <Table.Td>
                      <Value of={after} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </WideTable>
              <More of={found} />
            </Stack>
          );
        }}
      </Asked>
    </Drawer>
  );
}

function Value({ of }: { of: unknown }) {
  if (of === null || of === undefined) return <>–</>;
  return (
    <Code style={{ whiteSpace: "pre-wrap" }}>
      {typeof of === "string" ? of : JSON.stringify(of, null, 1)}
    </Code>
  );
}
