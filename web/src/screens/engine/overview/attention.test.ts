import { describe, expect, test } from "vitest";
import type { Cause, Domain, ParserAlert, Worker } from "../queries";
import { countWaiting, type Facts, findAttention } from "./attention";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

const alive = { name: "w1", alive: true, holding: 3, seenAt: ago(1) } as Worker;
const queue = (part: { waiting?: number[]; oldestDueAt?: string | null } = {}) =>
  ({
    work: (part.waiting ?? []).map((waiting) => ({ waiting })),
    oldestDueAt: part.oldestDueAt ?? null,
  }) as unknown as Facts["queue"];

const facts = (part: Partial<Facts>): Facts => ({
  queue: queue(),
  breakers: [],
  causes: [],
  alerts: [],
  workers: [alive],
  ...part,
});

const parts = (part: Partial<Facts>) => findAttention(facts(part), NOW).map((attention) => attention.part);

test("nothing needs attention while a worker is alive and nothing has failed", () => {
  expect(findAttention(facts({}), NOW)).toEqual([]);
});

test("countWaiting adds up the work of all stages", () => {
  expect(countWaiting(queue({ waiting: [2, 0, 5] }))).toBe(7);
  expect(countWaiting(queue())).toBe(0);
});

describe("workers", () => {
  test("are reported as missing, with the work that waits for them", () => {
    const [first] = findAttention(facts({ workers: [], queue: queue({ waiting: [2, 3] }) }), NOW);
    expect(first).toMatchObject({ tone: "error", part: "workers" });
    expect(first?.description).toContain("5 tasks");
  });

  test("are reported as missing when all of them are silent", () => {
    const silent = { ...alive, alive: false, holding: 0 };
    expect(parts({ workers: [silent] })).toEqual(["workers"]);
  });

  test("that are silent are reported only while they hold work", () => {
    const holding = { ...alive, name: "w2", alive: false, holding: 1, seenAt: ago(90) };
    const idle = { ...alive, name: "w3", alive: false, holding: 0, seenAt: ago(90) };
    const [only, ...rest] = findAttention(facts({ workers: [alive, holding, idle] }), NOW);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ tone: "warning" });
    expect(only?.title).toContain("w2");
    expect(only?.title).toContain("1 min 30 s");
  });
});

describe("findOpenBreakers", () => {
  const open = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ domain: `shop${index + 1}.example` }) as Domain);

  test("are reported once, with the first three sites by name", () => {
    const [only, ...rest] = findAttention(facts({ breakers: open(5) }), NOW);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({ tone: "error", part: "lanes", search: { open: true } });
    expect(only?.title).toContain("5 sites");
    expect(only?.description).toContain("shop1.example, shop2.example, shop3.example and 2 more");
  });

  test("of three sites are all joinNames", () => {
    const [only] = findAttention(facts({ breakers: open(3) }), NOW);
    expect(only?.description).toContain("shop1.example, shop2.example, shop3.example.");
  });
});

describe("dead letters", () => {
  test("are counted over all causes", () => {
    const causes = [
      { cause: "server_error", letters: 2 },
      { cause: "gone", letters: 1 },
    ] as Cause[];
    const [only] = findAttention(facts({ causes }), NOW);
    expect(only).toMatchObject({ tone: "warning", part: "dead-letters" });
    expect(only?.title).toContain("3 dead letters");
    expect(only?.description).toContain("server_error (2), gone (1)");
  });

  test("are not reported when every cause has been replayed", () => {
    expect(parts({ causes: [{ cause: "gone", letters: 0 }] as Cause[] })).toEqual([]);
  });
});

test("alerts of parsers name field, kind and site", () => {
  const alerts = [
    { domain: "shop.example", kind: "product", field: "price" },
    { domain: "blog.example", kind: "auto", field: "title" },
  ] as ParserAlert[];
  const [only] = findAttention(facts({ alerts }), NOW);
  expect(only).toMatchObject({ tone: "warning", part: "parsers", search: { open: true } });
  expect(only?.description).toContain("price of products on shop.example, title of any page on blog.example");
});

describe("old work", () => {
  test("is reported from five minutes on", () => {
    expect(parts({ queue: queue({ oldestDueAt: ago(299) }) })).toEqual([]);
    expect(parts({ queue: queue({ oldestDueAt: ago(300) }) })).toEqual(["lanes"]);
  });

  test("is not reported while no worker is alive, which is the cause", () => {
    expect(parts({ workers: [], queue: queue({ oldestDueAt: ago(900) }) })).toEqual(["workers"]);
  });
});

test("failures come before warnings of other parts", () => {
  const all = findAttention(
    facts({
      workers: [],
      breakers: [{ domain: "shop.example" } as Domain],
      causes: [{ cause: "gone", letters: 1 }] as Cause[],
    }),
    NOW,
  );
  expect(all.map(({ tone }) => tone)).toEqual(["error", "error", "warning"]);
});
