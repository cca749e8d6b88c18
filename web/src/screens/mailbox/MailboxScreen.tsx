import { Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useMailboxStream } from "../../parts/parses";
import { Screen } from "../../parts/shell/Screen";
import { EndedParses } from "./lists/EndedParses";
import { ParsesInProgress } from "./lists/ParsesInProgress";
import { SendBox } from "./send/SendBox";

export function MailboxScreen() {
  const { show = "finished", older = false } = useSearch({ from: "/mailbox" });
  const stream = useMailboxStream();
  return (
    <Screen
      title="Mailbox"
      lead={
        stream === "reconnecting"
          ? "Reconnecting. Until then the list updates every few seconds."
          : "Send recipes, review them, and save the ones you like."
      }
    >
      <Stack gap="lg">
        <SendBox />
        <ParsesInProgress stream={stream} />
        <EndedParses show={show} older={older} stream={stream} />
      </Stack>
    </Screen>
  );
}
