import { Center, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { IconFileImport } from "@tabler/icons-react";
import { useEffect } from "react";
import { getPastedFiles } from "../../../parts/pastedFiles";
import { addFiles } from "../send/draft";

/** Adds files that are dropped anywhere on the page, and pictures that are pasted. */
export function DropAnywhere() {
  useEffect(() => {
    const onPaste = ({ clipboardData }: ClipboardEvent) => addFiles(getPastedFiles(clipboardData));
    window.addEventListener("paste", onPaste);
    return () => window.removeEventListener("paste", onPaste);
  }, []);
  return (
    <Dropzone.FullScreen active onDrop={addFiles} activateOnKeyboard={false} aria-hidden>
      <Center mih="60vh" style={{ pointerEvents: "none" }}>
        <Stack align="center" gap="xs">
          <IconFileImport size={48} aria-hidden />
          <Text size="lg" fw={600}>
            Drop files here
          </Text>
          <Text c="dimmed">Nothing is sent until you click Send.</Text>
        </Stack>
      </Center>
    </Dropzone.FullScreen>
  );
}
