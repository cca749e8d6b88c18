import { Badge, Grid, Group, Stack, Text } from "@mantine/core";
import { formatCode } from "../../format/codes";
import { formatMoney } from "../../format/money";
import { Facts } from "../Facts";
import { Explained } from "../FieldSources";
import { Gallery } from "../Gallery";
import type { Product } from "../types";
import { formatRating } from "./product";
import { Variants } from "./Variants";

/** A product for reading. The screen around it shows the name. */
export function ProductCard({ product }: { product: Product }) {
  const { name, description, category, images, variants } = product;
  const pictures = (images ?? []).filter((image) => image.url);
  return (
    <Stack gap="lg">
      <Grid gap="lg">
        {pictures.length > 0 && (
          <Grid.Col span={{ base: 12, sm: 5 }}>
            <Explained of={["images"]}>
              <Gallery images={pictures} name={name ?? "The product"} />
            </Explained>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, sm: pictures.length > 0 ? 7 : 12 }}>
          <Stack gap="md">
            {category && (
              <Explained of={["category"]}>
                <Text size="sm" c="dimmed">
                  {category.split(">").join(" › ")}
                </Text>
              </Explained>
            )}
            <Price product={product} />
            {description && (
              <Explained of={["description"]}>
                <Text dir="auto" style={{ whiteSpace: "pre-line" }}>
                  {description}
                </Text>
              </Explained>
            )}
            <Facts
              facts={[
                { label: "Brand", of: ["brand"], value: product.brand },
                { label: "Rating", of: ["rating", "review_count"], value: formatRating(product) },
                { label: "SKU", of: ["sku"], value: product.sku },
                { label: "GTIN", of: ["gtin"], value: product.gtin },
                { label: "MPN", of: ["mpn"], value: product.mpn },
              ]}
            />
          </Stack>
        </Grid.Col>
      </Grid>
      {variants && variants.length > 0 && (
        <Explained of={["variants"]}>
          <Variants variants={variants} />
        </Explained>
      )}
    </Stack>
  );
}

function Price({ product: { price, currency, list_price, availability } }: { product: Product }) {
  if (!price && !list_price && !availability) return null;
  return (
    <Explained of={["price", "currency", "list_price", "availability"]}>
      <Group gap="sm">
        {price && (
          <Text size="xl" fw={700}>
            {formatMoney(price, currency)}
          </Text>
        )}
        {list_price && (
          <Text c="dimmed">
            was <s>{formatMoney(list_price, currency)}</s>
          </Text>
        )}
        {availability && (
          <Badge variant="light" tt="none" color={availability === "in_stock" ? "sheaf" : "gray"}>
            {formatCode(availability)}
          </Badge>
        )}
      </Group>
    </Explained>
  );
}
