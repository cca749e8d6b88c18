import { expect, test } from "vitest";
import type { WaitingReason } from "../../../parts/status/waitingReason";
import { groupReasons } from "./waitingGroups";

const reason = (code: WaitingReason["code"], what: string, site?: string | null) => ({
  code,
  what,
  until: null,
  isStuck: false,
  site,
});

test("rows are grouped by code and site, the largest group first, each with its first reason", () => {
  const groups = groupReasons([
    reason("fetching", "first"),
    reason("no_worker", "second"),
    reason("site_paused", "third", "a.example"),
    reason("site_paused", "fourth", "b.example"),
    reason("site_paused", "fifth", "b.example"),
    reason("no_worker", "sixth", null),
    reason("no_worker", "seventh"),
  ]);
  expect(groups.map(({ reason: { what }, count }) => [what, count])).toEqual([
    ["second", 3],
    ["fourth", 2],
    ["first", 1],
    ["third", 1],
  ]);
});

test("there are no groups without reasons", () => {
  expect(groupReasons([])).toEqual([]);
});
