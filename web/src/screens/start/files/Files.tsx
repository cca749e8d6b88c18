import { ActionIcon, Group, Text } from "@mantine/core";
import { IconFile, IconPhoto, IconTable, IconX } from "@tabler/icons-react";
import { formatBytes } from "../../../parts/format/numbers";
import { detectFormat } from "./formats";

const MAX_SHOWN = 20;
const ICONS = {
  table: IconTable,
  picture: IconPhoto,
  archive: IconFile,
  unknown: IconFile,
  unsupported: IconX,
};

interface Props {
  files: readonly File[];
  isFixed: boolean;
  onRemove: (file: File) => void;
}

/** The chosen files, each with a button to remove it. */
export function Files({ files, isFixed, onRemove }: Props) {
  if (files.length === 0) return null;
  return (
    <Group gap="xs" component="ul" p={0} m={0} aria-label="Chosen files" style={{ listStyle: "none" }}>
      {files.slice(0, MAX_SHOWN).map((file, index) => {
        const Icon = ICONS[detectFormat(file)];
        return (
          <Group
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file may be chosen twice
            key={`${index}${file.name}`}
            component="li"
            gap={6}
            px="xs"
            py={4}
            wrap="nowrap"
            bdrs="md"
            bg="var(--mantine-color-default-hover)"
            maw="100%"
          >
            <Icon size={16} aria-hidden style={{ flexShrink: 0 }} />
            <Text size="sm" truncate>
              {file.name}
            </Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>
              {formatBytes(file.size)}
            </Text>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              disabled={isFixed}
              onClick={() => onRemove(file)}
              aria-label={`Remove ${file.name}`}
            >
              <IconX size={14} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
      {files.length > MAX_SHOWN && (
        <Text component="li" size="sm" c="dimmed">
          and {files.length - MAX_SHOWN} more
        </Text>
      )}
    </Group>
  );
}
