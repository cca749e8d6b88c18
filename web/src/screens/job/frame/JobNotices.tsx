import { Alert, List, Text } from "@mantine/core";
import { IconAlertTriangle, IconFileImport } from "@tabler/icons-react";
import { plural } from "../../../parts/format/numbers";
import { type Job, nameOf } from "../../../parts/job/job";
import { AnchorLink } from "../../../parts/links/links";
import { WaitingNotice } from "../../../parts/status/Waiting";
import { parseWaitingMessage } from "../../../parts/status/waitingReason";
import { KickoffButton } from "./KickoffButton";

const FEW_WARNINGS = 5;
const FEW_COLUMNS = 10;

/** What somebody should know before they look at rows: that it is read, why it does not go on, what was left out. */
export function JobNotices({ job }: { job: Job }) {
  return (
    <>
      {job.isBeingRead && <BeingRead job={job} />}
      {job.waiting && !(job.isBeingRead && !job.isStuck) && (
        <WaitingNotice reason={parseWaitingMessage(job.waiting, job.isStuck)}>
          {job.isStuck && job.queueState !== "PAUSED" && <KickoffButton job={job} />}
        </WaitingNotice>
      )}
      {job.lastError && (
        <Alert
          role="alert"
          color="red"
          icon={<IconAlertTriangle aria-hidden />}
          title="Not all of it could be read"
        >
          <Text size="sm">{job.lastError}</Text>
          <Text size="sm" mt={4}>
            What came before is kept. Mend the file and send it again, or add the rows that are missing.
          </Text>
        </Alert>
      )}
      {job.warnings.length > 0 && <Warnings warnings={job.warnings} />}
      {job.unusedColumns.length > 0 && <UnusedColumns names={job.unusedColumns} />}
    </>
  );
}

function BeingRead({ job }: { job: Job }) {
  return (
    <Alert
      role="status"
      color="blue"
      icon={<IconFileImport aria-hidden />}
      title="The file is still being read"
    >
      <Text size="sm">
        {plural(job.totalItems, "row")} of {nameOf(job)} so far. Lines that cannot be read are listed under{" "}
        <AnchorLink
          to="/jobs/$jobId"
          params={{ jobId: String(job.jobId) }}
          search={{ tab: "errors", reason: "bad_row" }}
          underline="always"
        >
          Errors
        </AnchorLink>{" "}
        with their numbers, and the others go on. You may close this page.
      </Text>
    </Alert>
  );
}

function UnusedColumns({ names }: { names: string[] }) {
  const more = names.length - FEW_COLUMNS;
  return (
    <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
      Columns not used: {names.slice(0, FEW_COLUMNS).join(", ")}
      {more > 0 && ` and ${plural(more, "other")}`}. They stay with each row and in exports.
    </Text>
  );
}

function Warnings({ warnings }: { warnings: string[] }) {
  const more = warnings.length - FEW_WARNINGS;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} title="Some of it was left out">
      <List size="sm">
        {warnings.slice(0, FEW_WARNINGS).map((warning) => (
          <List.Item key={warning}>{warning}</List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text size="sm" mt={4}>
          And {plural(more, "other")}.
        </Text>
      )}
    </Alert>
  );
}
