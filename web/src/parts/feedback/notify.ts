import { notifications } from "@mantine/notifications";
import { sentence } from "./problemText";

export function tell(message: string, title?: string): void {
  notifications.show({ message, title, color: "sheaf" });
}

export function tellProblem(error: unknown, title: string): void {
  notifications.show({ message: sentence(error), title, color: "red", autoClose: 12_000 });
}
