import { Alert, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { formatCount } from "../../../parts/format/numbers";
import type { SendSummary } from "./sendSummary";
import type { InvalidLine } from "./urls";

const MAX_LINES = 5;
const MAX_LINE_LENGTH = 80;

interface Props {
  summary: SendSummary;
  invalidLines: readonly InvalidLine[];
  hasMore: boolean;
}

/** Says while the user types what will be sent, and which lines will not. */
export function SummaryLine({ summary: { sentence, problems }, invalidLines, hasMore }: Props) {
  return (
    <Stack gap="xs" aria-live="polite">
      {problems.length === 0 && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {sentence}
        </Text>
      )}
      {problems.map((problem) => (
        <Alert
          key={problem}
          color="orange"
          py="xs"
          icon={<IconAlertTriangle aria-hidden />}
          style={{ overflowWrap: "anywhere" }}
        >
          {problem}
        </Alert>
      ))}
      {hasMore && invalidLines.length > 0 && (
        <Alert
          color="yellow"
          py="xs"
          icon={<IconAlertTriangle aria-hidden />}
          title={`${formatCount(invalidLines.length, "line is not a URL", "lines are not URLs")} and will not be sent`}
        >
          <List size="sm">
            {invalidLines.slice(0, MAX_LINES).map(({ line, text, isTooLong }) => (
              <List.Item key={line} style={{ overflowWrap: "anywhere" }}>
                Line {line}: “{text.length > MAX_LINE_LENGTH ? `${text.slice(0, MAX_LINE_LENGTH)}…` : text}”
                {isTooLong && ", the URL is too long"}
              </List.Item>
            ))}
            {invalidLines.length > MAX_LINES && (
              <List.Item>and {invalidLines.length - MAX_LINES} more</List.Item>
            )}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
