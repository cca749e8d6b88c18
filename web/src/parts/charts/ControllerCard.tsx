import { Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { Time } from "../format/Time";
import { ChartFigure } from "./ChartFigure";
import {
  type Controller,
  createMarks,
  createMeasuredLines,
  createTargetLevels,
  createValueLines,
  type Decision,
  describeController,
  formatMilliseconds,
  getFormat,
  listDecisions,
} from "./controllers";
import type { Format } from "./lines";

const COLLAPSED_COUNT = 3;

/** A controller: its value, its measurements, and the reason for each decision. */
export function ControllerCard({ controller, at }: { controller: Controller; at: number }) {
  const { title, about } = describeController(controller.controller);
  const format = getFormat(controller.unit);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text fw={600}>
          {controller.value === null
            ? "no decision yet"
            : formatWithUnit(controller.value, controller, format)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {about} Range: {format(controller.lowest)} to {formatWithUnit(controller.highest, controller, format)}
        .
      </Text>
      {controller.processes.length === 0 ? (
        <Text size="sm" c="dimmed">
          No decisions yet. The chart starts with the first work of this kind.
        </Text>
      ) : (
        <Charts controller={controller} title={title} format={format} at={at} />
      )}
    </Paper>
  );
}

function Charts({
  controller,
  title,
  format,
  at,
}: {
  controller: Controller;
  title: string;
  format: Format;
  at: number;
}) {
  const until = at / 1000;
  const { values, measured, levels, decisions, marks } = useMemo(() => {
    const decisions = listDecisions(controller);
    return {
      values: createValueLines(controller),
      measured: createMeasuredLines(controller),
      levels: createTargetLevels(controller),
      decisions: decisions,
      marks: createMarks(decisions),
    };
  }, [controller]);
  return (
    <Stack gap="md">
      <ChartFigure title={`${title} over time`} lines={values} marks={marks} until={until} format={format} />
      {measured.length > 0 && (
        <ChartFigure
          title={`${controller.measures}${levels.length > 0 ? ", with target" : ""}`}
          lines={measured}
          levels={levels}
          marks={marks}
          until={until}
          format={formatMilliseconds}
        />
      )}
      <Reasons decisions={decisions} controller={controller} format={format} />
    </Stack>
  );
}

function Reasons({
  decisions,
  controller,
  format,
}: {
  decisions: Decision[];
  controller: Controller;
  format: Format;
}) {
  const [isExpanded, setExpanded] = useState(false);
  const shown = isExpanded ? decisions : decisions.slice(0, COLLAPSED_COUNT);
  return (
    <div>
      <Text size="sm" fw={600}>
        Reasons
      </Text>
      <List size="sm" listStyleType="none" spacing={2}>
        {shown.map((decision) => (
          <List.Item key={`${decision.process} ${decision.at}`}>
            {decision.number !== null && <b>{decision.number}. </b>}
            {formatWithUnit(decision.value, controller, format)}: {decision.cause}{" "}
            <Text span size="xs" c="dimmed">
              <Time at={decision.at} />
              {controller.processes.length > 1 && `, ${decision.process}`}
            </Text>
          </List.Item>
        ))}
      </List>
      {decisions.length > COLLAPSED_COUNT && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? "Show fewer" : `Show all ${decisions.length} decisions`}
        </Button>
      )}
    </div>
  );
}

/** Adds the unit unless the format already includes it. */
function formatWithUnit(value: number, { unit }: Controller, format: Format): string {
  if (unit === "ms" || unit === "share") return format(value);
  return `${format(value)} ${unit === "times" ? "×" : unit}`;
}
