import { Alert, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { plural } from "../../../parts/format/numbers";
import type { Unread } from "./addresses";
import type { Outlook } from "./outlook";

const MOST_LINES = 5;
const LONGEST = 80;

interface Props {
  outlook: Outlook;
  unread: readonly Unread[];
  hasMore: boolean;
}

/** What will happen, said while it is typed; and what will not, with the numbers of the lines. */
export function OutlookLine({ outlook: { sentence, problems }, unread, hasMore }: Props) {
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
      {hasMore && unread.length > 0 && (
        <Alert
          color="yellow"
          py="xs"
          icon={<IconAlertTriangle aria-hidden />}
          title={`${plural(unread.length, "line holds", "lines hold")} what cannot be read, which will stay in the box`}
        >
          <List size="sm">
            {unread.slice(0, MOST_LINES).map(({ line, words, isTooLong }) => (
              <List.Item key={line} style={{ overflowWrap: "anywhere" }}>
                Line {line}: “{words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words}”
                {isTooLong && ", which is too long for an address"}
              </List.Item>
            ))}
            {unread.length > MOST_LINES && <List.Item>and {unread.length - MOST_LINES} more</List.Item>}
          </List>
        </Alert>
      )}
    </Stack>
  );
}
