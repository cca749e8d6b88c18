// Router links that look like Mantine's anchors and buttons.
import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { AnchorHTMLAttributes, Ref } from "react";

type LinkProps<Looks> = Looks &
  Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof Looks> & { ref?: Ref<HTMLAnchorElement> };

export const AnchorLink = createLink((props: LinkProps<AnchorProps>) => <Anchor {...props} />);
export const ButtonLink = createLink((props: LinkProps<ButtonProps>) => <Button component="a" {...props} />);
