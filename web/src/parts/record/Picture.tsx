import { Box, Center } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useState } from "react";
import { toWebUrl } from "../links/addresses";

interface Props {
  url: string;
  alt: string;
  /** Reserves the space, so that the layout does not move when the picture loads. */
  ratio?: number;
  width?: number | string;
}

/** A picture of another site. It may be missing, and the site does not learn who views it. */
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
          <IconPhotoOff size={20} role="img" aria-label={`${alt || "The picture"} is not available`} />
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
