import { Badge } from "@mantine/core";
import { IconPhoto, IconTable } from "@tabler/icons-react";

const LOOKS = {
  table: { Icon: IconTable, word: "Table" },
  image: { Icon: IconPhoto, word: "Pictures" },
} as const;

/** What a job, or the job of an item, was made of. */
export function JobTypeChip({ type }: { type: string }) {
  const look = LOOKS[type as keyof typeof LOOKS] ?? { Icon: IconTable, word: type };
  return (
    <Badge
      variant="outline"
      color="gray"
      tt="none"
      radius="sm"
      leftSection={<look.Icon size={12} aria-hidden />}
      styles={{ label: { color: "var(--mantine-color-text)" } }}
    >
      {look.word}
    </Badge>
  );
}
