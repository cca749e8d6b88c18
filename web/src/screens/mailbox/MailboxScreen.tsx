import { Stack } from "@mantine/core";
import { useSearch } from "@tanstack/react-router";
import { useMailboxStream } from "../../parts/parses";
import { Screen } from "../../parts/shell/Screen";
import { Ended } from "./parsed/Ended";
import { UnderWay } from "./parsed/UnderWay";
import { SendBox } from "./send/SendBox";

export function MailboxScreen() {
  const { show = "finished", older = false } = useSearch({ from: "/mailbox" });
  const stream = useMailboxStream();
  return (
    <Screen
      title="Mailbox"
      lead={
        stream === "reconnecting"
          ? "Reconnecting. Until then the server is asked every few seconds."
          : "Send recipes, look at what was found, and save what you like."
      }
    >
      <Stack gap="lg">
        <SendBox />
        <UnderWay stream={stream} />
        <Ended show={show} older={older} stream={stream} />
      </Stack>
    </Screen>
  );
}
