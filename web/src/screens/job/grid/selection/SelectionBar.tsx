import { Button, Group, Menu, Text } from "@mantine/core";
import { IconDownload, IconRefresh, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { confirm } from "../../../../parts/feedback/confirm";
import { tell, tellProblem } from "../../../../parts/feedback/notify";
import { number, plural } from "../../../../parts/format/numbers";
import type { Listing } from "../rows/pages";
import { type ExportFormat, exportSelected, retrySelected, type SelectedIds } from "./selectedRows";
import { MAX_SELECTED, type Selection } from "./selection";

interface Props {
  listing: Listing;
  selection: Selection;
  canRetry: boolean;
  /** How many rows fit, if that is known. */
  total: number | null;
  onClear: () => void;
  onDone: () => void;
}

/** What can be done with the rows that are selected. */
export function SelectionBar({ listing, selection, canRetry, total, onClear, onDone }: Props) {
  const description = describeSelection(selection, total);
  const retry = useMutation({
    mutationFn: () => retrySelected(listing, selection),
    onSuccess: (selected) => {
      tell(
        `${selected ? plural(selected.ids.length, "row") : description} will be done again.${describeLimit(selected)}`,
      );
      onDone();
    },
    onError: (error) => tellProblem(error, "The rows are not done again"),
  });
  const save = useMutation({
    mutationFn: (format: ExportFormat) =>
      exportSelected(listing, selection, format, total ?? Number.POSITIVE_INFINITY),
    onSuccess: (selected) =>
      describeLimit(selected) && tell(describeLimit(selected), "The file does not have them all"),
    onError: (error) => tellProblem(error, "The file could not be made"),
  });
  const confirmRetry = () =>
    confirm({
      title: `Do ${description} again?`,
      consequence: `Those that are done lose their results until their pages were fetched once more. Those that wait are due at once.${
        selection.isAll ? " Attempts are counted anew." : ""
      }`,
      act: `Do ${description} again`,
      keep: "Leave them",
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
          Reprocess
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
          <Menu.Item onClick={() => save.mutate("csv")}>As CSV</Menu.Item>
          <Menu.Item onClick={() => save.mutate("xlsx")}>As a workbook (XLSX)</Menu.Item>
          <Menu.Item onClick={() => save.mutate("jsonl")}>As lines of JSON</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button size="xs" variant="subtle" onClick={onClear} leftSection={<IconX size={14} aria-hidden />}>
        Clear
      </Button>
    </Group>
  );
}

function describeSelection({ ids, isAll }: Selection, total: number | null): string {
  if (!isAll) return plural(ids.size, "row");
  return total === null ? "all rows that fit" : `all ${plural(total, "row")} that fit`;
}

function capitalize(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function describeLimit(selected: SelectedIds | null): string {
  if (selected === null || selected.areAll) return "";
  return ` More fit than can be named at once: these are the first ${number(MAX_SELECTED)}.`;
}
