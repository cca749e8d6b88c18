import { Group, Paper, Stack } from "@mantine/core";
import { useState } from "react";
import { usePageFacts } from "../../../api/facts";
import { tell } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { useSendPicture } from "../acts";
import { SendLink } from "./SendLink";
import { SendPicture } from "./SendPicture";

/** How recipes get into the mailbox: by their link, or as a photo. */
export function SendBox() {
  const facts = usePageFacts();
  const [mayAskModel, setMayAskModel] = useState(true);
  const onSent = () => tell("It was sent, and appears below.");
  const picture = useSendPicture(onSent);
  const onPicture = (file: File) => picture.mutate({ file, mayAskModel });
  return (
    <Paper withBorder p="md" component="section" aria-label="Send a recipe">
      <Stack gap="md">
        <SendLink
          mayAskModel={mayAskModel}
          onMayAskModel={facts.data?.features.llm ? setMayAskModel : undefined}
          onSent={onSent}
          onPicture={onPicture}
        />
        {facts.data && (
          <SendPicture
            isPossible={facts.data.features.ocr}
            mostBytes={facts.data.limits.imageMaxBytes}
            isSending={picture.isPending}
            onPicture={onPicture}
          />
        )}
        {picture.isError && (
          <Group grow>
            <Problem
              error={picture.error}
              title="The photo was not taken"
              onRetry={() => picture.mutate(picture.variables)}
            />
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
