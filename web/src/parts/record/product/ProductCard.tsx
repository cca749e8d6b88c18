import { Badge, Grid, Group, Stack, Text } from "@mantine/core";
import { formatCode } from "../../format/codes";
import { formatMoney } from "../../format/money";
import { Facts } from "../Facts";
import { FieldSources } from "../FieldSources";
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
            <FieldSources fields={["images"]}>
              <Gallery images={pictures} name={name ?? "The product"} />
            </FieldSources>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, sm: pictures.length > 0 ? 7 : 12 }}>
          <Stack gap="md">
            {category && (
              <FieldSources fields={["category"]}>
                <Text size="sm" c="dimmed">
                  {category.split(">").join(" › ")}
                </Text>
              </FieldSources>
            )}
            <Price product={product} />
            {description && (
              <FieldSources fields={["description"]}>
                <Text dir="auto" style={{ whiteSpace: "pre-line" }}>
                  {description}
                </Text>
              </FieldSources>
            )}
            <Facts
              facts={[
                { label: "Brand", fields: ["brand"], value: product.brand },
                { label: "Rating", fields: ["rating", "review_count"], value: formatRating(product) },
                { label: "SKU", fields: ["sku"], value: product.sku },
                { label: "GTIN", fields: ["gtin"], value: product.gtin },
                { label: "MPN", fields: ["mpn"], value: product.mpn },
              ]}
            />
          </Stack>
        </Grid.Col>
      </Grid>
      {variants && variants.length > 0 && (
        <FieldSources fields={["variants"]}>
          <Variants variants={variants} />
        </FieldSources>
      )}
    </Stack>
  );
}

function Price({ product: { price, currency, list_price, availability } }: { product: Product }) {
  if (!price && !list_price && !availability) return null;
  return (
    <FieldSources fields={["price", "currency", "list_price", "availability"]}>
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
    </FieldSources>
  );
}
