import { ScrollArea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ButtonLink } from "../../parts/links/links";
import { ENGINE_PARTS } from "./engineParts";

/** The parts as links, so that each has an address, can be opened in another tab, and is reached by the Tab key. */
export function EngineTabs({ current }: { current: string | undefined }) {
  const places = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the chosen one may stand outside of what is seen.
    const chosen = places.current?.querySelector(`[aria-current="page"]`);
    if (current !== undefined) chosen?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <ScrollArea type="auto" scrollbars="x" offsetScrollbars="present" mb="md">
      <nav ref={places} aria-label="Parts of the engine" style={{ display: "flex", gap: 4 }}>
        {ENGINE_PARTS.map(({ part, label, Icon }) => {
          const look = {
            size: "compact-sm",
            variant: part === current ? "light" : "subtle",
            color: part === current ? undefined : "gray",
            leftSection: <Icon size={16} aria-hidden />,
            "aria-current": part === current ? "page" : undefined,
            style: { flex: "none" },
          } as const;
          return part === undefined ? (
            <ButtonLink key={label} to="/engine" activeOptions={{ exact: true }} {...look}>
              {label}
            </ButtonLink>
          ) : (
            <ButtonLink key={label} to="/engine/$part" params={{ part }} {...look}>
              {label}
            </ButtonLink>
          );
        })}
      </nav>
    </ScrollArea>
  );
}
