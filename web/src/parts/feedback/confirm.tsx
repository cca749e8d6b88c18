import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: string;
  /** The label of the button that confirms. It names the action, such as "Delete job". */
  act: string;
  /** The label of the button that cancels. */
  keep?: string;
  onConfirm: () => void;
}

/** Asks for a confirmation before an action that cannot be undone. */
export function confirm({ title, consequence, act, keep = "Cancel", onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: act, cancel: keep },
    confirmProps: { color: "red" },
    onConfirm,
  });
}
