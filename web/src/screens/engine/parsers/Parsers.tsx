import { Code, Stack, Switch, Table, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { formatNumber, formatPercent } from "../../../parts/format/numbers";
import { StateBadge } from "../../../parts/status/StateBadge";
import { QueryResult, ShowMore } from "../parts/QueryResult";
import { WideTable } from "../parts/WideTable";
import { type Parser, useParsers } from "../queries";
import { Alerts } from "./Alerts";
import { getKindLabel, isAny } from "./kind";
import { getParserState } from "./parserState";
import { Shadow } from "./Shadow";

const route = getRouteApi("/engine/$part");
const COLUMNS = [
  "Site",
  "Kind",
  "Extractor",
  "State",
  "Pages",
  "Success",
  "Baseline",
  "Fields found less often",
];

/** Alerts, the extraction quality of each site, and the comparison with an extractor on trial. */
export default function Parsers() {
  return (
    <Stack gap="xl">
      <section aria-labelledby="alerts">
        <Alerts />
      </section>
      <section aria-labelledby="health">
        <Health />
      </section>
      <section aria-labelledby="shadow">
        <Shadow />
      </section>
    </Stack>
  );
}

function Health() {
  const { site } = route.useSearch();
  const parsersQuery = useParsers(site);
  return (
    <>
      <Title order={2} size="h4" mb={4} id="health">
        Extraction quality by site
      </Title>
      {site !== undefined && <SiteFilter site={site} />}
      <QueryResult query={parsersQuery} label="Loading the extraction quality">
        {({ pages }) => {
          const parsers = pages.flatMap((page) => page.parsers);
          return parsers.length === 0 ? (
            <EmptyState title="No pages read recently">
              Garner counts the pages of each site that have a record, and the fields found. Send a few pages,
              and their site appears here within seconds.
            </EmptyState>
          ) : (
            <>
              {parsers.some(({ kind }) => isAny(kind)) && <AnyKindNote />}
              <WideTable label="Extraction quality by site" columns={COLUMNS} minWidth={820}>
                {parsers.map((parser) => (
                  <ParserRow key={`${parser.domain}/${parser.kind}`} parser={parser} />
                ))}
              </WideTable>
              <ShowMore query={parsersQuery} />
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

function SiteFilter({ site }: { site: string }) {
  const navigate = route.useNavigate();
  return (
    <Switch
      my="xs"
      label={`Only ${site}`}
      checked
      onChange={() => navigate({ search: (now) => ({ ...now, site: undefined }) })}
    />
  );
}

function AnyKindNote() {
  return (
    <Text size="sm" c="dimmed" mb="xs">
      Pages sent as Any count under “any”, with or without a record. A record also counts under its kind. A
      page does not count as a failure of other kinds.
    </Text>
  );
}

function ParserRow({ parser }: { parser: Parser }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{parser.domain}</Table.Td>
      <Table.Td>{getKindLabel(parser.kind)}</Table.Td>
      <Table.Td>
        <Code>{parser.extractor}</Code> {parser.version}
      </Table.Td>
      <Table.Td>
        <StateBadge {...getParserState(parser)} />
      </Table.Td>
      <Table.Td>{formatNumber(parser.pages)}</Table.Td>
      <Table.Td>{formatPercent(parser.rate)}</Table.Td>
      <Table.Td>{parser.baseline === null ? "not known yet" : formatPercent(parser.baseline)}</Table.Td>
      <Table.Td>
        {parser.weakest.length === 0
          ? "none"
          : parser.weakest.map(({ field, rate, baseline }) => (
              <Text key={field} size="sm">
                {field}: {formatPercent(rate)} (baseline: {formatPercent(baseline)})
              </Text>
            ))}
      </Table.Td>
    </Table.Tr>
  );
}
