import { Code, Drawer, Stack, Table, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { WebLink } from "../../../parts/links/WebLink";
import type { Kind } from "../../../parts/record/kinds";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { useShadowDifferences } from "../queries";

const route = getRouteApi("/engine/$part");

/** The pages on which the extractor on trial returns another value of a field, with both values. */
export function Differences({ field, kind }: { field: string; kind: Kind | undefined }) {
  const navigate = route.useNavigate();
  const differencesQuery = useShadowDifferences(field, kind);
  const close = () => navigate({ search: (now) => ({ ...now, field: undefined, kind: undefined }) });
  return (
    <Drawer
      opened
      onClose={close}
      position="right"
      size="xl"
      title={`Differences in “${field}”`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <QueryResult query={differencesQuery} label="Loading the differences">
        {({ pages }) => {
          const differences = pages.flatMap((page) => page.differences);
          return differences.length === 0 ? (
            <EmptyState title="No differences">
              Both extractors return the same value on every page.
            </EmptyState>
          ) : (
            <Stack>
              <WideTable label="Differences" columns={["Page", "Current", "On trial"]}>
                {differences.map(({ url, change, before, after, comparedAt }) => (
                  <Table.Tr key={`${url} ${comparedAt}`}>
                    <Table.Td style={{ overflowWrap: "anywhere" }}>
                      <WebLink to={url} />
                      <Text size="xs" c="dimmed">
                        {change}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Value value={before} />
                    </Table.Td>
                    <Table.Td>
                      <Value value={after} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </WideTable>
              <ShowMore query={differencesQuery} />
            </Stack>
          );
        }}
      </QueryResult>
    </Drawer>
  );
}

function Value({ value }: { value: unknown }) {
  if (value === null || value === undefined) return <>–</>;
  return (
    <Code style={{ whiteSpace: "pre-wrap" }}>
      {typeof value === "string" ? value : JSON.stringify(value, null, 1)}
    </Code>
  );
}
