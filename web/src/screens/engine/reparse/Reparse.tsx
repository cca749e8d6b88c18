import { Stack, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ReparseForm } from "./ReparseForm";
import { Run } from "./Run";
import { Runs } from "./Runs";

const route = getRouteApi("/engine/$part");

/** Kept pages are read again: first what that would change, then, if somebody approves, the same applied. */
export default function Reparse() {
  const { run } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: string) => navigate({ search: (now) => ({ ...now, run: id }) });
  return (
    <Stack gap="xl">
      <Text size="sm" c="dimmed" maw={720}>
        What was fetched is kept, so a better extractor reaches old pages without asking any site. A dry run
        shows what would change and writes nothing; you look at it, and approve it or not.
      </Text>
      <ReparseForm onStarted={show} />
      {run !== undefined && <Run key={run} id={run} onStarted={show} />}
      <Runs shown={run} />
    </Stack>
  );
}
