import { expect, test } from "vitest";
import type { AuditEntry } from "../queries";
import {
  describeObject,
  describeObjectFilter,
  describeSource,
  getActionLabel,
  listValues,
  summarizeChanges,
} from "./entry";

const ENTRY: AuditEntry = {
  id: 1,
  happenedAt: "2026-03-01T12:00:00Z",
  actor: "root@example.com",
  userId: 3,
  source: "api",
  address: "203.0.113.7",
  action: "domain.change",
  objectType: "domain",
  objectId: "shop.example",
  before: { paused: false, crawlDelaySeconds: null, obeysRobots: true },
  after: { paused: true, crawlDelaySeconds: 2, obeysRobots: true },
};

test("an entry says what was done, to what, and from where", () => {
  expect(getActionLabel(ENTRY.action)).toBe("Site changed");
  expect(describeObject(ENTRY)).toBe("Site shop.example");
  expect(describeSource(ENTRY)).toBe("API, 203.0.113.7");
  expect(describeSource({ ...ENTRY, source: "command", address: null })).toBe("Command line");
});

test("an unknown action and object are shown as the API names them", () => {
  expect(getActionLabel("board.add")).toBe("board.add");
  expect(describeObject({ ...ENTRY, objectType: "board", objectId: "7" })).toBe("board 7");
});

test("an action on several objects says how many it changed", () => {
  const entry = { ...ENTRY, objectType: "crawl_task", objectId: null, before: null, after: { count: 35 } };
  expect(describeObject(entry)).toBe("35 pages");
  expect(describeObject({ ...entry, objectType: "dead_letter", after: { count: 1 } })).toBe("1 dead letter");
});

test("changed values come first, with the value before and after", () => {
  expect(listValues(ENTRY)).toStrictEqual([
    { name: "paused", label: "Paused", before: "no", after: "yes", isChanged: true, isDefault: false },
    {
      name: "crawlDelaySeconds",
      label: "Crawl delay seconds",
      before: "–",
      after: "2",
      isChanged: true,
      isDefault: false,
    },
    {
      name: "obeysRobots",
      label: "Obey robots.txt",
      before: "yes",
      after: "yes",
      isChanged: false,
      isDefault: false,
    },
  ]);
});

test("the summary has the first changes, and says how many there are more", () => {
  expect(summarizeChanges(ENTRY)).toBe("Paused: no → yes, Crawl delay seconds: – → 2");
  expect(summarizeChanges(ENTRY, 1)).toBe("Paused: no → yes and 1 more");
});

test("a new or removed object is described by its values", () => {
  const proxy = { host: "proxy.example", port: 3128 };
  expect(summarizeChanges({ before: null, after: proxy })).toBe("Host: proxy.example, Port: 3128");
  expect(summarizeChanges({ before: proxy, after: null })).toBe("Host: proxy.example, Port: 3128");
  expect(summarizeChanges({ before: null, after: null })).toBe("");
});

test("lists are shown as text, and empty ones as a dash", () => {
  expect(listValues({ before: null, after: { kinds: ["recipe", "product"], urls: [] } })).toMatchObject([
    { after: "recipe, product" },
    { after: "–" },
  ]);
});

test("values that differ from a default come first, and the summary leaves out the others", () => {
  const site = {
    maxConcurrentRequests: null,
    isActive: true,
    obeysRobots: true,
    paused: false,
    crawlDelaySeconds: 2,
  };
  expect(summarizeChanges({ before: null, after: site })).toBe("Crawl delay seconds: 2");
  expect(listValues({ before: null, after: site })[0]).toMatchObject({ name: "crawlDelaySeconds" });
  expect(summarizeChanges({ before: site, after: null })).toBe("Crawl delay seconds: 2");
  expect(summarizeChanges({ before: null, after: { ...site, isActive: false } })).toContain("Enabled: no");
});

test("a value that is reset is a change", () => {
  expect(summarizeChanges({ before: { crawlDelaySeconds: 2 }, after: { crawlDelaySeconds: null } })).toBe(
    "Crawl delay seconds: 2 → –",
  );
  expect(summarizeChanges({ before: { isActive: false }, after: { isActive: true } })).toBe(
    "Enabled: no → yes",
  );
});

test.each([
  ["PT6H", "every 6 h"],
  ["P14D", "every 14 d"],
  ["P1DT12H", "every 1 d 12 h"],
  ["P1Y35D", "every 400 d"],
  ["soon", "soon"],
])("the crawl frequency %s is shown as %s", (crawlFrequency, text) => {
  expect(summarizeChanges({ before: null, after: { crawlFrequency } })).toBe(`Crawl frequency: ${text}`);
});

test("a filter by object is shown like the object", () => {
  expect(describeObjectFilter("domain:127.0.0.1:8000")).toBe("Site 127.0.0.1:8000");
  expect(describeObjectFilter("api_token")).toBe("API token");
});
