import { Badge } from "@mantine/core";
import { IconLink, IconList, IconPhoto, IconTable } from "@tabler/icons-react";

const STYLES = {
  table: { Icon: IconTable, label: "Table" },
  image: { Icon: IconPhoto, label: "Pictures" },
  request: { Icon: IconLink, label: "Request" },
  urls: { Icon: IconList, label: "URL list" },
} as const;

/** The type of a job (`getJobSource`), or the API's type of the job of an item. */
export function JobTypeChip({ type }: { type: string }) {
  const style = STYLES[type as keyof typeof STYLES] ?? { Icon: IconTable, label: type };
  return (
    <Badge
      variant="outline"
      color="gray"
      tt="none"
      radius="sm"
      leftSection={<style.Icon size={12} aria-hidden />}
      styles={{ label: { color: "var(--mantine-color-text)" } }}
    >
      {style.label}
    </Badge>
  );
}
