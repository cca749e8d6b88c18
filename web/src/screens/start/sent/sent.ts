import { isObject, isText } from "../../../storage/kept";

/** A job that was sent from this tab, and by whom. */
export interface Sent {
  jobId: number;
  email: string;
}

export function areSent(said: unknown): said is Sent[] {
  return (
    Array.isArray(said) &&
    said.every((one) => isObject(one) && Number.isInteger(one.jobId) && isText(one.email))
  );
}
