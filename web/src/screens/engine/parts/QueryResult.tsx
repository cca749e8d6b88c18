import { Button, Center } from "@mantine/core";
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";

interface Props<T> {
  query: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "refetch">;
  label?: string;
  rows?: number;
  /** The title of the error. */
  problem?: string;
  children: (data: T) => ReactNode;
}

/** Shows the data of a query, a placeholder while it loads, or its error. Old data is shown even after an error. */
export function QueryResult<T>({ query, label, rows = 5, problem, children }: Props<T>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isError) return <Problem error={query.error} title={problem} onRetry={() => query.refetch()} />;
  return <Loading rows={rows} label={label} />;
}

/** Loads the next page of a list. */
export function ShowMore({
  query,
}: {
  query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}) {
  if (!query.hasNextPage) return null;
  return (
    <Center mt="sm">
      <Button variant="default" loading={query.isFetchingNextPage} onClick={() => query.fetchNextPage()}>
        Show more
      </Button>
    </Center>
  );
}
