import { ScrollArea } from "@mantine/core";
import { useEffect, useRef } from "react";
import { ButtonLink } from "../../parts/links/links";
import { ENGINE_PARTS } from "./engineParts";

/** The sections of the engine. They are links, so that each has a URL and can be opened in another browser tab. */
export function EngineTabs({ current }: { current: string | undefined }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the current link may be outside the visible area.
    const currentLink = nav.current?.querySelector(`[aria-current="page"]`);
    if (current !== undefined) currentLink?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [current]);
  return (
    <ScrollArea type="auto" scrollbars="x" offsetScrollbars="present" mb="md">
      <nav ref={nav} aria-label="Engine sections" style={{ display: "flex", gap: 4 }}>
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
