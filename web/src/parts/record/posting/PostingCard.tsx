import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { IconCalendarOff, IconExternalLink } from "@tabler/icons-react";
import { formatCode } from "../../format/codes";
import { toWebUrl } from "../../links/addresses";
import { Facts } from "../Facts";
import { FieldSources } from "../FieldSources";
import { SafeHtml } from "../SafeHtml";
import type { Posting } from "../types";
import { findEnd, formatDay, formatPay } from "./posting";

/** A posting for reading. The screen around it shows the title. */
export function PostingCard({ posting }: { posting: Posting }) {
  const { company, description, description_html, locations, remote, employment_type } = posting;
  const apply = toWebUrl(posting.apply_url);
  return (
    <Stack gap="lg">
      <ExpiredNotice posting={posting} />
      <Facts
        facts={[
          { label: "Company", fields: ["company"], value: company },
          { label: "Location", fields: ["locations"], value: locations?.join(" · ") },
          { label: "Remote", fields: ["remote"], value: formatRemote(remote) },
          {
            label: "Employment type",
            fields: ["employment_type"],
            value: employment_type && formatCode(employment_type),
          },
          {
            label: "Pay",
            fields: ["salary_min", "salary_max", "salary_currency", "salary_period"],
            value: formatPay(posting),
          },
          { label: "Posted", fields: ["posted_at"], value: formatDay(posting.posted_at) },
          { label: "Apply by", fields: ["valid_through"], value: formatDay(posting.valid_through) },
          { label: "Reference", fields: ["external_id"], value: posting.external_id },
        ]}
      />
      {apply && (
        <FieldSources fields={["apply_url"]}>
          <Button
            component="a"
            href={apply}
            target="_blank"
            rel="noopener noreferrer nofollow"
            rightSection={<IconExternalLink size={16} aria-hidden />}
          >
            Apply on the site
          </Button>
        </FieldSources>
      )}
      {(description_html || description) && (
        <section aria-label="Description">
          <Title order={3} size="h4" mb="xs">
            Description
          </Title>
          <FieldSources fields={[description ? "description" : "description_html"]}>
            {description_html ? (
              <SafeHtml html={description_html} />
            ) : (
              <Text dir="auto" style={{ whiteSpace: "pre-line" }}>
                {description}
              </Text>
            )}
          </FieldSources>
        </section>
      )}
    </Stack>
  );
}

function ExpiredNotice({ posting: { expired, valid_through } }: { posting: Posting }) {
  const isPastDate = !expired && valid_through ? findEnd(valid_through) < Date.now() : false;
  if (!expired && !isPastDate) return null;
  return (
    <FieldSources fields={["expired"]}>
      <Alert color="orange" icon={<IconCalendarOff aria-hidden />} title="This posting has expired">
        {expired
          ? "The page says that the position is no longer open."
          : `Applications closed on ${formatDay(valid_through)}. The page does not say that the position is filled.`}
      </Alert>
    </FieldSources>
  );
}

function formatRemote(remote: boolean | null | undefined): string | null {
  if (remote === true) return "Yes";
  return remote === false ? "No" : null;
}
