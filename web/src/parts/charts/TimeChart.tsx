import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { type ChartColors, getChartColors } from "./chartColors";
import { alignLines, type Format, type Level, type Line, type Mark } from "./lines";

export interface TimeChartProps {
  lines: Line[];
  /** Reference values, drawn as horizontal lines. */
  levels?: Level[];
  marks?: Mark[];
  /** The end of stepped lines, in seconds since 1970. */
  until: number;
  format: Format;
  height?: number;
}

const MIN_WIDTH = 240; // until the element is measured
const AXIS_FONT = "12px system-ui, sans-serif";
const LABEL_GAP = 16;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Times whose labels are as wide as any: before and after noon, with two-digit hours. */
const WIDE_TIMES = [new Date(2000, 0, 1, 10, 58, 58), new Date(2000, 0, 1, 22, 58, 58)];

/** The chart alone. It fills the available width, and new data is drawn without flickering. */
export default function TimeChart({
  lines,
  levels = [],
  marks = [],
  until,
  format,
  height = 180,
}: TimeChartProps) {
  const { ref, width } = useElementSize();
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const isDark = useComputedColorScheme("light") === "dark";
  const current = { marks, format, width, data: alignLines(lines, levels, marks, until) };
  const latest = useRef(current);
  latest.current = current;
  // uPlot takes the series only once: lines that are added or removed create another chart.
  const structure = JSON.stringify([
    lines.map(({ label, stepped }) => [label, stepped]),
    levels.map(({ label }) => label),
  ]);

  useEffect(() => {
    if (container.current === null) return;
    const [shownLines, shownLevels] = JSON.parse(structure) as [[string, boolean?][], string[]];
    const colors = getChartColors(isDark);
    const chart = new UPlot(
      {
        width: latest.current.width || MIN_WIDTH,
        height,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { y: { range: scaleFromZero } },
        axes: [createTimeAxis(colors), createValueAxis(colors, (value) => latest.current.format(value))],
        series: [
          {},
          ...shownLines.map(createLineSeries(colors)),
          ...shownLevels.map(createLevelSeries(colors)),
        ],
        hooks: { draw: [(drawn) => drawMarks(drawn, latest.current.marks, colors)] },
      },
      latest.current.data as UPlot.AlignedData,
      container.current,
    );
    plot.current = chart;
    return () => {
      plot.current = null;
      chart.destroy();
    };
  }, [structure, isDark, height]);

  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height });
  }, [width, height]);

  useEffect(() => {
    plot.current?.setData(alignLines(lines, levels, marks, until) as UPlot.AlignedData);
  }, [lines, levels, marks, until]);

  return (
    <div ref={ref} style={{ width: "100%", height, overflow: "hidden" }}>
      <div ref={container} />
    </div>
  );
}

/** The y range: from zero, so that small changes do not look large, to a little above the highest value. */
function scaleFromZero(_chart: UPlot, _lowest: number | null, highest: number | null): [number, number] {
  return [0, highest === null || highest <= 0 ? 1 : highest * 1.15];
}

function createTimeAxis(colors: ChartColors): UPlot.Axis {
  return {
    stroke: colors.text,
    grid: { stroke: colors.grid },
    ticks: { stroke: colors.grid },
    font: AXIS_FONT,
    space: measureLabel,
    values: (_chart, times) => times.map((time) => clock.format(time * 1000)),
  };
}

/** The width of the widest label, which depends on the language and on 12-hour clocks. */
function measureLabel({ ctx }: UPlot): number {
  ctx.save();
  ctx.font = AXIS_FONT;
  const widths = WIDE_TIMES.map((moment) => ctx.measureText(clock.format(moment)).width);
  ctx.restore();
  return Math.max(...widths) + LABEL_GAP;
}

function createValueAxis(colors: ChartColors, format: Format): UPlot.Axis {
  return {
    stroke: colors.text,
    grid: { stroke: colors.grid },
    ticks: { stroke: colors.grid },
    size: 64,
    values: (_chart, values) => values.map(format),
  };
}

const createLineSeries =
  (colors: ChartColors) =>
  ([label, stepped]: [string, boolean?], index: number): UPlot.Series => ({
    label,
    stroke: colors.line(index),
    dash: colors.pattern(index),
    width: 2,
    spanGaps: true,
    points: { show: !stepped, size: 6 },
    ...(stepped && UPlot.paths.stepped ? { paths: UPlot.paths.stepped({ align: 1 }) } : {}),
  });

const createLevelSeries =
  (colors: ChartColors) =>
  (label: string, index: number): UPlot.Series => ({
    label,
    stroke: colors.level,
    dash: index === 0 ? [12, 4] : [3, 4],
    width: 1.5,
    points: { show: false },
  });

function drawMarks(chart: UPlot, marks: Mark[], colors: ChartColors): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.fillStyle = colors.text;
  ctx.strokeStyle = colors.text;
  ctx.globalAlpha = 0.75;
  ctx.lineWidth = scale;
  ctx.setLineDash([2 * scale, 3 * scale]);
  for (const { at, number } of marks) {
    const x = chart.valToPos(at, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top + 14 * scale);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.fillText(String(number), x, bbox.top + 10 * scale);
  }
  ctx.restore();
}
