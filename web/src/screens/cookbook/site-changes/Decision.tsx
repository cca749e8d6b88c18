import { Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconArrowsSplit2 } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";

interface Props {
  /** The accessible name, if it is not the title. */
  label?: string;
  title: string;
  lead: ReactNode;
  children: ReactNode;
}

/** A section that asks the user to choose between two versions. */
export function Decision({ label, title, lead, children }: Props) {
  const id = useId();
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={label}
      aria-labelledby={label ? undefined : id}
      style={{ borderColor: "var(--mantine-color-orange-filled)", borderWidth: 2 }}
    >
      <Stack gap="lg">
        <div role="alert">
          <Group gap="xs" wrap="nowrap" align="flex-start">
            <IconArrowsSplit2 aria-hidden style={{ flexShrink: 0 }} />
            <Title order={2} size="h4" id={id}>
              {title}
            </Title>
          </Group>
          <Text size="sm" mt={4}>
            {lead}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
