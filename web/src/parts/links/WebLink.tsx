import { Anchor, VisuallyHidden } from "@mantine/core";
import { IconExternalLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { toWebUrl } from "./addresses";

/** A link to a page of another site, opened in a new tab. Anything but a web URL is shown as text. */
export function WebLink({ to, children }: { to: string; children?: ReactNode }) {
  const address = toWebUrl(to);
  if (address === null) return <span>{children ?? to}</span>;
  return (
    <Anchor
      href={address}
      target="_blank"
      rel="noopener noreferrer nofollow"
      style={{ overflowWrap: "anywhere" }}
      inherit
    >
      {children ?? to} <IconExternalLink size="0.85em" aria-hidden />
      <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
    </Anchor>
  );
}
