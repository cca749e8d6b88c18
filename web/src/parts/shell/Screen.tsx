import { Container, Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface Props {
  title: string;
  /** One line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A screen with a heading, which also becomes the title of the browser tab. */
export function Screen({ title, lead, actions, wide = false, children }: Props) {
  useEffect(() => {
    document.title = title === "Garner" ? title : `${title} · Garner`;
  }, [title]);
  return (
    <Container size={wide ? "100%" : "lg"} px={{ base: "xs", sm: "md" }} py="md">
      <Group justify="space-between" align="flex-start" mb="md" gap="sm">
        <Stack gap={2} miw={0}>
          <Title order={1} size="h2" dir="auto" style={{ overflowWrap: "anywhere" }}>
            {title}
          </Title>
          {lead && (
            <Text c="dimmed" size="sm" component="div">
              {lead}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Container>
  );
}
