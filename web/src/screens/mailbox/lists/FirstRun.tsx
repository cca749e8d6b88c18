import { Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../../api/client";
import { usePageFacts } from "../../../api/pageFacts";
import { useSendLink } from "../actions";

/** Shown while there is nothing to review: explains the mailbox, and offers sample pages. */
export function FirstRun() {
  const readsPhotos = usePageFacts().data?.features.ocr ?? false;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Nothing to review
        </Title>
        <Text>To save a recipe:</Text>
        <List type="ordered" spacing={4}>
          <List.Item>Send its link above{readsPhotos ? ", or a photo of a printed card" : ""}.</List.Item>
          <List.Item>Garner reads its title, times, ingredients and steps.</List.Item>
          <List.Item>Review it beside its page, correct it, and save it to your cookbook.</List.Item>
        </List>
        <Samples />
      </Stack>
    </Paper>
  );
}

function Samples() {
  const hasSample = usePageFacts().data?.features.sample ?? false;
  const sample = useQuery({
    queryKey: ["sample"],
    queryFn: () => unwrap(api.GET("/api/sample")),
    enabled: hasSample,
  });
  const send = useSendLink(() => undefined);
  const recipes = (sample.data?.pages ?? []).filter((page) => page.kind === "recipe");
  if (recipes.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">Try a page of the sample site:</Text>
      {recipes.map(({ url, title }) => (
        <Button
          key={url}
          variant="light"
          size="xs"
          loading={send.isPending && send.variables.url === url}
          onClick={() => send.mutate({ url, allowModel: false })}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}
