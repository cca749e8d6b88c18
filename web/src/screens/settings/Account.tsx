import { Avatar, Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api, unwrap } from "../../api/client";
import { Loading } from "../../parts/feedback/Loading";
import { Problem } from "../../parts/feedback/Problem";
import { Time } from "../../parts/format/Time";
import { useSignOut } from "../../parts/sign-in/useSignOut";

export function Account() {
  const signOut = useSignOut();
  const user = useQuery({ queryKey: ["user"], queryFn: () => unwrap(api.GET("/api/user")) });
  if (user.isPending) return <Loading rows={1} height={60} label="Loading your account" />;
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
            {describeRole(is_admin, is_operator)}
            {last_login && (
              <>
                {" · last signed in "}
                <Time at={last_login} />
              </>
            )}
          </Text>
        </Stack>
      </Group>
      <Button variant="default" onClick={signOut}>
        Sign out
      </Button>
    </Group>
  );
}

function describeRole(isAdmin: boolean, isOperator: boolean): string {
  if (isAdmin) return "Admin: you can see the data of all users";
  return isOperator ? "Operator of this server" : "You can see your own data";
}
