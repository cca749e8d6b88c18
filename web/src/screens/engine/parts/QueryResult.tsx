import { Button, Center } from "@mantine/core";
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Loading } from "../../../parts/feedback/Loading";
import { Problem } from "../../../parts/feedback/Problem";

interface Props<T> {
  of: Pick<UseQueryResult<T>, "data" | "isError" | "error" | "refetch">;
  label?: string;
  rows?: number;
  /** The title of the error. */
  problem?: string;
  children: (data: T) => ReactNode;
}

/** Shows the data of a query, a placeholder while it loads, or its error. Old data is shown even after an error. */
export function QueryResult<T>({ of, label, rows = 5, problem, children }: Props<T>) {
  if (of.data !== undefined) return children(of.data);
  if (of.isError) return <Problem error={of.error} title={problem} onRetry={() => of.refetch()} />;
  return <Loading rows={rows} label={label} />;
}

/** Loads the next page of a list. */
export function ShowMore({
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
