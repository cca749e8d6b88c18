import { Button, Group, Menu, Text } from "@mantine/core";
import { IconDownload, IconRefresh, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { confirm } from "../../../../parts/feedback/confirm";
import { notify, notifyError } from "../../../../parts/feedback/notify";
import { formatCount, formatNumber } from "../../../../parts/format/numbers";
import type { Listing } from "../rows/pages";
import { type ExportFormat, exportSelected, retrySelected, type SelectedIds } from "./selectedRows";
import { MAX_SELECTED, type Selection } from "./selection";

interface Props {
  listing: Listing;
  selection: Selection;
  canRetry: boolean;
  /** The number of matching rows, if it is known. */
  total: number | null;
  onClear: () => void;
  onDone: () => void;
}

/** The actions on the selected rows. */
export function SelectionBar({ listing, selection, canRetry, total, onClear, onDone }: Props) {
  const description = describeSelection(selection, total);
  const retry = useMutation({
    mutationFn: () => retrySelected(listing, selection),
    onSuccess: (selected) => {
      notify(
        `Retrying ${selected ? formatCount(selected.ids.length, "row") : description}.${describeLimit(selected)}`,
      );
      onDone();
    },
    onError: (error) => notifyError(error, "Could not retry the rows"),
  });
  const save = useMutation({
    mutationFn: (format: ExportFormat) =>
      exportSelected(listing, selection, format, total ?? Number.POSITIVE_INFINITY),
    onSuccess: (selected) =>
      describeLimit(selected) && notify(describeLimit(selected), "The file does not contain all rows"),
    onError: (error) => notifyError(error, "Could not export"),
  });
  const confirmRetry = () =>
    confirm({
      title: `Retry ${description}?`,
      consequence: `Finished rows lose their results until they have new ones. Waiting rows are retried now.${
        selection.isAll ? " Attempts are reset." : ""
      }`,
      confirmLabel: `Retry ${description}`,
      onConfirm: () => retry.mutate(),
    });
  return (
    <Group gap="xs" wrap="wrap">
      <Text size="sm" fw={600} aria-live="polite">
        {capitalize(description)} selected
      </Text>
      {canRetry && (
        <Button
          size="xs"
          onClick={confirmRetry}
          loading={retry.isPending}
          leftSection={<IconRefresh size={14} aria-hidden />}
        >
          Retry
        </Button>
      )}
      <Menu>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            loading={save.isPending}
            leftSection={<IconDownload size={14} aria-hidden />}
          >
            Export
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => save.mutate("csv")}>CSV</Menu.Item>
          <Menu.Item onClick={() => save.mutate("xlsx")}>Excel (XLSX)</Menu.Item>
          <Menu.Item onClick={() => save.mutate("jsonl")}>JSON Lines</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="subtle" onClick={onClear} leftSection={<IconX size={14} aria-hidden />}>
        Clear
      </Button>
    </Group>
  );
}

function describeSelection({ ids, isAll }: Selection, total: number | null): string {
  if (!isAll) return formatCount(ids.size, "row");
  return total === null ? "all matching rows" : `all ${formatCount(total, "matching row")}`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeLimit(selected: SelectedIds | null): string {
  if (selected === null || selected.areAll) return "";
  return ` More rows match than one request can contain. These are the first ${formatNumber(MAX_SELECTED)}.`;
}
