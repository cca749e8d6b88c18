import { isObject, isText } from "../../../storage/storedValue";

/** A job that was sent from this tab, and the user who sent it. */
export interface SentJobEntry {
  jobId: number;
  email: string;
}

export function isSentList(value: unknown): value is SentJobEntry[] {
  return (
    Array.isArray(value) &&
    value.every((entry) => isObject(entry) && Number.isInteger(entry.jobId) && isText(entry.email))
  );
}
