// Colours that differ for those who see fewer of them, in both schemes; each line has a pattern of its own too.
const LIGHT = ["#0072b2", "#b35900", "#00795a", "#a0457f", "#5b4fc4", "#6b5900"];
const DARK = ["#56b4e9", "#e69f00", "#3ecf9f", "#e59ac4", "#a79bff", "#e8dc5a"];
const PATTERNS = [[], [8, 4], [2, 3], [10, 3, 2, 3], [5, 5], [1, 4]];

export const MOST_LINES = LIGHT.length;

export interface Colours {
  line: (place: number) => string;
  pattern: (place: number) => number[];
  level: string;
  text: string;
  grid: string;
}

export function colours(isDark: boolean): Colours {
  const of = isDark ? DARK : LIGHT;
  return {
    line: (place) => of[place % of.length] ?? "",
    pattern: (place) => PATTERNS[place % PATTERNS.length] ?? [],
    level: isDark ? "#ff8a70" : "#c92a2a",
    text: isDark ? "#c9c9c9" : "#495057",
    grid: isDark ? "#424242" : "#e9ecef",
  };
}
