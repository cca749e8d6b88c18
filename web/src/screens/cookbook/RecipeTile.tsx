import { Badge, Group, Paper, Stack, Text } from "@mantine/core";
import { IconRefreshAlert } from "@tabler/icons-react";
import type { Schemas } from "../../api/client";
import { formatDuration } from "../../parts/format/numbers";
import { Time } from "../../parts/format/Time";
import { getHost } from "../../parts/links/addresses";
import { AnchorLink } from "../../parts/links/links";
import { Picture } from "../../parts/record/Picture";

export function RecipeTile({ recipe }: { recipe: Schemas["RecipeListed"] }) {
  const { id, title, url, image, yields, total_minutes, tags, updated_at, has_site_changes } = recipe;
  const facts = [url && getHost(url), yields, total_minutes ? formatDuration(total_minutes * 60) : null];
  return (
    <Paper withBorder p="sm" component="li" style={{ listStyle: "none" }}>
      <Group wrap="nowrap" align="flex-start" gap="sm">
        {image && <Picture url={image} alt="" width={88} ratio={1} />}
        <Stack gap={4} miw={0}>
          <AnchorLink
            to="/cookbook/$recipeId"
            params={{ recipeId: id }}
            fw={600}
            style={{ overflowWrap: "anywhere" }}
          >
            {title}
          </AnchorLink>
          <Text size="sm" c="dimmed" style={{ overflowWrap: "anywhere" }}>
            {facts.filter(Boolean).join(" · ")}
          </Text>
          <Text size="xs" c="dimmed">
            Updated <Time at={updated_at} everySeconds={30} />
          </Text>
          <Group gap={4}>
            {has_site_changes && (
              <Badge
                color="orange"
                variant="light"
                tt="none"
                leftSection={<IconRefreshAlert size={12} aria-hidden />}
              >
                Page changed
              </Badge>
            )}
            {tags.slice(0, 4).map((tag) => (
              <Badge key={tag} variant="default" tt="none">
                {tag}
              </Badge>
            ))}
          </Group>
        </Stack>
      </Group>
    </Paper>
  );
}
