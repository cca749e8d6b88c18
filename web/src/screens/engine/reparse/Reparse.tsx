import { Stack, Text } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { ReparseForm } from "./ReparseForm";
import { Run } from "./Run";
import { Runs } from "./Runs";

const route = getRouteApi("/engine/$part");

/** Re-parses stored pages: a dry run shows the changes, and an approval applies them. */
export default function Reparse() {
  const { run } = route.useSearch();
  const navigate = route.useNavigate();
  const show = (id: string) => navigate({ search: (now) => ({ ...now, run: id }) });
  return (
    <Stack gap="xl">
      <Text size="sm" c="dimmed" maw={720}>
        Fetched pages are stored, so that an improved extractor can process old pages without new requests. A
        dry run shows the changes and writes nothing. Approve it to apply the changes.
      </Text>
      <ReparseForm onStarted={show} />
      {run !== undefined && <Run key={run} id={run} onStarted={show} />}
      <Runs shown={run} />
    </Stack>
  );
}
