import { Alert, List, Text } from "@mantine/core";
import { IconAlertTriangle, IconFileImport } from "@tabler/icons-react";
import { formatCount, formatNumber } from "../../../parts/format/numbers";
import { getJobName, type Job } from "../../../parts/job/job";
import { AnchorLink } from "../../../parts/links/links";
import { WaitingNotice } from "../../../parts/status/Waiting";
import { parseJobReason } from "../../../parts/status/waitingReason";
import { KickoffButton } from "./KickoffButton";

const MAX_WARNINGS = 5;
const MAX_COLUMNS = 10;

/** Notices above the rows: the file is still being read, the job waits, or something was skipped. */
export function JobNotices({ job }: { job: Job }) {
  return (
    <>
      {job.isBeingRead && <ReadingNotice job={job} />}
      {job.waiting && !(job.isBeingRead && !job.isStuck) && (
        <WaitingNotice reason={parseJobReason(job, job.waiting)}>
          {job.isStuck && job.queueState !== "PAUSED" && <KickoffButton job={job} />}
        </WaitingNotice>
      )}
      {job.lastError && (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title="Part of the file could not be read"
        >
          <Text size="sm">{job.lastError}</Text>
          <Text size="sm" mt={4}>
            The rows before that are kept. Fix the file and send it again, or add the missing rows.
          </Text>
        </Alert>
      )}
      {job.warnings.length > 0 && <Warnings warnings={job.warnings} />}
      {job.unusedColumns.length > 0 && <UnusedColumns names={job.unusedColumns} />}
    </>
  );
}

function ReadingNotice({ job }: { job: Job }) {
  return (
    <Alert role="status" color="blue" icon={<IconFileImport aria-hidden />} title="Reading rows…">
      <Text size="sm">
        {formatCount(job.totalItems, "row")} of {getJobName(job)} so far. Lines that cannot be read are listed
        under{" "}
        <AnchorLink
          to="/jobs/$jobId"
          params={{ jobId: String(job.jobId) }}
          search={{ tab: "errors", reason: "bad_row" }}
          underline="always"
        >
          Errors
        </AnchorLink>{" "}
        with their line numbers; the other rows continue. You can close this page.
      </Text>
    </Alert>
  );
}

function UnusedColumns({ names }: { names: string[] }) {
  const more = names.length - MAX_COLUMNS;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      Unused columns: {names.slice(0, MAX_COLUMNS).join(", ")}
      {more > 0 && ` and ${formatNumber(more)} more`}. They are kept with each row and in exports.
    </Text>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  const more = warnings.length - MAX_WARNINGS;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Warnings">
      <List size="sm">
        {warnings.slice(0, MAX_WARNINGS).map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" mt={4}>
          And {formatCount(more, "more warning")}.
        </Text>
      )}
    </Alert>
  );
}
