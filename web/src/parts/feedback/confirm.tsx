import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";

interface Question {
  title: string;
  /** What will happen, and whether it can be undone. */
  consequence: string;
  /** The act itself: "Cancel the job", never "OK". */
  act: string;
  keep?: string;
  onConfirm: () => void;
}

/** Asks in words before something that cannot be undone. */
export function confirm({ title, consequence, act, keep = "Keep it", onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: act, cancel: keep },
    confirmProps: { color: "red" },
    onConfirm,
  });
}
