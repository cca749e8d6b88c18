import { Badge, Box, Group, Stack, Text } from "@mantine/core";
import type { Schemas } from "../../../api/client";
import { formatCode } from "../../../parts/format/codes";
import { getHost } from "../../../parts/links/addresses";
import { AnchorLink } from "../../../parts/links/links";
import { isKind } from "../../../parts/record/kinds";
import { Picture } from "../../../parts/record/Picture";
import { getPicture, getTitle } from "../../../parts/record/types";
import { getRowStatus } from "../../../parts/status/rowStatus";
import { StatusBadge } from "../../../parts/status/StatusBadge";
import { Waiting } from "../../../parts/status/Waiting";
import type { WaitingReason } from "../../../parts/status/waitingReason";

type Item = Schemas["ItemShape"];

const OPEN: readonly string[] = ["PENDING", "PROCESSING"];

/** An item in short: its record, its error, or why it waits. */
export function ItemCard({ item, waiting }: { item: Item; waiting: WaitingReason | undefined }) {
  const { id, status, result, inputSummary, error, row } = item;
  const isOpen = OPEN.includes(status);
  const isDone = status === "DONE" && result !== null;
  const title = (isDone && getTitle(result)) || inputSummary.title || inputSummary.url || `Row ${row}`;
  const picture = isDone ? getPicture(result) : null;
  const { url } = inputSummary;
  return (
    <Box component="li" p="sm" bd="1px solid var(--mantine-color-default-border)" bdrs="md" mih={72} miw={0}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {picture && <Picture url={picture} alt="" ratio={1} width={48} />}
        <Stack gap={4} miw={0} style={{ flex: 1 }}>
          {isDone || error ? (
            <AnchorLink
              to="/records/$itemId"
              params={{ itemId: id }}
              size="sm"
              fw={600}
              dir="auto"
              style={{ overflowWrap: "anywhere" }}
            >
              {title}
            </AnchorLink>
          ) : (
            <Text size="sm" fw={600} dir="auto" style={{ overflowWrap: "anywhere" }}>
              {title}
            </Text>
          )}
          <Group gap={6}>
            <StatusBadge status={getRowStatus(item)} />
            {isDone && isKind(result.kind) && (
              <Badge variant="outline" color="gray" tt="none">
                {formatCode(result.kind)}
              </Badge>
            )}
            {url && (
              <Text size="xs" c="dimmed">
                {getHost(url)}
              </Text>
            )}
          </Group>
          {isOpen && waiting && <Waiting reason={waiting} />}
          {!isOpen && error?.message && (
            <Text size="xs" style={{ overflowWrap: "anywhere" }}>
              {error.message}
            </Text>
          )}
        </Stack>
      </Group>
    </Box>
  );
}
