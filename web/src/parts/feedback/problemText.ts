// The text about an error: what went wrong, which fields are affected, and what to do next.
import { ApiError } from "../../api/client";

// Parameters in the paths of screens.
const PATH_PARAMETERS = ["itemId", "jobId"];

/** Whether the address of a screen contains an id that cannot exist. */
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

/** Returns the field errors that the message does not contain already. */
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
  if (!(error instanceof ApiError)) return "Reload the page. If the problem stays, check the server log.";
  switch (error.status) {
    case 0:
      return "Your input is kept. The page continues automatically when the server is back.";
    case 404:
      return "It may have been deleted, or it belongs to another user.";
    case 409:
    case 412:
      return "It was changed in the meantime, perhaps in another tab. Reload and try again.";
    case 413:
      return "Split it and send the parts one after the other.";
    case 429:
      return "Wait a moment. The page retries automatically.";
    case 503:
      return "The server is busy, or its database is unavailable. Try again in a moment.";
    default:
      return null;
  }
}
