import { Button, Group, Stack, Switch, Tabs } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { usePageFacts } from "../../../api/facts";
import type { StreamState } from "../../../api/stream";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";
import { FirstRun } from "../FirstRun";
import { useEnded } from "../listing";
import { ParseRow } from "../ParseRow";
import { SHOWN, type Shown } from "../search";

const TABS: Record<Shown, { word: string; empty: string }> = {
  finished: { word: "Finished", empty: "" },
  saved: {
    word: "Saved",
    empty: "What you save from here goes to the cookbook, and is listed here for a while.",
  },
  failed: { word: "Failed", empty: "What could not be read is listed here, with the reason." },
  canceled: { word: "Canceled", empty: "What you call off while it is under way is listed here." },
  dropped: { word: "Dropped", empty: "What you drop, or do not save in time, is listed here for a while." },
};

interface Props {
  show: Shown;
  older: boolean;
  stream: StreamState;
}

/** What came of all that was sent, by what became of it. */
export function Ended({ show, older, stream }: Props) {
  const navigate = useNavigate({ from: "/mailbox" });
  return (
    <Tabs
      value={show}
      keepMounted={false}
      onChange={(next) =>
        navigate({ search: (now) => ({ ...now, show: (next as Shown | null) ?? undefined }) })
      }
    >
      <Group justify="space-between" mb="sm" gap="xs">
        <Tabs.List style={{ flexWrap: "wrap" }} aria-label="What became of it">
          {SHOWN.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {TABS[name].word}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Switch
          label="Older ones too"
          checked={older}
          onChange={(event) => {
            const wanted = event.currentTarget.checked;
            navigate({ search: (now) => ({ ...now, older: wanted || undefined }) });
          }}
        />
      </Group>
      {SHOWN.map((name) => (
        <Tabs.Panel key={name} value={name}>
          <EndedList show={name} older={older} stream={stream} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

function EndedList({ show, older, stream }: Props) {
  const keptMinutes = usePageFacts().data?.limits.mailboxMinutes;
  const found = useEnded(show, older, stream);
  if (found.isPending) return <Loading rows={3} height={72} label="Loading the mailbox" />;
  if (found.isError) return <Problem error={found.error} onRetry={() => found.refetch()} />;
  const parses = found.data.pages.flatMap((page) => page.jobs);
  if (parses.length === 0) {
    return show === "finished" ? (
      <FirstRun />
    ) : (
      <EmptyState title="Nothing is here">{TABS[show].empty}</EmptyState>
    );
  }
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={TABS[show].word}>
        {parses.map((parse) => (
          <ParseRow key={parse.id} parse={parse} keptMinutes={keptMinutes} />
        ))}
      </Stack>
      {found.hasNextPage && (
        <Button variant="default" loading={found.isFetchingNextPage} onClick={() => found.fetchNextPage()}>
          Show more
        </Button>
      )}
    </Stack>
  );
}
