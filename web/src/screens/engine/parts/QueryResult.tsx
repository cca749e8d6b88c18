import { Button, Center } from "@mantine/core";
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";

interface Props<T> {
  of: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "refetch">;
  label?: string;
  rows?: number;
  /** What could not be done, should it fail. */
  problem?: string;
  children: (data: T) => ReactNode;
}

/** What the server was asked for: the room for it, what went wrong, or the answer. An old answer is better than none. */
export function Asked<T>({ of, label, rows = 5, problem, children }: Props<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError) return <Problem error={of.error} title={problem} onRetry={() => of.refetch()} />;
  return <Loading rows={rows} label={label} />;
}

/** Shows more of a list that is told page by page. */
export function More({
  of,
}: {
  of: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}) {
  if (!of.hasNextPage) return null;
  return (
    <Center mt="sm">
      <Button variant="default" loading={of.isFetchingNextPage} onClick={() => of.fetchNextPage()}>
        Show more
      </Button>
    </Center>
  );
}
