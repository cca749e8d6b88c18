import { describe, expect, test } from "vitest";
import { alignLines, type Line } from "./lines";

const line = (points: [number, number][], stepped = false): Line => ({
  label: "line",
  stepped,
  points: points.map(([at, value]) => ({ at, value })),
});

describe("alignLines", () => {
  test("puts all lines over the same sorted moments without repetition", () => {
    const [times] = alignLines(
      [
        line([[3, 1]]),
        line([
          [1, 1],
          [3, 2],
        ]),
      ],
      [],
      [{ at: 2, number: 1 }],
      5,
    );
    expect(times).toEqual([1, 2, 3, 5]);
  });

  test("continues a stepped line until its next value and up to the end", () => {
    const [, values] = alignLines(
      [
        line(
          [
            [2, 10],
            [4, 20],
          ],
          true,
        ),
      ],
      [],
      [
        { at: 1, number: 1 },
        { at: 3, number: 2 },
      ],
      5,
    );
    expect(values).toEqual([null, 10, 10, 20, 20]);
  });

  test("leaves gaps in a line that is not stepped", () => {
    const [, values] = alignLines(
      [
        line([
          [2, 10],
          [4, 20],
        ]),
      ],
      [],
      [{ at: 3, number: 1 }],
      5,
    );
    expect(values).toEqual([10, null, 20, null]);
  });

  test("takes the last of several values of the same moment", () => {
    const [, values] = alignLines(
      [
        line([
          [2, 10],
          [2, 11],
        ]),
      ],
      [],
      [],
      3,
    );
    expect(values).toEqual([11, null]);
  });

  test("draws levels over the whole width, after the lines", () => {
    const series = alignLines([line([[1, 10]])], [{ label: "Target", value: 7 }], [], 2);
    expect(series).toEqual([
      [1, 2],
      [10, null],
      [7, 7],
    ]);
  });

  test("has a single moment when there is no data", () => {
    expect(alignLines([line([])], [], [], 9)).toEqual([[9], [null]]);
  });
});
