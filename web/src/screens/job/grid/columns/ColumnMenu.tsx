import { Button, Checkbox, Popover, ScrollArea, Stack } from "@mantine/core";
import { IconColumns } from "@tabler/icons-react";
import type { Columns } from "./useColumns";

/** Chooses the visible columns, stored in the browser. */
export function ColumnMenu({ columns }: { columns: Columns }) {
  return (
    <Popover position="bottom-end" trapFocus width={260}>
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<IconColumns size={14} aria-hidden />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ScrollArea.Autosize mah={340} viewportProps={{ tabIndex: 0 }}>
          <Stack gap={6}>
            {columns.all.map(({ id, label }) => (
              <Checkbox
                key={id}
                size="xs"
                label={label}
                checked={columns.isShown(id)}
                onChange={(event) => columns.show(id, event.currentTarget.checked)}
              />
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Button size="xs" mt="xs" variant="default" onClick={columns.reset}>
          Reset
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
