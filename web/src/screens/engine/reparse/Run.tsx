import { Button, Group, List, Paper, Progress, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { api, told } from "../../../api/client";
import { confirm } from "../../../parts/feedback/confirm";
import { tellProblem } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { percent, plural } from "../../../parts/format/numbers";
import { Asked } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { type ReparseRun, useEngineAnew, useReparseRun } from "../queries";
import { Findings } from "./Findings";
import { aboutOf, inWords, type Report, reportOf } from "./report";
import { stateOf } from "./runState";
import { useReparse } from "./useReparse";

/** One run: how far it is, what it found, and what can be done with that. */
export function Run({ id, onStarted }: { id: string; onStarted: (id: string) => void }) {
  const asked = useReparseRun(id);
  return (
    <Paper withBorder p="md" component="section" aria-label="The run">
      <Asked of={asked} rows={4} label="Asking how far it is" problem="The run cannot be shown">
        {(run) => <Shown run={run} onStarted={onStarted} />}
      </Asked>
    </Paper>
  );
}

function Shown({ run, onStarted }: { run: ReparseRun; onStarted: (id: string) => void }) {
  const report = reportOf(run);
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="sm">
          <Title order={2} size="h4">
            {report.applied ? "Applying" : "Dry run"}
          </Title>
          <Sign {...stateOf(run.state)} />
        </Group>
        {run.state === "running" && <Stop id={run.id} isApplying={report.applied} />}
      </Group>
      <Text size="sm" c="dimmed">
        {aboutOf(run)}
      </Text>
      <Far report={report} isRunning={run.state === "running"} />
      {run.error !== null && <Problem error={new Error(run.error)} title="It failed" />}
      <div role="status">
        <List size="sm">
          {inWords(report).map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      </div>
      <Findings report={report} isOver={run.state !== "running"} />
      {run.state === "done" && !report.applied && report.changedPages > 0 && (
        <Approve id={run.id} pages={report.changedPages} onStarted={onStarted} />
      )}
    </Stack>
  );
}

function Far({ report: { pages, total }, isRunning }: { report: Report; isRunning: boolean }) {
  const share = total === 0 ? (isRunning ? 0 : 1) : pages / total;
  return (
    <Progress.Root size="lg">
      <Progress.Section
        value={share * 100}
        animated={isRunning}
        aria-label="How far it is"
        aria-valuetext={percent(share)}
      />
    </Progress.Root>
  );
}

function Stop({ id, isApplying }: { id: string; isApplying: boolean }) {
  const anew = useEngineAnew();
  const stop = useMutation({
    mutationFn: () => told(api.DELETE("/api/admin/reparse/{runId}", { params: { path: { runId: id } } })),
    onError: (error) => tellProblem(error, "It goes on"),
    onSettled: anew,
  });
  const ask = () =>
    confirm({
      title: "Stop applying?",
      consequence: "What was written until now stays as it is; the rest is not written.",
      act: "Stop it",
      keep: "Let it go on",
      onConfirm: () => stop.mutate(),
    });
  return (
    <Button variant="default" loading={stop.isPending} onClick={isApplying ? ask : () => stop.mutate()}>
      Stop
    </Button>
  );
}

function Approve({ id, pages, onStarted }: { id: string; pages: number; onStarted: (id: string) => void }) {
  const apply = useReparse(onStarted);
  const named = plural(pages, "page");
  return (
    <>
      {apply.isError && <Problem error={apply.error} title="Nothing was applied" />}
      <Group>
        <Button
          loading={apply.isPending}
          onClick={() =>
            confirm({
              title: `Apply this to ${named}?`,
              consequence:
                "Their records get a new version that says what is shown here, and nothing else. Earlier versions are kept; a record that would be lost stays as it is.",
              act: `Apply to ${named}`,
              keep: "Change nothing",
              onConfirm: () => apply.mutate({ report: id, apply: true }),
            })
          }
        >
          Approve: apply to {named}
        </Button>
      </Group>
    </>
  );
}
