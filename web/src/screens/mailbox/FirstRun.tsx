import { Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import { usePageFacts } from "../../api/facts";
import { useSendLink } from "./acts";

/** For somebody whose mailbox is empty: what it is for, and something to try. */
export function FirstRun() {
  const readsPhotos = usePageFacts().data?.features.ocr ?? false;
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm">
        <Title order={2} size="h4">
          Nothing is waiting for you
        </Title>
        <Text>A recipe comes here in three steps:</Text>
        <List type="ordered" spacing={4}>
          <List.Item>Send its link above{readsPhotos ? ", or a photo of a printed card" : ""}.</List.Item>
          <List.Item>
            Garner reads it: title, times, ingredients and steps, each with where it stood.
          </List.Item>
          <List.Item>Look at it beside its page, mend what is wrong, and save it to your cookbook.</List.Item>
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
    queryFn: () => told(api.GET("/api/sample")),
    enabled: hasSample,
  });
  const send = useSendLink(() => undefined);
  const recipes = (sample.data?.pages ?? []).filter((page) => page.kind === "recipe");
  if (recipes.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">Try it with a page of the sample site:</Text>
      {recipes.map(({ url, title }) => (
        <Button
          key={url}
          variant="light"
          size="xs"
          loading={send.isPending && send.variables.url === url}
          onClick={() => send.mutate({ url, mayAskModel: false })}
        >
          {title}
        </Button>
      ))}
    </Group>
  );
}
