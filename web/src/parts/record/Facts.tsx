import { Box, SimpleGrid, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { FieldSources, useIsExplaining } from "./FieldSources";

export interface Fact {
  label: string;
  /** The fields that the fact shows, explained together. */
  fields: readonly string[];
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
      {known.map(({ label, fields, value }) => (
        <Box key={label} miw={0}>
          <Text component="dt" size="xs" c="dimmed">
            {label}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: "anywhere" }}>
            <FieldSources fields={fields}>
              <div dir="auto">{value}</div>
            </FieldSources>
          </Text>
        </Box>
      ))}
    </SimpleGrid>
  );
}
