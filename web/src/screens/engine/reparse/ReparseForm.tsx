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
import type { Kind } from "../search";
import { useReparse } from "./useReparse";

const route = getRouteApi("/engine/$part");
const KINDS = [
  { value: "", label: "All kinds" },
  { value: "recipe", label: "Recipes" },
  { value: "product", label: "Products" },
  { value: "posting", label: "Postings" },
];

/** Which kept pages, and by what extractor. */
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
    <Paper withBorder p="md" component="section" aria-label="A dry run">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          dryRun();
        }}
      >
        <Stack gap="sm">
          <Title order={2} size="h4">
            Which pages?
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 5 }}>
            <TextInput
              label="Site"
              description="Empty: all"
              placeholder="shop.example"
              value={domain}
              onChange={(event) => setDomain(event.currentTarget.value)}
            />
            <NativeSelect
              label="Kind"
              description="Of record"
              data={KINDS}
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value)}
            />
            <TextInput
              label="Fetched since"
              description="Empty: ever"
              type="date"
              value={since}
              onChange={(event) => setSince(event.currentTarget.value)}
            />
            <NumberInput
              label="At most"
              description="Pages; empty: all"
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
          {start.isError && <Problem error={start.error} title="The dry run did not start" />}
          <Group>
            <Button type="submit" loading={start.isPending}>
              Start a dry run
            </Button>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}
