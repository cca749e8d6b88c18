import { Button, Group, List, Paper, Stack, Text, Title } from "@mantine/core";
import { useMemo, useState } from "react";
import { Time } from "../format/Time";
import { ChartFigure } from "./ChartFigure";
import {
  type Controller,
  type Decision,
  decisionsOf,
  formatOf,
  marksOf,
  measuredLines,
  milliseconds,
  nameOf,
  targets,
  valueLines,
} from "./controllers";
import type { Format } from "./lines";

const FIRST_SHOWN = 3;

/** A controller: what it came to, what it goes by, and the cause of each of its decisions. */
export function ControllerCard({ controller, at }: { controller: Controller; at: number }) {
  const { title, about } = nameOf(controller.controller);
  const format = formatOf(controller.unit);
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Group justify="space-between" align="baseline" gap="xs">
        <Title order={2} size="h5">
          {title}
        </Title>
        <Text fw={600}>
          {controller.value === null ? "no decision yet" : said(controller.value, controller, format)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {about} From {format(controller.lowest)} to {said(controller.highest, controller, format)}.
      </Text>
      {controller.processes.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing has been decided yet: its chart begins with the first work of this kind.
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
    const found = decisionsOf(controller);
    return {
      values: valueLines(controller),
      measured: measuredLines(controller),
      levels: targets(controller),
      decisions: found,
      marks: marksOf(found),
    };
  }, [controller]);
  return (
    <Stack gap="md">
      <ChartFigure title={`${title} over time`} lines={values} marks={marks} until={until} format={format} />
      {measured.length > 0 && (
        <ChartFigure
          title={`${controller.measures}${levels.length > 0 ? ", against its target" : ""}`}
          lines={measured}
          levels={levels}
          marks={marks}
          until={until}
          format={milliseconds}
        />
      )}
      <Causes decisions={decisions} controller={controller} format={format} />
    </Stack>
  );
}

function Causes({
  decisions,
  controller,
  format,
}: {
  decisions: Decision[];
  controller: Controller;
  format: Format;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? decisions : decisions.slice(0, FIRST_SHOWN);
  return (
    <div>
      <Text size="sm" fw={600}>
        Why
      </Text>
      <List size="sm" listStyleType="none" spacing={2}>
        {shown.map((decision) => (
          <List.Item key={`${decision.process} ${decision.at}`}>
            {decision.number !== null && <b>{decision.number}. </b>}
            {said(decision.value, controller, format)}: {decision.cause}{" "}
            <Text span size="xs" c="dimmed">
              <Time at={decision.at} />
              {controller.processes.length > 1 && `, ${decision.process}`}
            </Text>
          </List.Item>
        ))}
      </List>
      {decisions.length > FIRST_SHOWN && (
        <Button size="compact-xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? "Show fewer" : `Show all ${decisions.length} decisions`}
        </Button>
      )}
    </div>
  );
}

/** A value with its unit where the number alone does not tell it. */
function said(value: number, { unit }: Controller, format: Format): string {
  return unit === "ms" || unit === "share" ? format(value) : `${format(value)} ${unit}`;
}
