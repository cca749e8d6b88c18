import { Typography } from "@mantine/core";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { toWebUrl } from "../links/addresses";

// Elements that a description may contain. The server sanitizes the markup; this does not rely on it.
const TAGS = new Set([
  ..."p br hr ul ol li dl dt dd b strong i em u s sub sup small blockquote pre code".split(" "),
  ..."h1 h2 h3 h4 h5 h6 table thead tbody tr th td div span section article".split(" "),
]);
const EMPTY = new Set(["br", "hr"]);
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "noscript", "title", "head"]);
// The screen has the only h1; headings of a description come below it.
const HEADINGS: Record<string, string> = { h1: "h3", h2: "h3", h3: "h4", h4: "h5", h5: "h6", h6: "h6" };

/** HTML of another site, rebuilt from known elements. Of the attributes only the URL of a link is kept. */
export function SafeHtml({ html }: { html: string }) {
  const content = useMemo(() => {
    // A document of DOMParser runs no scripts and loads nothing.
    const { body } = new DOMParser().parseFromString(html, "text/html");
    return rebuildChildren(body);
  }, [html]);
  return (
    <Typography dir="auto" style={{ overflowWrap: "anywhere" }}>
      {content}
    </Typography>
  );
}

function rebuildChildren(parent: Element): ReactNode[] {
  return Array.from(parent.childNodes, (node, index) => rebuildNode(node, index));
}

function rebuildNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (DROPPED.has(tag)) return null;
  if (tag === "a") return rebuildLink(node, key);
  if (EMPTY.has(tag)) return createElement(tag, { key });
  if (!TAGS.has(tag)) return <Fragment key={key}>{rebuildChildren(node)}</Fragment>;
  return createElement(HEADINGS[tag] ?? tag, { key }, ...rebuildChildren(node));
}

function rebuildLink(node: Element, key: number): ReactNode {
  const address = toWebUrl(node.getAttribute("href"));
  if (address === null) return <Fragment key={key}>{rebuildChildren(node)}</Fragment>;
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer nofollow">
      {rebuildChildren(node)}
    </a>
  );
}
