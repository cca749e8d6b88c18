import { Code, Stack, Switch, Table, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { EmptyState } from "../../../parts/feedback/EmptyState";
import { number, percent } from "../../../parts/format/numbers";
import { Asked, More } from "../parts/Asked";
import { Sign } from "../parts/Sign";
import { WideTable } from "../parts/WideTable";
import { type Parser, useParsers } from "../queries";
import { Alerts } from "./Alerts";
import { isAny, kindInWords } from "./kind";
import { stateOf } from "./parserState";
import { Shadow } from "./Shadow";

const route = getRouteApi("/engine/$part");
const COLUMNS = [
  "Site",
  "Kind",
  "Extractor",
  "State",
  "Pages",
  "Success",
  "Usual",
  "Fields found less often",
];

/** How well sites are read, what has dropped, and what an extractor on trial would make of their pages. */
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
  const found = useParsers(site);
  return (
    <>
      <Title order={2} size="h4" mb={4} id="health">
        How well each site is read
      </Title>
      {site !== undefined && <OnlyOneSite site={site} />}
      <Asked of={found} label="Asking how well sites are read">
        {({ pages }) => {
          const parsers = pages.flatMap((page) => page.parsers);
          return parsers.length === 0 ? (
            <EmptyState title="No site has been read lately">
              Every page that is read is counted: whether it gave a record, and which fields that has. Send a
              few, and within seconds their site stands here with its success, against what was usual.
            </EmptyState>
          ) : (
            <>
              {parsers.some(({ kind }) => isAny(kind)) && <AboutAny />}
              <WideTable label="How well each site is read" columns={COLUMNS} minWidth={820}>
                {parsers.map((parser) => (
                  <OneParser key={`${parser.domain}/${parser.kind}`} parser={parser} />
                ))}
              </WideTable>
              <More of={found} />
            </>
          );
        }}
      </Asked>
    </>
  );
}

function OnlyOneSite({ site }: { site: string }) {
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

function AboutAny() {
  return (
    <Text size="sm" c="dimmed" mb="xs">
      Pages that were sent as Any count under “any”, with a record or without. A record counts under its kind
      as well; a page is no failure of the kinds that it is not.
    </Text>
  );
}

function OneParser({ parser }: { parser: Parser }) {
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: "anywhere" }}>{parser.domain}</Table.Td>
      <Table.Td>{kindInWords(parser.kind)}</Table.Td>
      <Table.Td>
        <Code>{parser.extractor}</Code> {parser.version}
      </Table.Td>
      <Table.Td>
        <Sign {...stateOf(parser)} />
      </Table.Td>
      <Table.Td>{number(parser.pages)}</Table.Td>
      <Table.Td>{percent(parser.rate)}</Table.Td>
      <Table.Td>{parser.baseline === null ? "not known yet" : percent(parser.baseline)}</Table.Td>
      <Table.Td>
        {parser.weakest.length === 0
          ? "none"
          : parser.weakest.map(({ field, rate, baseline }) => (
              <Text key={field} size="sm">
                {field}: {percent(rate)} of usual {percent(baseline)}
              </Text>
            ))}
      </Table.Td>
    </Table.Tr>
  );
}
