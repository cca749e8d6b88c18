import { Avatar, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, told } from "../../api/client";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { Time } from "../../parts/format/Time";
import { useSignOut } from "../../parts/sign-in/useSignOut";

export function Account() {
  const leave = useSignOut();
  const user = useQuery({ queryKey: ["user"], queryFn: () => told(api.GET("/api/user")) });
  if (user.isPending) return <Loading rows={1} height={60} label="Asking who you are" />;
  if (user.isError) return <Problem error={user.error} onRetry={() => user.refetch()} />;
  const { email, name, picture_url, is_admin, is_operator, last_login } = user.data;
  return (
    <Group justify="space-between" gap="sm">
      <Group wrap="nowrap">
        <Avatar src={picture_url} name={name ?? email} alt="" />
        <Stack gap={0}>
          <Text fw={600}>{name ?? email}</Text>
          {name && <Text size="sm">{email}</Text>}
          <Text size="sm" c="dimmed">
            {role(is_admin, is_operator)}
            {last_login && (
              <>
                {" · signed in "}
                <Time at={last_login} />
              </>
            )}
          </Text>
        </Stack>
      </Group>
      <Button variant="default" onClick={leave}>
        Sign out
      </Button>
    </Group>
  );
}

function role(isAdmin: boolean, isOperator: boolean): string {
  if (isAdmin) return "Admin: you see what belongs to others too";
  return isOperator ? "Operator of this machine" : "You see what is yours";
}
