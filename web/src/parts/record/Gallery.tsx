import { Group, Stack, UnstyledButton } from "@mantine/core";
import { useState } from "react";
import { Picture } from "./Picture";
import type { ProductImage } from "./types";

const MAX_THUMBNAILS = 8;

/** One large picture, with thumbnails of the others to choose from. */
export function Gallery({ images, name }: { images: readonly ProductImage[]; name: string }) {
  const [chosen, choose] = useState(0);
  const large = images[chosen] ?? images[0];
  if (!large?.url) return null;
  return (
    <Stack gap="xs">
      <Picture url={large.url} alt={large.alt || name} ratio={1} />
      {images.length > 1 && (
        <Group gap="xs">
          {images.slice(0, MAX_THUMBNAILS).map(({ url }, index) => (
            <UnstyledButton
              key={url}
              onClick={() => choose(index)}
              aria-label={`Picture ${index + 1} of ${images.length}`}
              aria-pressed={index === chosen}
              w={56}
              bdrs="md"
              style={
                index === chosen ? { outline: "2px solid var(--mantine-primary-color-filled)" } : undefined
              }
            >
              <Picture url={url ?? ""} alt="" ratio={1} />
            </UnstyledButton>
          ))}
        </Group>
      )}
    </Stack>
  );
}
