import { Box, Center } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { toWebUrl } from "../links/addresses";

interface Props {
  url: string;
  alt: string;
  /** Room is kept for it, so that nothing moves when it comes. */
  ratio?: number;
  width?: number | string;
}

/** A picture from somebody's site, which may be gone, and which is not told who looks at it. */
export function Picture({ url, alt, ratio = 4 / 3, width = "100%" }: Props) {
  const [missing, setMissing] = useState<string | null>(null);
  const address = toWebUrl(url);
  return (
    <Box
      w={width}
      bdrs="md"
      bg="var(--mantine-color-default-hover)"
      style={{ aspectRatio: ratio, overflow: "hidden", flexShrink: 0 }}
    >
      {address === null || missing === url ? (
        <Center h="100%" c="dimmed">
          <IconPhotoOff size={20} role="img" aria-label={`${alt || "The picture"} cannot be shown`} />
        </Center>
      ) : (
        <img
          src={address}
          alt={alt}
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setMissing(url)}
          style={{ width: "100%", height: "100%", objectFit: "cover", display: "block" }}
        />
      )}
    </Box>
  );
}
