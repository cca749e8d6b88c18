import { Button, Collapse, FileButton, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconPhoto, IconTable, IconWorldWww } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { API_URL, api, readApiError, type Schemas, unwrap } from "../../api/client";
import { createKey } from "../../api/idempotencyKeys";
import { usePageFacts } from "../../api/pageFacts";
import { Problem } from "../../parts/feedback/Problem";
import { ONE_OF_ANY_KIND } from "../../parts/record/kinds";
import { createUrlFile } from "./files/urlFile";
import { addFiles } from "./send/draft";
import { send, useSending } from "./send/sending";

type SampleFile = Schemas["SampleFileShape"];

/** What can be sent, each with a sample to try. */
export function Examples({ isFolded = false }: { isFolded?: boolean }) {
  const [isOpen, { toggle }] = useDisclosure(!isFolded);
  const heading = (
    <Title order={2} size="h4">
      Three things to try
    </Title>
  );
  return (
    <section aria-label="Three things to try">
      {isFolded ? (
        <Button
          variant="subtle"
          color="gray"
          onClick={toggle}
          aria-expanded={isOpen}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          px={0}
        >
          {heading}
        </Button>
      ) : (
        heading
      )}
      <Collapse expanded={isOpen}>
        <ExampleCards />
      </Collapse>
    </section>
  );
}

function ExampleCards() {
  const features = usePageFacts().data?.features;
  const hasSample = features?.sample ?? false;
  const readsText = features?.ocr ?? false;
  const sample = useQuery({
    queryKey: ["sample"],
    queryFn: () => unwrap(api.GET("/api/sample")),
    enabled: hasSample,
    staleTime: 60_000,
  });
  const isBusy = useSending().sending !== null;
  const tryFile = useMutation({
    mutationFn: async (file: SampleFile) => {
      const upload = { files: [await fetchSample(file)], kind: "auto", key: createKey() } as const;
      await send(upload, `Sample: ${file.name}.`);
    },
  });
  const firsts = findFirstOfEachKind(sample.data?.pages ?? []);
  return (
    <Stack mt="sm">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <Example
          Icon={IconWorldWww}
          title="A page"
          text={`Paste its URL. Garner fetches the page at a pace that suits the site, and reads the ${ONE_OF_ANY_KIND} on it, with the source of each field.`}
        >
          {firsts.map(({ url, kind, title }) => (
            <Button
              key={url}
              size="xs"
              variant="light"
              disabled={isBusy}
              title={`${title}, ${url}`}
              onClick={() =>
                send({ files: [createUrlFile([url])], kind: "auto", key: createKey() }, `Sample: ${title}.`)
              }
            >
              Try a {kind}
            </Button>
          ))}
        </Example>
        <Example
          Icon={IconTable}
          title="A table"
          text="Each row becomes an item. Rows with a URL are fetched; other rows are matched against the product catalogue. Follow the progress, edit rows, and export the results."
        >
          {sample.data && (
            <Button
              size="xs"
              variant="light"
              disabled={isBusy}
              loading={tryFile.isPending}
              onClick={() => tryFile.mutate(sample.data.table)}
            >
              Try a table of {sample.data.table.rows} rows
            </Button>
          )}
        </Example>
        <Example
          Icon={IconPhoto}
          title="A picture"
          text={`Garner finds the product by its barcode or by what it looks like${readsText ? ", and reads the recipe on a recipe card" : ""}. Drop a picture, paste one, or take one with your phone.`}
        >
          <PictureButton sample={sample.data?.picture ?? null} isBusy={isBusy} onTry={tryFile.mutate} />
        </Example>
      </SimpleGrid>
      {tryFile.isError && <Problem error={tryFile.error} title="Could not load the sample" />}
      {hasSample && (
        <Text size="xs" c="dimmed">
          The samples come from a small site that this server hosts. Nothing leaves the machine.
        </Text>
      )}
    </Stack>
  );
}

function PictureButton({
  sample,
  isBusy,
  onTry,
}: {
  sample: SampleFile | null;
  isBusy: boolean;
  onTry: (file: SampleFile) => void;
}) {
  if (sample) {
    return (
      <Button size="xs" variant="light" disabled={isBusy} onClick={() => onTry(sample)}>
        Try a picture
      </Button>
    );
  }
  return (
    <FileButton accept="image/*" multiple onChange={addFiles}>
      {(props) => (
        <Button {...props} size="xs" variant="light" disabled={isBusy}>
          Choose a picture
        </Button>
      )}
    </FileButton>
  );
}

interface ExampleProps {
  Icon: typeof IconTable;
  title: string;
  text: string;
  children: ReactNode;
}

function Example({ Icon, title, text, children }: ExampleProps) {
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" h="100%">
        <Group gap="xs">
          <Icon size={20} aria-hidden />
          <Title order={3} size="h5">
            {title}
          </Title>
        </Group>
        <Text size="sm" style={{ flex: 1 }}>
          {text}
        </Text>
        <Group gap="xs" mih={30}>
          {children}
        </Group>
      </Stack>
    </Paper>
  );
}

function findFirstOfEachKind(pages: readonly Schemas["SamplePageShape"][]) {
  return [...new Map([...pages].reverse().map((page) => [page.kind, page])).values()].reverse();
}

async function fetchSample({ name, url }: SampleFile): Promise<File> {
  const answer = await fetch(`${API_URL}${url}`);
  if (!answer.ok) throw await readApiError(answer);
  return new File([await answer.blob()], name);
}
