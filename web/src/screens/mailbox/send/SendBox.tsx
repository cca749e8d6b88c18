import { Group, Paper, Stack } from "@mantine/core";
import { useState } from "react";
import { usePageFacts } from "../../../api/pageFacts";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { useSendPicture } from "../actions";
import { SendLink } from "./SendLink";
import { SendPicture } from "./SendPicture";

/** Sends recipes to the mailbox, as links or photos. */
export function SendBox() {
  const facts = usePageFacts();
  const [allowModel, setAllowModel] = useState(true);
  const onSent = () => notify("Sent. It appears below.");
  const picture = useSendPicture(onSent);
  const onPicture = (file: File) => picture.mutate({ file, allowModel });
  return (
    <Paper withBorder p="md" component="section" aria-label="Send a recipe">
      <Stack gap="md">
        <SendLink
          allowModel={allowModel}
          onAllowModelChange={facts.data?.features.llm ? setAllowModel : undefined}
          onSent={onSent}
          onPicture={onPicture}
        />
        {facts.data && (
          <SendPicture
            isEnabled={facts.data.features.ocr}
            maxBytes={facts.data.limits.imageMaxBytes}
            isSending={picture.isPending}
            onPicture={onPicture}
          />
        )}
        {picture.isError && (
          <Group grow>
            <Problem
              error={picture.error}
              title="Could not send the photo"
              onRetry={() => picture.mutate(picture.variables)}
            />
          </Group>
        )}
      </Stack>
    </Paper>
  );
}
