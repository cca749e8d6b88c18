import { Table } from "@mantine/core";
import { WebLink } from "../../links/WebLink";
import type { Data, Offer } from "../types";

/** Where else a matched product is listed, and for how much. */
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
          {offers.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>{one.url ? <WebLink to={one.url}>{one.name}</WebLink> : one.name}</Table.Td>
              <Table.Td>{one.price ? [one.price, one.currency].filter(Boolean).join(" ") : "–"}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** The other offers that an item's result holds. */
export function offersOf(result: Data | null | undefined): Offer[] {
  const known = result?.offers;
  return Array.isArray(known) ? (known as Offer[]) : [];
}
