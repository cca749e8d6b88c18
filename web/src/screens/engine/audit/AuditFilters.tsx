import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconX } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { formatLocalMoment, parseLocalMoment } from "../../../parts/format/localMoment";
import type { EngineSearch } from "../search";
import { ACTIONS, describeObjectFilter } from "./entry";

const route = getRouteApi("/engine/$part");
const ANY = { value: "", label: "Any action" };

/** The filters of the audit log, stored in the address bar. */
export function AuditFilters() {
  const { actor, action, object, since } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(actor ?? "");
  const filter = (part: Partial<EngineSearch>) =>
    navigate({ search: (now) => ({ ...now, ...part }), replace: true });
  const filterActor = useDebouncedCallback(
    (text: string) => filter({ actor: text.trim() || undefined }),
    300,
  );
  return (
    <Group mb="sm" gap="sm" align="flex-end">
      <TextInput
        label="Operator"
        description="Whole name, as in the list"
        placeholder="root@example.com"
        w={230}
        maxLength={255}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          filterActor(event.currentTarget.value);
        }}
      />
      <NativeSelect
        label="Action"
        value={action ?? ""}
        data={[ANY, ...Object.entries(ACTIONS).map(([value, label]) => ({ value, label }))]}
        onChange={(event) => filter({ action: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="datetime-local"
        label="From"
        value={formatLocalMoment(since)}
        onChange={(event) => filter({ since: parseLocalMoment(event.currentTarget.value) })}
      />
      {object !== undefined && (
        <Button
          variant="default"
          maw="100%"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={`Remove the filter ${describeObjectFilter(object)}`}
          onClick={() => filter({ object: undefined })}
        >
          {describeObjectFilter(object)}
        </Button>
      )}
      {[actor, action, object, since].some((value) => value !== undefined) && (
        <Button
          variant="subtle"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => {
            setTyped("");
            filter({ actor: undefined, action: undefined, object: undefined, since: undefined });
          }}
        >
          Clear filters
        </Button>
      )}
    </Group>
  );
}
