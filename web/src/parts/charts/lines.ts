// Lines over time, as charts and tables take them.

interface Point {
  /** Seconds since 1970. */
  at: number;
  value: number;
}

export interface Line {
  label: string;
  /** In the order of time. */
  points: Point[];
  /** What it says holds until it says something else, and is not drawn as a slope. */
  stepped?: boolean;
}

export interface Level {
  label: string;
  value: number;
}

/** Something that happened: drawn with its number, by which it is found in the words beside the chart. */
export interface Mark {
  at: number;
  number: number;
}

export type Format = (value: number) => string;

/** All lines over the same moments, those of marks among them: what is stepped goes on as it was, what is not has gaps. */
export function aligned(
  lines: Line[],
  levels: Level[],
  marks: Mark[],
  until: number,
): [number[], ...(number | null)[][]] {
  const told = [...lines.flatMap(({ points }) => points), ...marks].map(({ at }) => at);
  const times = [...new Set([...told, until])].sort((one, other) => one - other);
  return [
    times,
    ...lines.map((line) => valuesAt(line, times)),
    ...levels.map(({ value }) => times.map(() => value)),
  ];
}

function valuesAt({ points, stepped }: Line, times: number[]): (number | null)[] {
  let next = 0;
  let last: number | null = null;
  return times.map((time) => {
    let here: number | null = null;
    for (let point = points[next]; point !== undefined && point.at <= time; point = points[++next]) {
      here = point.value;
      last = point.value;
    }
    return stepped ? last : here;
  });
}
