import { Alert, List } from "@mantine/core";
import { IconAlertTriangle, IconRefresh, IconSparkles } from "@tabler/icons-react";
import type { ItemRecord } from "./useRecord";

/** What to know before one relies on the record. */
export function Notes({ item: { warnings, usedLlm, version, currentVersion } }: { item: ItemRecord }) {
  const isOld = version !== null && currentVersion !== null && version < currentVersion;
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="To be taken with care">
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {usedLlm && (
        <Alert color="grape" icon={<IconSparkles aria-hidden />} title="A language model helped">
          It pointed at words of the page. What does not stand there was left out, but it may have pointed at
          the wrong part.
        </Alert>
      )}
      {isOld && (
        <Alert color="blue" icon={<IconRefresh aria-hidden />} title="The page says something newer by now">
          This is version {version}, as the item was ended with; the page's record is at version{" "}
          {currentVersion}. The history tells what changed.
        </Alert>
      )}
    </>
  );
}
