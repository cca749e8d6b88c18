// The text about an error: what went wrong, which fields are concerned, and what to do next.
import { ApiError } from "../../api/client";

// What addresses of screens are made of.
const PATH_PARAMETERS = ["itemId", "jobId"];

/** Whether an address leads nowhere: what stands in it could not be the name of anything. */
export function isUnknownAddress(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.status === 422 &&
    error.fields.length > 0 &&
    error.fields.every(({ field }) => PATH_PARAMETERS.includes(field))
  );
}

export function isSignInMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** What the sentence has not said already. */
export function listFieldErrors(error: unknown): ApiError["fields"] {
  if (!(error instanceof ApiError) || isUnknownAddress(error)) return [];
  return error.fields.filter(({ reason }) => !error.message.includes(reason));
}

export function describeError(error: unknown): string {
  if (isSignInMissing(error)) return "You are not signed in.";
  if (isUnknownAddress(error)) return "There is nothing at this address.";
  return error instanceof Error ? error.message : "Something went wrong.";
}

export function suggestNextStep(error: unknown): string | null {
  if (!(error instanceof ApiError)) return "Load the page again; if it stays, the server's log tells more.";
  switch (error.status) {
    case 0:
      return "What you typed is kept. It goes on by itself when the server is back.";
    case 404:
      return "It may have been removed, or belong to somebody else.";
    case 409:
    case 412:
      return "Somebody, or another tab, was faster. Look at what is there now, and try again.";
    case 413:
      return "Split it, and send the parts one after the other.";
    case 429:
      return "Wait a little; it is tried again by itself.";
    case 503:
      return "The server is busy or its database away; try again in a moment.";
    default:
      return null;
  }
}
