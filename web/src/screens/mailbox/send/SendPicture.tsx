import { Alert, Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useMediaQuery } from "@mantine/hooks";
import { IconCamera, IconPhotoUp } from "@tabler/icons-react";
import { useState } from "react";
import { formatBytes } from "../../../parts/format/numbers";
import { checkPicture, PICTURE_TYPES } from "./picture";

interface Props {
  /** Whether the server can read photos. */
  isEnabled: boolean;
  maxBytes: number;
  isSending: boolean;
  onPicture: (file: File) => void;
}

/** Accepts a photo of a recipe card: dropped, chosen, or taken with a phone. */
export function SendPicture({ isEnabled, maxBytes, isSending, onPicture }: Props) {
  const hasCamera = useMediaQuery("(pointer: coarse)") ?? false;
  const [refusal, setRefusal] = useState<string | null>(null);
  if (!isEnabled) {
    return (
      <Text size="sm" c="dimmed">
        This server cannot read photos of recipe cards. To enable this, its operator runs{" "}
        <code>make ocr</code>.
      </Text>
    );
  }
  const accept = (file: File | null) => {
    if (file === null) return;
    const reason = checkPicture(file, maxBytes);
    setRefusal(reason);
    if (reason === null) onPicture(file);
  };
  return (
    <Dropzone
      onDrop={([file]) => accept(file ?? null)}
      onReject={([rejection]) => accept(rejection?.file ?? null)}
      multiple={false}
      accept={PICTURE_TYPES}
      activateOnClick={false}
      activateOnKeyboard={false}
      loading={isSending}
      tabIndex={-1}
      p="sm"
      inputProps={{ "aria-label": "Photo of a recipe card", tabIndex: -1 }}
    >
      <Stack gap="xs">
        <Group gap="xs">
          <FileButton onChange={accept} accept={PICTURE_TYPES.join(",")}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhotoUp size={16} aria-hidden />}>
                Choose a photo
              </Button>
            )}
          </FileButton>
          {hasCamera && (
            <FileButton onChange={accept} accept="image/*" capture="environment">
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconCamera size={16} aria-hidden />}>
                  Take a photo
                </Button>
              )}
            </FileButton>
          )}
          <Text size="sm" c="dimmed">
            Drop or choose a photo of a printed recipe card: JPEG, PNG or WebP, up to {formatBytes(maxBytes)}.
          </Text>
        </Group>
        {refusal && (
          <Alert color="orange" role="alert" title="Photo not accepted">
            {refusal}
          </Alert>
        )}
      </Stack>
    </Dropzone>
  );
}
