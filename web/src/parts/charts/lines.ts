// The data of a chart: lines over time, levels and marks.

interface Point {
  /** Seconds since 1970. */
  at: number;
  value: number;
}

export interface Line {
  label: string;
  /** In chronological order. */
  points: Point[];
  /** Each value holds until the next one; drawn as steps instead of slopes. */
  stepped?: boolean;
}

export interface Level {
  label: string;
  value: number;
}

/** A numbered event. The text beside the chart explains it under the same number. */
export interface Mark {
  at: number;
  number: number;
}

export type Format = (value: number) => string;

/** Aligns all lines to the same times, including those of marks. Stepped lines continue; other lines have gaps. */
export function alignLines(
  lines: Line[],
  levels: Level[],
  marks: Mark[],
  until: number,
): [number[], ...(number | null)[][]] {
  const events = [...lines.flatMap(({ points }) => points), ...marks].map(({ at }) => at);
  const times = [...new Set([...events, until])].sort((left, right) => left - right);
  return [
    times,
    ...lines.map((line) => findValues(line, times)),
    ...levels.map(({ value }) => times.map(() => value)),
  ];
}

function findValues({ points, stepped }: Line, times: number[]): (number | null)[] {
  let next = 0;
  let last: number | null = null;
  return times.map((time) => {
    let current: number | null = null;
    for (let point = points[next]; point !== undefined && point.at <= time; point = points[++next]) {
      current = point.value;
      last = point.value;
    }
    return stepped ? last : current;
  });
}
