import { Table, Title } from "@mantine/core";
import { formatCode } from "../../format/codes";
import { formatMoney } from "../../format/money";
import { WebLink } from "../../links/WebLink";
import type { Variant } from "../types";
import { formatVariantName } from "./product";

/** The variants of a product, such as sizes and colors, one per line. */
export function Variants({ variants }: { variants: readonly Variant[] }) {
  return (
    <section aria-label="Variants">
      <Title order={3} size="h4" mb="xs">
        Variants
      </Title>
      <Table.ScrollContainer minWidth={420} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Variant</Table.Th>
              <Table.Th>Price</Table.Th>
              <Table.Th>Availability</Table.Th>
              <Table.Th>SKU</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variants.map((variant, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: variants may be alike, and do not move
              <Table.Tr key={row}>
                <Table.Td>
                  {variant.url ? (
                    <WebLink to={variant.url}>{formatVariantName(variant)}</WebLink>
                  ) : (
                    formatVariantName(variant)
                  )}
                </Table.Td>
                <Table.Td>{variant.price ? formatMoney(variant.price, variant.currency) : "–"}</Table.Td>
                <Table.Td>{variant.availability ? formatCode(variant.availability) : "–"}</Table.Td>
                <Table.Td>{variant.sku ?? variant.gtin ?? "–"}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  );
}
