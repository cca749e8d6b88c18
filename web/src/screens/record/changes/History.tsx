import { Badge, Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../../../api/client";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { Problem } from "../../../parts/feedback/Problem";
import { formatPercent } from "../../../parts/format/numbers";
import { Time } from "../../../parts/format/Time";
import type { ItemRecord, useRecord } from "../useRecord";
import { Changes } from "./Changes";

type Version = Schemas["VersionShape"];

interface Props {
  record: ItemRecord;
  versions: readonly Version[];
  pages: ReturnType<typeof useRecord>["pages"];
}

/** The versions of a record, newest first, each with its changes. */
export function History({ record, versions, pages }: Props) {
  if (versions.length === 0) {
    return (
      <EmptyState title="No history">
        Only records that are fetched from a page have versions. This one was matched, submitted or read from
        a picture.
      </EmptyState>
    );
  }
  return (
    <Stack>
      {versions.map((version) => (
        <VersionCard key={version.version} version={version} isShown={version.version === record.version} />
      ))}
      {pages.isFetchNextPageError && <Problem error={pages.error} onRetry={() => pages.fetchNextPage()} />}
      {pages.hasNextPage && (
        <Button variant="default" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          Show earlier versions
        </Button>
      )}
    </Stack>
  );
}

function VersionCard({ version, isShown }: { version: Version; isShown: boolean }) {
  const { extractor, extractorVersion, confidence, usedLlm, changes } = version;
  return (
    <Paper withBorder p="md" component="section" aria-label={`Version ${version.version}`}>
      <Stack gap="xs">
        <Group gap="xs" justify="space-between">
          <Group gap="xs">
            <Title order={2} size="h4">
              Version {version.version}
            </Title>
            {isShown && (
              <Badge variant="light" tt="none">
                This version
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            <Time at={version.at} /> · read by {extractor} {extractorVersion} · confidence{" "}
            {formatPercent(confidence)}
            {usedLlm && " · with a language model"}
          </Text>
        </Group>
        {changes === null ? (
          <Text size="sm">The first version of this record.</Text>
        ) : changes.length === 0 ? (
          <Text size="sm">No visible changes.</Text>
        ) : (
          <Changes changes={changes} />
        )}
      </Stack>
    </Paper>
  );
}
