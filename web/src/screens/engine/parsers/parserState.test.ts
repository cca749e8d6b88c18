import { expect, test } from "vitest";
import type { Parser } from "../queries";
import { getParserState } from "./parserState";

test.each([
  [{ alerts: ["price"], rate: 1, baseline: 1 }, "error"],
  [{ alerts: [], rate: 0, baseline: null }, "idle"],
  [{ alerts: [], rate: 0.89, baseline: 0.9 }, "warning"],
  [{ alerts: [], rate: 0.9, baseline: 0.9 }, "ok"],
  [{ alerts: [], rate: 1, baseline: 0 }, "ok"],
])("a parser with %j has the tone %s", (part, tone) => {
  expect(getParserState(part as unknown as Parser).tone).toBe(tone);
});
