import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: string;
  /** The label of the button that confirms. It names the action, such as "Delete job". */
  confirmLabel: string;
  /** The label of the button that cancels. */
  cancelLabel?: string;
  onConfirm: () => void;
}

/** Asks for a confirmation before an action that cannot be undone. */
export function confirm({
  title,
  consequence,
  confirmLabel,
  cancelLabel = "Cancel",
  onConfirm,
}: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: confirmLabel, cancel: cancelLabel },
    confirmProps: { color: "red" },
    onConfirm,
  });
}
