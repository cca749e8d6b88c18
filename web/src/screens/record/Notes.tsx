import { Alert, List } from "@mantine/core";
import { IconAlertTriangle, IconRefresh, IconSparkles } from "@tabler/icons-react";
import type { ItemRecord } from "./useRecord";

/** Notes on how reliable the record is. */
export function Notes({ item: { warnings, usedLlm, version, currentVersion } }: { item: ItemRecord }) {
  const isOld = version !== null && currentVersion !== null && version < currentVersion;
  return (
    <>
      {warnings.length > 0 && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Warnings">
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {usedLlm && (
        <Alert color="grape" icon={<IconSparkles aria-hidden />} title="Read with a language model">
          The language model selected text of the page. Text that is not on the page was dropped, but the
          model may have selected the wrong part.
        </Alert>
      )}
      {isOld && (
        <Alert color="blue" icon={<IconRefresh aria-hidden />} title="A newer version exists">
          This is version {version}, the result of this item. The current version of the page is{" "}
          {currentVersion}. The History tab shows what changed.
        </Alert>
      )}
    </>
  );
}
