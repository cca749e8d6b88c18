import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  TextInput,
  Title,
} from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { Problem } from "../../../parts/feedback/Problem";
import { KIND_WORDS, KINDS, type Kind } from "../../../parts/record/kinds";
import { useReparse } from "./useReparse";

const route = getRouteApi("/engine/$part");
const CHOICES = [
  { value: "", label: "All kinds" },
  ...KINDS.map((kind) => ({ value: kind, label: `${KIND_WORDS[kind].label}s` })),
];

/** Selects the stored pages and the extractor. */
export function ReparseForm({ onStarted }: { onStarted: (id: string) => void }) {
  const { site = "" } = route.useSearch();
  const [domain, setDomain] = useState(site);
  const [kind, setKind] = useState("");
  const [since, setSince] = useState("");
  const [limit, setLimit] = useState<number | string>("");
  const [extractor, setExtractor] = useState("");
  const start = useReparse(onStarted);
  const dryRun = () =>
    start.mutate({
      domain: domain.trim() || null,
      kind: (kind || null) as Kind | null,
      since: since === "" ? null : new Date(`${since}T00:00`).toISOString(),
      limit: limit === "" ? null : Number(limit),
      extractor: extractor.trim() || null,
    });
  return (
    <Paper withBorder p="md" component="section" aria-label="Dry run">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          dryRun();
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            Pages
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }}>
            <TextInput
              label="Site"
              description="Empty: all sites"
              placeholder="shop.example"
              value={domain}
              onChange={(event) => setDomain(event.currentTarget.value)}
            />
            <NativeSelect
              label="Kind"
              description="Kind of record"
              data={CHOICES}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value)}
            />
            <TextInput
              label="Fetched since"
              description="Empty: any time"
              type="date"
              value={since}
              onChange={(event) => setSince(event.currentTarget.value)}
            />
            <NumberInput
              label="Limit"
              description="Pages. Empty: all"
              min={1}
              allowDecimal={false}
              value={limit}
              onChange={setLimit}
            />
            <TextInput
              label="Extractor"
              description="Empty: the current one"
              placeholder="module:function"
              value={extractor}
              onChange={(event) => setExtractor(event.currentTarget.value)}
            />
          </SimpleGrid>
          {start.isError && <Problem error={start.error} title="Could not start the dry run" />}
          <Group>
            <Button type="submit" loading={start.isPending}>
              Start dry run
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
