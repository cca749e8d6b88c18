const wholeNumber = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const shortNumber = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1, notation: "compact" });
const oneDigit = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

export const formatNumber = (value: number): string => wholeNumber.format(value);
export const formatCompact = (value: number): string => shortNumber.format(value);
export const formatDecimal = (value: number): string => oneDigit.format(value);
export const formatPercent = (share: number): string => `${wholeNumber.format(share * 100)} %`;

const SIZES = ["kB", "MB", "GB"] as const;

export function formatBytes(value: number): string {
  if (value < 1000) return formatCount(value, "byte");
  let size = value / 1000;
  let step = 0;
  // 999.95 would be shown as 1,000
  for (; size >= 999.95 && step < SIZES.length - 1; step += 1) size /= 1000;
  return `${oneDigit.format(size)} ${SIZES[step]}`;
}

/** A duration in at most two units: "3 s", "4 min 10 s", "2 h 5 min". */
export function formatDuration(seconds: number): string {
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

export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
