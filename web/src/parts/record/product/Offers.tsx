import { Table } from "@mantine/core";
import { WebLink } from "../../links/WebLink";
import type { Offer, Result } from "../types";

/** Other offers of a matched product, with their prices. */
export function Offers({ offers }: { offers: readonly Offer[] }) {
  return (
    <Table.ScrollContainer minWidth={360} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
      <Table aria-label="Other offers">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Offer</Table.Th>
            <Table.Th>Price</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {offers.map((offer) => (
            <Table.Tr key={offer.id}>
              <Table.Td>{offer.url ? <WebLink to={offer.url}>{offer.name}</WebLink> : offer.name}</Table.Td>
              <Table.Td>
                {offer.price ? [offer.price, offer.currency].filter(Boolean).join(" ") : "–"}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Returns the other offers in the result of an item. */
export function getOffers(result: Result | null | undefined): Offer[] {
  return result?.offers ?? [];
}
