import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import UPlot from "uplot";
import { aligned, type Format, type Level, type Line, type Mark } from "./lines";
import { type Colours, colours } from "./palette";

export interface TimeChartProps {
  lines: Line[];
  /** Values to be held against, drawn as straight lines. */
  levels?: Level[];
  marks?: Mark[];
  /** Up to where what is stepped goes on, in seconds since 1970. */
  until: number;
  format: Format;
  height?: number;
}

const NARROWEST = 240; // until it is known how much room there is
const AXIS_FONT = "12px system-ui, sans-serif";
const BETWEEN_LABELS = 16;
const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit", second: "2-digit" });

/** Before and after noon, with two digits of the widest throughout. */
const WIDE_MOMENTS = [new Date(2000, 0, 1, 10, 58, 58), new Date(2000, 0, 1, 22, 58, 58)];

/** The drawing alone. It is as wide as there is room, and is drawn anew with what comes, without flickering. */
export default function TimeChart({
  lines,
  levels = [],
  marks = [],
  until,
  format,
  height = 180,
}: TimeChartProps) {
  const { ref, width } = useElementSize();
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const isDark = useComputedColorScheme("light") === "dark";
  const now = { marks, format, width, data: aligned(lines, levels, marks, until) };
  const latest = useRef(now);
  latest.current = now;
  // What a chart is made of is told once; lines that come or go make another one.
  const made = JSON.stringify([
    lines.map(({ label, stepped }) => [label, stepped]),
    levels.map(({ label }) => label),
  ]);

  useEffect(() => {
    if (place.current === null) return;
    const [shownLines, shownLevels] = JSON.parse(made) as [[string, boolean?][], string[]];
    const look = colours(isDark);
    const drawn = new UPlot(
      {
        width: latest.current.width || NARROWEST,
        height,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { y: { range: fromZero } },
        axes: [timeAxis(look), valueAxis(look, (value) => latest.current.format(value))],
        series: [{}, ...shownLines.map(lineLook(look)), ...shownLevels.map(levelLook(look))],
        hooks: { draw: [(chart) => drawMarks(chart, latest.current.marks, look)] },
      },
      latest.current.data as UPlot.AlignedData,
      place.current,
    );
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.destroy();
    };
  }, [made, isDark, height]);

  useEffect(() => {
    if (width > 0) plot.current?.setSize({ width, height });
  }, [width, height]);

  useEffect(() => {
    plot.current?.setData(aligned(lines, levels, marks, until) as UPlot.AlignedData);
  }, [lines, levels, marks, until]);

  return (
    <div ref={ref} style={{ width: "100%", height, overflow: "hidden" }}>
      <div ref={place} />
    </div>
  );
}

/** A little room above what is highest, and always from zero, lest small changes look like large ones. */
function fromZero(_chart: UPlot, _lowest: number | null, highest: number | null): [number, number] {
  return [0, highest === null || highest <= 0 ? 1 : highest * 1.15];
}

function timeAxis(look: Colours): UPlot.Axis {
  return {
    stroke: look.text,
    grid: { stroke: look.grid },
    ticks: { stroke: look.grid },
    font: AXIS_FONT,
    space: labelSpace,
    values: (_chart, times) => times.map((time) => clock.format(time * 1000)),
  };
}

/** As much as the widest label takes: clocks of twelve hours say more, and each language says it in its own way. */
function labelSpace({ ctx }: UPlot): number {
  ctx.save();
  ctx.font = AXIS_FONT;
  const widths = WIDE_MOMENTS.map((moment) => ctx.measureText(clock.format(moment)).width);
  ctx.restore();
  return Math.max(...widths) + BETWEEN_LABELS;
}

function valueAxis(look: Colours, format: Format): UPlot.Axis {
  return {
    stroke: look.text,
    grid: { stroke: look.grid },
    ticks: { stroke: look.grid },
    size: 64,
    values: (_chart, values) => values.map(format),
  };
}

const lineLook =
  (look: Colours) =>
  ([label, stepped]: [string, boolean?], place: number): UPlot.Series => ({
    label,
    stroke: look.line(place),
    dash: look.pattern(place),
    width: 2,
    spanGaps: true,
    points: { show: !stepped, size: 6 },
    ...(stepped && UPlot.paths.stepped ? { paths: UPlot.paths.stepped({ align: 1 }) } : {}),
  });

const levelLook =
  (look: Colours) =>
  (label: string, place: number): UPlot.Series => ({
    label,
    stroke: look.level,
    dash: place === 0 ? [12, 4] : [3, 4],
    width: 1.5,
    points: { show: false },
  });

function drawMarks(chart: UPlot, marks: Mark[], look: Colours): void {
  const { ctx, bbox } = chart;
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = `${11 * scale}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  ctx.fillStyle = look.text;
  ctx.strokeStyle = look.text;
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
