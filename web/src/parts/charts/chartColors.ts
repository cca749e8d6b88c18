// Colors for light and dark mode that color-blind users can distinguish. Each line also has its own dash pattern.
const LIGHT = ["#0072b2", "#b35900", "#00795a", "#a0457f", "#5b4fc4", "#6b5900"];
const DARK = ["#56b4e9", "#e69f00", "#3ecf9f", "#e59ac4", "#a79bff", "#e8dc5a"];
const PATTERNS = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4]];

export const MAX_LINES = LIGHT.length;

export interface ChartColors {
  line: (index: number) => string;
  pattern: (index: number) => number[];
  level: string;
  text: string;
  grid: string;
}

export function getChartColors(isDark: boolean): ChartColors {
  const lineColors = isDark ? DARK : LIGHT;
  return {
    line: (index) => lineColors[index % lineColors.length] ?? "",
    pattern: (index) => PATTERNS[index % PATTERNS.length] ?? [],
    level: isDark ? "#ff8a70" : "#c92a2a",
    text: isDark ? "#c9c9c9" : "#495057",
    grid: isDark ? "#424242" : "#e9ecef",
  };
}
