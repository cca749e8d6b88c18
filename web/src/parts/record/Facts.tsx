import { Box, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Explained, useIsExplaining } from "./FieldSources";

export interface Fact {
  label: string;
  /** The fields that the fact shows, explained together. */
  of: readonly string[];
  value: ReactNode;
}

/** Short facts under their labels. Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const isExplaining = useIsExplaining(); // explanations need wider columns
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== "");
  if (known.length === 0) return null;
  return (
    <SimpleGrid
      component="dl"
      cols={isExplaining ? { base: 1, sm: 2 } : { base: 2, sm: 3, md: 4 }}
      spacing="sm"
      verticalSpacing="xs"
      my={0}
    >
      {known.map(({ label, of, value }) => (
        <Box key={label} miw={0}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
            <Explained of={of}>
              <div dir="auto">{value}</div>
            </Explained>
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}
