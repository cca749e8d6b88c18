import { Box } from "@mantine/core";
import type { ReactElement } from "react";
import type { Kind } from "./kinds";
import { PostingCard } from "./posting/PostingCard";
import { ProductCard } from "./product/ProductCard";
import { RecipeCard } from "./recipe/RecipeCard";
import type { Data } from "./types";

/** A record of any kind, laid out for reading. */
export function RecordCard({ kind, record }: { kind: Kind; record: Data }) {
  return (
    // Records can contain very long words, such as URLs, which would widen the screen.
    <Box miw={0} style={{ overflowWrap: "anywhere" }}>
      <KindCard kind={kind} record={record} />
    </Box>
  );
}

function KindCard({ kind, record }: { kind: Kind; record: Data }): ReactElement {
  switch (kind) {
    case "recipe":
      return <RecipeCard recipe={record} />;
    case "product":
      return <ProductCard product={record} />;
    case "posting":
      return <PostingCard posting={record} />;
  }
}
