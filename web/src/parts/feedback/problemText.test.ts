import { describe, expect, test } from "vitest";
import { ApiError } from "../../api/client";
import { describeError, isUnknownAddress, listFieldErrors, suggestNextStep } from "./problemText";

const invalid = (...fields: string[]) =>
  new ApiError(
    422,
    "invalid",
    "The request is not valid.",
    fields.map((field) => ({ field, reason: "Is not a UUID." })),
  );

describe("an address with an id that cannot exist", () => {
  test("is recognised by the fields that the server refuses", () => {
    expect(isUnknownAddress(invalid("itemId"))).toBe(true);
    expect(isUnknownAddress(invalid("jobId", "itemId"))).toBe(true);
  });

  test("is not assumed when a field of a form is refused too", () => {
    expect(isUnknownAddress(invalid("jobId", "title"))).toBe(false);
  });

  test("is not assumed without fields, for another status, or for other errors", () => {
    expect(isUnknownAddress(invalid())).toBe(false);
    expect(isUnknownAddress(new ApiError(404, "x", "x", [{ field: "jobId", reason: "x" }]))).toBe(false);
    expect(isUnknownAddress(new Error("jobId"))).toBe(false);
  });

  test("is described without the name of the field", () => {
    expect(describeError(invalid("itemId"))).not.toContain("not valid");
    expect(listFieldErrors(invalid("itemId"))).toEqual([]);
  });
});

describe("listFieldErrors", () => {
  test("leaves out reasons that the message contains", () => {
    const fields = [
      { field: "url", reason: "The URL has no host." },
      { field: "kind", reason: "Is not known." },
    ];
    expect(listFieldErrors(new ApiError(422, "invalid", "The URL has no host.", fields))).toEqual([
      fields[1],
    ]);
  });

  test("is empty for errors that do not come from the server", () => {
    expect(listFieldErrors(new Error("broken"))).toEqual([]);
  });
});

describe("describeError", () => {
  test("is the message of the server", () => {
    expect(describeError(new ApiError(409, "conflict", "The job is paused."))).toBe("The job is paused.");
  });

  test("does not repeat the server's message when a sign-in is missing", () => {
    expect(describeError(new ApiError(401, "unauthorized", "Bad token."))).not.toContain("token");
  });

  test("exists for any thrown value", () => {
    expect(describeError("text")).not.toBe("");
    expect(describeError(undefined)).not.toBe("");
  });
});

describe("suggestNextStep", () => {
  test.each([0, 404, 409, 412, 413, 429, 503])("advises what to do after status %i", (status) => {
    expect(suggestNextStep(new ApiError(status, "code", "message"))).not.toBeNull();
  });

  test.each([400, 401, 422])("adds nothing after status %i", (status) => {
    expect(suggestNextStep(new ApiError(status, "code", "message"))).toBeNull();
  });

  test("gives the same advice for both kinds of conflict", () => {
    expect(suggestNextStep(new ApiError(409, "a", "b"))).toBe(suggestNextStep(new ApiError(412, "a", "b")));
  });

  test("advises what to do after an error of the page itself", () => {
    expect(suggestNextStep(new TypeError("broken"))).not.toBeNull();
  });
});
