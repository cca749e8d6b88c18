import { Paper, Stack, Text, Title } from "@mantine/core";
import type { Schemas } from "../../api/client";
import { formatCode } from "../../parts/format/codes";
import { formatPercent } from "../../parts/format/numbers";
import { Candidates } from "../../parts/record/Candidates";
import { Offers } from "../../parts/record/product/Offers";

/** How a row or a picture was matched to this product, and the other candidates. */
export function MatchSection({ match }: { match: Schemas["MatchShape"] }) {
  const { score, strategy } = match;
  const title = score === null ? "Similar products" : "Match";
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {title}
        </Title>
        {score !== null && (
          <Text size="sm">
            Match {formatPercent(score)}
            {strategy && `, found by ${formatCode(strategy).toLowerCase()}`}. The match says how well this
            product fits the row.
          </Text>
        )}
        <Candidates candidates={match.candidates} label="Candidates" />
        {match.offers.length > 0 && (
          <>
            <Title order={3} size="h5">
              Other offers
            </Title>
            <Offers offers={match.offers} />
          </>
        )}
      </Stack>
    </Paper>
  );
}
