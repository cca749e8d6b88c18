import {
  IconAdjustments,
  IconHeartbeat,
  IconHistory,
  IconMailX,
  IconRefresh,
  IconRoad,
  IconRoute,
  IconStethoscope,
  IconUsers,
} from "@tabler/icons-react";

/** The sections of the engine screen, in the order of the navigation. */
export const ENGINE_PARTS = [
  { part: undefined, label: "Overview", Icon: IconHeartbeat },
  { part: "lanes", label: "Lanes", Icon: IconRoad },
  { part: "workers", label: "Workers", Icon: IconUsers },
  { part: "proxies", label: "Proxies", Icon: IconRoute },
  { part: "dead-letters", label: "Dead letters", Icon: IconMailX },
  { part: "parsers", label: "Parsers", Icon: IconStethoscope },
  { part: "controllers", label: "Controllers", Icon: IconAdjustments },
  { part: "reparse", label: "Re-parse", Icon: IconRefresh },
  { part: "audit", label: "Audit log", Icon: IconHistory },
] as const;

export type EnginePart = NonNullable<(typeof ENGINE_PARTS)[number]["part"]>;
