import { Stack } from "@mantine/core";
import { useEffect } from "react";
import { useSession } from "../../api/session";
import { Loading } from "../../parts/feedback/Loading";
import { Screen } from "../../parts/shell/Screen";
import { Examples } from "./Examples";
import { DropAnywhere } from "./files/DropAnywhere";
import { RecentJobs, useRecentJobs } from "./RecentJobs";
import { claimDraft } from "./send/draft";
import { SendBox } from "./send/SendBox";
import { useSending } from "./send/sending";
import { SentJob } from "./sent/SentJob";

export function StartScreen() {
  const email = useSession()?.user.email;
  const sent = useSending().sent.filter((entry) => entry.email === email);
  useEffect(() => {
    if (email !== undefined) claimDraft(email);
  }, [email]);
  const recent = useRecentJobs();
  const others = recent.data?.jobs.filter((job) => !sent.some((entry) => entry.jobId === job.jobId)) ?? [];
  return (
    <Screen title="Start" lead="Garner turns web pages, tables and pictures into clean records.">
      <Stack gap="xl">
        <SendBox />
        {sent.map(({ jobId }) => (
          <SentJob key={jobId} jobId={jobId} />
        ))}
        {recent.isLoading && <Loading rows={1} height={280} label="Loading recent jobs" />}
        {!recent.isLoading && others.length === 0 && <Examples />}
        {others.length > 0 && (
          <>
            <RecentJobs jobs={others} />
            <Examples isFolded />
          </>
        )}
      </Stack>
      <DropAnywhere />
    </Screen>
  );
}
