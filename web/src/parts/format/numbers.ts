const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const short = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, notation: "compact" });
const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const number = (value: number): string => whole.format(value);
export const compact = (value: number): string => short.format(value);
export const decimal = (value: number): string => oneDigit.format(value);
export const percent = (share: number): string => `${whole.format(share * 100)} %`;

const SIZES = ["kB", "MB", "GB"] as const;

export function bytes(value: number): string {
  if (value < 1000) return plural(value, "byte");
  let size = value / 1000;
  let step = 0;
  // 999.95 would be shown as 1,000
  for (; size >= 999.95 && step < SIZES.length - 1; step += 1) size /= 1000;
  return `${oneDigit.format(size)} ${SIZES[step]}`;
}

/** A duration in at most two units: "3 s", "4 min 10 s", "2 h 5 min". */
export function duration(seconds: number): string {
  const total = Math.max(0, Math.round(seconds));
  const parts: [number, string][] = [
    [Math.floor(total / 86_400), "d"],
    [Math.floor(total / 3600) % 24, "h"],
    [Math.floor(total / 60) % 60, "min"],
    [total % 60, "s"],
  ];
  const first = parts.findIndex(([count]) => count > 0);
  if (first < 0) return "0 s";
  const shown = parts.slice(first, first + 2).filter(([count]) => count > 0);
  return shown.map(([count, unit]) => `${count} ${unit}`).join(" ");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}
