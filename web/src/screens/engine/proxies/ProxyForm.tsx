import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  PasswordInput,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api, type Schemas, unwrap } from "../../../api/client";
import { notify } from "../../../parts/feedback/notify";
import { Problem } from "../../../parts/feedback/Problem";
import { useRefreshEngine } from "../queries";

type Protocol = Schemas["ProxyWanted"]["protocol"];

const PROTOCOLS: Protocol[] = ["http", "https", "socks5"];
const EMPTY = {
  protocol: "http" as Protocol,
  host: "",
  port: "" as number | string,
  username: "",
  password: "",
  price: "" as number | string,
};

export function ProxyForm({ onDone }: { onDone: () => void }) {
  const [typed, setTyped] = useState(EMPTY);
  const refreshEngine = useRefreshEngine();
  const add = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/admin/proxies", {
          body: {
            protocol: typed.protocol,
            host: typed.host.trim(),
            port: Number(typed.port),
            username: typed.username || null,
            password: typed.password || null,
            pricePerGb: typed.price === "" ? null : String(typed.price),
          },
        }),
      ),
    onSuccess: async () => {
      await refreshEngine();
      notify("New requests go through the proxies.", "Proxy added");
      onDone();
    },
  });
  const update = (change: Partial<typeof EMPTY>) => setTyped((current) => ({ ...current, ...change }));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <Stack gap="sm">
        <Group grow preventGrowOverflow={false} align="flex-start">
          <NativeSelect
            label="Protocol"
            data={PROTOCOLS}
            maw={110}
            value={typed.protocol}
            onChange={(event) => update({ protocol: event.currentTarget.value as Protocol })}
          />
          <TextInput
            label="Host"
            placeholder="proxy.example"
            required
            data-autofocus
            value={typed.host}
            onChange={(event) => update({ host: event.currentTarget.value })}
          />
          <NumberInput
            label="Port"
            required
            min={1}
            max={65535}
            allowDecimal={false}
            hideControls
            maw={90}
            value={typed.port}
            onChange={(port) => update({ port })}
          />
        </Group>
        <TextInput
          label="User name"
          description="Optional"
          autoComplete="off"
          required={typed.password !== ""}
          value={typed.username}
          onChange={(event) => update({ username: event.currentTarget.value })}
        />
        <PasswordInput
          label="Password"
          description="Stored encrypted and never shown again"
          autoComplete="new-password"
          value={typed.password}
          onChange={(event) => update({ password: event.currentTarget.value })}
          visibilityToggleButtonProps={{ "aria-label": "Show password" }}
        />
        <NumberInput
          label="Price per GB"
          description="Optional, in your currency"
          min={0}
          decimalScale={4}
          hideControls
          value={typed.price}
          onChange={(price) => update({ price })}
        />
        <Text size="sm" c="dimmed">
          Once a proxy is added, nothing is fetched directly. While no proxy is available for a site, its
          pages wait.
        </Text>
        {add.isError && <Problem error={add.error} title="Could not add the proxy" />}
        <Group justify="flex-end">
          <Button type="submit" loading={add.isPending}>
            Add proxy
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
