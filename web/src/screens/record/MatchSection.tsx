import { Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { labelOf } from "../../parts/format/codes";
import { percent } from "../../parts/format/numbers";
import { Candidates } from "../../parts/record/Candidates";
import { Offers } from "../../parts/record/product/Offers";
import type { Candidate, Offer } from "../../parts/record/types";

/** By what a row or a picture was taken for this product, and what else it might have been. */
export function MatchSection({ match }: { match: Schemas["MatchShape"] }) {
  const { score, strategy } = match;
  const title = score === null ? "What came near it" : "What it was matched by";
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {score !== null && (
          <Text size="sm">
            It fits this product by {percent(score)}
            {strategy && `, and was found by ${labelOf(strategy)}`}.
          </Text>
        )}
        <Candidates candidates={match.candidates as unknown as Candidate[]} label="Candidates" />
        {match.offers.length > 0 && (
          <>
            <Title order={3} size="h5">
              Other offers
            </Title>
            <Offers offers={match.offers as unknown as Offer[]} />
          </>
        )}
      </Stack>
    </Paper>
  );
}
