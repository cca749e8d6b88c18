import { Alert, Button, FileButton, Group, Stack, Text } from "@mantine/core";
import { Dropzone } from "@mantine/dropzone";
import { useMediaQuery } from "@mantine/hooks";
import { IconCamera, IconPhotoUp } from "@tabler/icons-react";
import { useState } from "react";
import { bytes } from "../../../parts/format/numbers";
import { PICTURE_TYPES, whyNot } from "./picture";

interface Props {
  /** Whether this server can read pictures. */
  isPossible: boolean;
  mostBytes: number;
  isSending: boolean;
  onPicture: (file: File) => void;
}

/** A photo of a recipe card: dropped, chosen, or taken with the phone. */
export function SendPicture({ isPossible, mostBytes, isSending, onPicture }: Props) {
  const hasCamera = useMediaQuery("(pointer: coarse)") ?? false;
  const [refused, setRefused] = useState<string | null>(null);
  if (!isPossible) {
    return (
      <Text size="sm" c="dimmed">
        Photos of recipe cards cannot be read here yet. Whoever runs this server adds that with{" "}
        <code>make ocr</code>.
      </Text>
    );
  }
  const take = (file: File | null) => {
    if (file === null) return;
    const reason = whyNot(file, mostBytes);
    setRefused(reason);
    if (reason === null) onPicture(file);
  };
  return (
    <Dropzone
      onDrop={([file]) => take(file ?? null)}
      onReject={([rejection]) => take(rejection?.file ?? null)}
      multiple={false}
      accept={PICTURE_TYPES}
      activateOnClick={false}
      activateOnKeyboard={false}
      loading={isSending}
      tabIndex={-1}
      p="sm"
      inputProps={{ "aria-label": "A photo of a recipe card, dropped", tabIndex: -1 }}
    >
      <Stack gap="xs">
        <Group gap="xs">
          <FileButton onChange={take} accept={PICTURE_TYPES.join(",")}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhotoUp size={16} aria-hidden />}>
                Choose a photo
              </Button>
            )}
          </FileButton>
          {hasCamera && (
            <FileButton onChange={take} accept="image/*" capture="environment">
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconCamera size={16} aria-hidden />}>
                  Take a photo
                </Button>
              )}
            </FileButton>
          )}
          <Text size="sm" c="dimmed">
            of a printed recipe card, or drop it here: JPEG, PNG or WebP, up to {bytes(mostBytes)}.
          </Text>
        </Group>
        {refused && (
          <Alert color="orange" role="alert" title="This cannot be read">
            {refused}
          </Alert>
        )}
      </Stack>
    </Dropzone>
  );
}
