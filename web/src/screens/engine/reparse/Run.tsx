import { Button, Group, List, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { notifyError } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { formatCount, formatPercent } from "../../../parts/format/numbers";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult } from "../parts/QueryResult";
import { type ReparseRun, useRefreshEngine, useReparseRun } from "../queries";
import { ReportDetails } from "./ReportDetails";
import { describeScope, getReport, type Report, summarizeReport } from "./report";
import { getRunState } from "./runState";
import { useReparse } from "./useReparse";

/** One run: its progress, its results and its actions. */
export function Run({ id, onStarted }: { id: string; onStarted: (id: string) => void }) {
  const run = useReparseRun(id);
  return (
    <Paper withBorder p="md" component="section" aria-label="Run details">
      <QueryResult query={run} rows={4} label="Loading the run" problem="Could not load the run">
        {(current) => <RunDetails run={current} onStarted={onStarted} />}
      </QueryResult>
    </Paper>
  );
}

function RunDetails({ run, onStarted }: { run: ReparseRun; onStarted: (id: string) => void }) {
  const report = getReport(run);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2} size="h4">
            {report.applied ? "Applying" : "Dry run"}
          </Title>
          <StateBadge {...getRunState(run.state)} />
        </Group>
        {run.state === "running" && <StopButton id={run.id} isApplying={report.applied} />}
      </Group>
      <Text size="sm" c="dimmed">
        {describeScope(run)}
      </Text>
      <RunProgress report={report} isRunning={run.state === "running"} />
      {run.error !== null && <Problem error={new Error(run.error)} title="The run failed" />}
      <div role="status">
        <List size="sm">
          {summarizeReport(report).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </div>
      <ReportDetails report={report} isOver={run.state !== "running"} />
      {run.state === "done" && !report.applied && report.changedPages > 0 && (
        <ApproveButton id={run.id} pages={report.changedPages} onStarted={onStarted} />
      )}
    </Stack>
  );
}

function RunProgress({ report: { pages, total }, isRunning }: { report: Report; isRunning: boolean }) {
  const share = total === 0 ? (isRunning ? 0 : 1) : pages / total;
  return (
    <Progress.Root size="lg">
      <Progress.Section
        value={share * 100}
        animated={isRunning}
        aria-label="Progress"
        aria-valuetext={formatPercent(share)}
      />
    </Progress.Root>
  );
}

function StopButton({ id, isApplying }: { id: string; isApplying: boolean }) {
  const refreshEngine = useRefreshEngine();
  const stop = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/admin/reparse/{runId}", { params: { path: { runId: id } } })),
    onError: (error) => notifyError(error, "Could not stop the run"),
    onSettled: refreshEngine,
  });
  const ask = () =>
    confirm({
      title: "Stop applying?",
      consequence: "Changes written so far are kept. The remaining changes are not written.",
      confirmLabel: "Stop",
      cancelLabel: "Keep running",
      onConfirm: () => stop.mutate(),
    });
  return (
    <Button variant="default" loading={stop.isPending} onClick={isApplying ? ask : () => stop.mutate()}>
      Stop
    </Button>
  );
}

function ApproveButton({
  id,
  pages,
  onStarted,
}: {
  id: string;
  pages: number;
  onStarted: (id: string) => void;
}) {
  const apply = useReparse(onStarted);
  const count = formatCount(pages, "page");
  return (
    <>
      {apply.isError && <Problem error={apply.error} title="Could not apply the changes" />}
      <Group>
        <Button
          loading={apply.isPending}
          onClick={() =>
            confirm({
              title: `Apply the changes to ${count}?`,
              consequence:
                "Each record gets a new version with exactly the changes shown here. Earlier versions are kept. Records that would be lost stay unchanged.",
              confirmLabel: `Apply to ${count}`,
              cancelLabel: "Cancel",
              onConfirm: () => apply.mutate({ report: id, apply: true }),
            })
          }
        >
          Approve and apply to {count}
        </Button>
      </Group>
    </>
  );
}
