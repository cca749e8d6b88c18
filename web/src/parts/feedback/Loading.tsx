import { Skeleton, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";

const LONG_AFTER_MS = 10_000;

/** A placeholder with the size of the content, and after a while a note that loading takes long. */
export function Loading({
  rows = 4,
  height = 40,
  label = "Loading",
}: {
  rows?: number;
  height?: number;
  label?: string;
}) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Stack gap="xs" role="status" aria-label={label}>
      {isLong && (
        <Text size="sm" c="dimmed">
          This takes longer than usual. The server may be busy or starting. The page keeps trying.
        </Text>
      )}
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike and never move
        <Skeleton key={index} height={height} />
      ))}
    </Stack>
  );
}
