import { Button, Group, Stack, Switch, Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { usePageFacts } from "../../../api/pageFacts";
import type { StreamState } from "../../../api/stream";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { useEndedParses } from "../queries";
import { MAILBOX_TABS, type MailboxTab } from "../search";
import { FirstRun } from "./FirstRun";
import { ParseRow } from "./ParseRow";

const TABS: Record<MailboxTab, { label: string; empty: string }> = {
  finished: { label: "To review", empty: "" },
  saved: {
    label: "Saved",
    empty: "Recipes that you save to the cookbook are listed here for a while.",
  },
  failed: {
    label: "Failed",
    empty: "Pages and photos that could not be read are listed here, with the reason.",
  },
  canceled: { label: "Canceled", empty: "Requests that you cancel are listed here." },
  dropped: {
    label: "Discarded",
    empty: "Recipes that you discard, or do not save in time, are listed here for a while.",
  },
};

interface Props {
  show: MailboxTab;
  older: boolean;
  stream: StreamState;
}

/** The parses that have ended, by state. */
export function EndedParses({ show, older, stream }: Props) {
  const navigate = useNavigate({ from: "/mailbox" });
  return (
    <Tabs
      value={show}
      keepMounted={false}
      onChange={(next) =>
        navigate({ search: (now) => ({ ...now, show: (next as MailboxTab | null) ?? undefined }) })
      }
    >
      <Group justify="space-between" mb="sm" gap="xs">
        <Tabs.List style={{ flexWrap: "wrap" }} aria-label="State">
          {MAILBOX_TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TABS[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Switch
          label="Include older"
          checked={older}
          onChange={(event) => {
            const isChecked = event.currentTarget.checked;
            navigate({ search: (now) => ({ ...now, older: isChecked || undefined }) });
          }}
        />
      </Group>
      {MAILBOX_TABS.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <EndedParsesTab show={name} older={older} stream={stream} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function EndedParsesTab({ show, older, stream }: Props) {
  const keptMinutes = usePageFacts().data?.limits.mailboxMinutes;
  const parsesQuery = useEndedParses(show, older, stream);
  if (parsesQuery.isPending) return <Loading rows={3} height={72} label="Loading the mailbox" />;
  if (parsesQuery.isError) return <Problem error={parsesQuery.error} onRetry={() => parsesQuery.refetch()} />;
  const parses = parsesQuery.data.pages.flatMap((page) => page.jobs);
  if (parses.length === 0) {
    return show === "finished" ? (
      <FirstRun />
    ) : (
      <EmptyState title="Nothing here">{TABS[show].empty}</EmptyState>
    );
  }
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={TABS[show].label}>
        {parses.map((parse) => (
          <ParseRow key={parse.id} parse={parse} keptMinutes={keptMinutes} />
        ))}
      </Stack>
      {parsesQuery.hasNextPage && (
        <Button
          variant="default"
          loading={parsesQuery.isFetchingNextPage}
          onClick={() => parsesQuery.fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </Stack>
  );
}
