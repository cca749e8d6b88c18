import { Button, Group, Paper, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { localizeTimes } from "../../../parts/format/momentText";
import { Time } from "../../../parts/format/Time";
import { AnchorLink, ButtonLink } from "../../../parts/links/links";
import type { ListedParse } from "../../../parts/parses";
import { StatusBadge } from "../../../parts/status/StatusBadge";
import { useDiscard, useSendLink } from "../actions";
import { adviseOnFailure, getParseName } from "../parseText";

interface Props {
  parse: ListedParse;
  /** Minutes after which the server discards a parse that is not saved. */
  keptMinutes: number | undefined;
}

/** An ended parse: its name, state and actions. */
export function ParseRow({ parse, keptMinutes }: Props) {
  const { id, status, completed_at, warnings, error_code, error_message } = parse;
  const discardAt =
    status === "COMPLETE" && completed_at && keptMinutes
      ? new Date(Date.parse(completed_at) + keptMinutes * 60_000).toISOString()
      : null;
  return (
    <RowFrame
      parse={parse}
      facts={
        <>
          <Time at={completed_at ?? parse.created_at} everySeconds={30} />
          {discardAt && (
            <>
              {" · discarded automatically "}
              <Time at={discardAt} everySeconds={60} />
            </>
          )}
        </>
      }
      actions={
        <>
          {status === "COMPLETE" && (
            <>
              <ButtonLink
                to="/mailbox/$jobId"
                params={{ jobId: id }}
                size="xs"
                aria-label={`Review: ${getParseName(parse)}`}
              >
                Review
              </ButtonLink>
              <DiscardButton parse={parse} />
            </>
          )}
          {status !== "COMPLETE" && status !== "COMMITTED" && parse.url && <ResendButton parse={parse} />}
        </>
      }
    >
      {warnings.map((warning) => (
        <Group key={warning} gap={6} wrap="nowrap" align="flex-start">
          <IconAlertTriangle size={16} aria-hidden style={{ flexShrink: 0, marginTop: 2 }} />
          <Text size="sm">
            <b>Check this:</b> {warning}
          </Text>
        </Group>
      ))}
      {status === "ERROR" && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {localizeTimes(error_message ?? "Parsing failed.")}{" "}
          {adviseOnFailure(error_code, parse.url === null)}
        </Text>
      )}
    </RowFrame>
  );
}

interface FrameProps {
  parse: ListedParse;
  facts: ReactNode;
  actions: ReactNode;
  children?: ReactNode;
}

export function RowFrame({ parse, facts, actions, children }: FrameProps) {
  return (
    <Paper withBorder p="sm" component="li" style={{ listStyle: "none" }}>
      <Stack gap={6}>
        <Group justify="space-between" align="flex-start" gap="xs">
          <Stack gap={2} miw={0} style={{ flex: "1 1 240px" }}>
            <AnchorLink
              to="/mailbox/$jobId"
              params={{ jobId: parse.id }}
              fw={600}
              dir="auto"
              style={{ overflowWrap: "anywhere" }}
            >
              {getParseName(parse)}
            </AnchorLink>
            <Group gap={8}>
              <StatusBadge status={parse.status} />
              <Text size="sm" c="dimmed" component="span">
                {parse.preview.source_host ?? "Photo"} · {facts}
              </Text>
            </Group>
          </Stack>
          <Group gap="xs">{actions}</Group>
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}

function DiscardButton({ parse }: { parse: ListedParse }) {
  const discard = useDiscard();
  return (
    <Button
      size="xs"
      variant="default"
      loading={discard.isPending}
      onClick={() => discard.ask(parse.id, getParseName(parse), parse.url === null)}
      aria-label={`Discard: ${getParseName(parse)}`}
    >
      Discard
    </Button>
  );
}

function ResendButton({ parse }: { parse: ListedParse }) {
  const send = useSendLink(() => undefined);
  const url = parse.url;
  if (url === null) return null;
  const label = parse.status === "ABANDONED" ? "Send again" : "Retry";
  return (
    <Button
      size="xs"
      variant="default"
      loading={send.isPending}
      onClick={() => send.mutate({ url, allowModel: true })}
      aria-label={`${label}: ${getParseName(parse)}`}
    >
      {label}
    </Button>
  );
}
