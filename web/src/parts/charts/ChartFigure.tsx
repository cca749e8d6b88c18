import { Group, Skeleton, Switch, Table, Text, useComputedColorScheme } from "@mantine/core";
import { lazy, Suspense, useId, useState } from "react";
import { Time } from "../format/Time";
import { type ChartColors, getChartColors } from "./chartColors";
import type { Format, Level, Line } from "./lines";
import type { TimeChartProps } from "./TimeChart";

// Loaded on demand: few screens need the chart library.
const TimeChart = lazy(() => import("./TimeChart"));
const HEIGHT = 180;

interface Props extends TimeChartProps {
  title: string;
}

/** A chart with its title and legend, which can also be shown as a table. */
export function ChartFigure({ title, ...chart }: Props) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const height = chart.height ?? HEIGHT;
  return (
    <figure aria-labelledby={id} style={{ margin: 0 }}>
      <Group justify="space-between" gap="xs" mb={4}>
        <Text id={id} size="sm" fw={600} component="figcaption">
          {title}
        </Text>
        <Switch
          size="xs"
          label="Show as table"
          aria-label={`Show as table: ${title}`}
          checked={isTable}
          onChange={(event) => setTable(event.currentTarget.checked)}
        />
      </Group>
      {isTable ? (
        <ValuesTable title={title} height={height} {...chart} />
      ) : (
        <Suspense fallback={<Skeleton height={height} />}>
          <div role="img" aria-label={describeChart(title, chart)}>
            <TimeChart {...chart} height={height} />
          </div>
        </Suspense>
      )}
      <Legend {...chart} />
    </figure>
  );
}

function describeChart(title: string, { lines, levels = [], format }: TimeChartProps): string {
  const values = lines.map(({ label, points }) => {
    const last = points.at(-1);
    return `${label}: ${last === undefined ? "no data" : format(last.value)}`;
  });
  return [title, ...values, ...levels.map(({ label, value }) => `${label}: ${format(value)}`)].join("; ");
}

function Legend({ lines, levels = [], format }: TimeChartProps) {
  const colors = getChartColors(useComputedColorScheme("light") === "dark");
  return (
    <Group gap="md" mt={4}>
      {lines.map(({ label, points }, index) => (
        <LegendItem key={label} label={label} last={points.at(-1)?.value} format={format}>
          <Swatch stroke={colors.line(index)} dash={colors.pattern(index)} />
        </LegendItem>
      ))}
      {levels.map((level, index) => (
        <LegendItem key={level.label} label={level.label} last={level.value} format={format}>
          <Swatch stroke={colors.level} dash={index === 0 ? [12, 4] : [3, 4]} />
        </LegendItem>
      ))}
    </Group>
  );
}

function LegendItem({
  label,
  last,
  format,
  children,
}: {
  label: string;
  last: number | undefined;
  format: Format;
  children: React.ReactNode;
}) {
  return (
    <Group gap={6} wrap="nowrap">
      {children}
      <Text size="xs" style={{ overflowWrap: "anywhere" }}>
        {label}: <b>{last === undefined ? "–" : format(last)}</b>
      </Text>
    </Group>
  );
}

function Swatch({ stroke, dash }: { stroke: ReturnType<ChartColors["line"]>; dash: number[] }) {
  return (
    <svg width={28} height={8} aria-hidden style={{ flex: "none" }}>
      <line x1={0} x2={28} y1={4} y2={4} stroke={stroke} strokeWidth={2} strokeDasharray={dash.join(" ")} />
    </svg>
  );
}

function ValuesTable({
  title,
  lines,
  levels = [],
  format,
  height,
}: Props & { lines: Line[]; levels?: Level[] }) {
  const rows = lines
    .flatMap(({ label, points }) => points.map((point) => ({ label, ...point })))
    .sort((left, right) => right.at - left.at);
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable with the keyboard
      tabIndex={0}
      aria-label={`${title}: values`}
      style={{ maxHeight: height, minHeight: height, overflow: "auto" }}
    >
      <Table verticalSpacing={2} aria-label={title}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Time</Table.Th>
            <Table.Th scope="col">Series</Table.Th>
            <Table.Th scope="col">Value</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {levels.map(({ label, value }) => (
            <Table.Tr key={label}>
              <Table.Td>always</Table.Td>
              <Table.Td>{label}</Table.Td>
              <Table.Td>{format(value)}</Table.Td>
            </Table.Tr>
          ))}
          {rows.map(({ at, label, value }) => (
            <Table.Tr key={`${label} ${at}`}>
              <Table.Td>
                <Time at={new Date(at * 1000).toISOString()} />
              </Table.Td>
              <Table.Td>{label}</Table.Td>
              <Table.Td>{format(value)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
