import { describe, expect, test } from "vitest";
import {
  type Controller,
  createMarks,
  createMeasuredLines,
  createTargetLevels,
  createValueLines,
  describeController,
  formatMilliseconds,
  getFormat,
  listDecisions,
} from "./controllers";

const minute = (count: number) => new Date(Date.UTC(2026, 0, 1, 0, count)).toISOString();
const seconds = (count: number) => Date.UTC(2026, 0, 1, 0, count) / 1000;

/** The API lists the latest decision first. */
function process(name: string, decisions: { minute: number; value: number; measuredMs?: number | null }[]) {
  return {
    process: name,
    decidedAt: minute(decisions[0]?.minute ?? 0),
    decisions: decisions.map(({ minute: at, value, measuredMs = null }) => ({
      at: minute(at),
      value,
      measuredMs,
    })),
  };
}

const controller = (...processes: ReturnType<typeof process>[]) => ({ processes }) as unknown as Controller;

describe("describeController", () => {
  test("names the stage of controllers that exist once per stage", () => {
    expect(describeController("claim_size_crawl").title).toMatch(/^Claim size, fetching$/);
    expect(describeController("lease_extract").title).toMatch(/^Lease, reading$/);
    expect(describeController("lease_match").about).not.toBe("");
    expect(describeController("retry_spacing_match").title).toMatch(/^Retry spacing, matching$/);
  });

  test("uses the name of a stage that it does not know", () => {
    expect(describeController("claim_size_print").title).toContain("print");
  });

  test("describes an unknown controller by its own name", () => {
    expect(describeController("some_new_thing")).toEqual({ title: "some new thing", about: "" });
  });
});

describe("getFormat", () => {
  test("depends on the unit", () => {
    expect(getFormat("share")(0.25)).toBe("25 %");
    expect(getFormat("ms")(1_500)).toBe("1.5 s");
    expect(getFormat("rows")(1_200)).toBe("1,200");
    expect(getFormat("rows")(2.25)).toBe("2.3");
  });

  test.each([
    [0.44, "0.4 ms"],
    [999, "999 ms"],
    [1_000, "1 s"],
    [59_900, "59.9 s"],
    [60_000, "1 min"],
    [90_000, "1 min 30 s"],
  ])("shows %d milliseconds as %s", (value, text) => {
    expect(formatMilliseconds(value)).toBe(text);
  });
});

describe("createValueLines", () => {
  test("has one stepped line per process in the order of time", () => {
    const lines = createValueLines(
      controller(
        process("b", [
          { minute: 5, value: 8 },
          { minute: 1, value: 4 },
        ]),
        process("a", [{ minute: 2, value: 1 }]),
      ),
    );
    expect(lines.map(({ label }) => label)).toEqual(["a", "b"]);
    expect(lines[1]).toEqual({
      label: "b",
      stepped: true,
      points: [
        { at: seconds(1), value: 4 },
        { at: seconds(5), value: 8 },
      ],
    });
  });

  test("shows the six processes that decided last", () => {
    const many = Array.from({ length: 8 }, (_, index) => process(`p${index}`, [{ minute: index, value: 1 }]));
    expect(createValueLines(controller(...many)).map(({ label }) => label)).toEqual([
      "p2",
      "p3",
      "p4",
      "p5",
      "p6",
      "p7",
    ]);
  });
});

test("createMeasuredLines leaves out decisions and processes without a measurement", () => {
  const lines = createMeasuredLines(
    controller(
      process("a", [
        { minute: 3, value: 1, measuredMs: 0 },
        { minute: 2, value: 1 },
        { minute: 1, value: 1, measuredMs: 30 },
      ]),
      process("b", [{ minute: 1, value: 1 }]),
    ),
  );
  expect(lines).toEqual([
    {
      label: "a",
      points: [
        { at: seconds(1), value: 30 },
        { at: seconds(3), value: 0 },
      ],
    },
  ]);
});

test("createTargetLevels lists the levels that a controller has", () => {
  expect(
    createTargetLevels({ targetMs: 0, longestMs: null } as Controller).map(({ value }) => value),
  ).toEqual([0]);
  expect(
    createTargetLevels({ targetMs: 50, longestMs: 200 } as Controller).map(({ value }) => value),
  ).toEqual([50, 200]);
});

describe("listDecisions", () => {
  test("lists decisions of all processes, the latest first, and numbers the first nine", () => {
    const odd = process(
      "a",
      [9, 7, 5, 3, 1].map((at) => ({ minute: at, value: at })),
    );
    const even = process(
      "b",
      [10, 8, 6, 4, 2, 0].map((at) => ({ minute: at, value: at })),
    );
    const decisions = listDecisions(controller(odd, even));
    expect(decisions.map(({ value }) => value)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    expect(decisions.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, null, null]);
    expect(decisions[1]?.process).toBe("a");
    expect(createMarks(decisions)).toHaveLength(9);
    expect(createMarks(decisions)[0]).toEqual({ at: seconds(10), number: 1 });
  });
});
