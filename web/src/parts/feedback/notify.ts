import { notifications } from "@mantine/notifications";
import { describeError } from "./problemText";

export function notify(message: string, title?: string): void {
  notifications.show({ message, title, color: "sheaf" });
}

export function notifyError(error: unknown, title: string): void {
  notifications.show({ message: describeError(error), title, color: "red", autoClose: 12_000 });
}
