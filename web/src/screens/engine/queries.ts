// The queries of the engine screen. They are polled while the screen is open, because there is no stream for them.
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "../../api/client";
import { refresh } from "../../api/refresh";
import type { paths } from "../../api/schema";
import type { Kind } from "../../parts/record/kinds";

const POLL_MS = 5_000;
const PAGE_SIZE = 100;

export type Domain = Schemas["DomainShape"];
export type ProxyServer = Schemas["ProxyShape"];
export type Worker = Schemas["WorkerShape"];
export type Cause =
  paths["/api/admin/dead-letters/causes"]["get"]["responses"][200]["content"]["application/json"]["causes"][number];
export type Letter = Schemas["LetterShape"];
export type Parser = Schemas["ParserShape"];
export type ParserAlert = Schemas["ParserAlertShape"];
export type ReparseRun = Schemas["RunShape"];
export type AuditEntry = Schemas["AuditEntryShape"];

/** Refreshes all data of the engine screen after a change. */
export function useRefreshEngine(): () => Promise<void> {
  const client = useQueryClient();
  return () => refresh(client, { queryKey: ["engine"] });
}

export const queueStatus = queryOptions({
  queryKey: ["engine", "queue"],
  queryFn: () => unwrap(api.GET("/api/admin/standing")),
  refetchInterval: POLL_MS,
});

export const causes = queryOptions({
  queryKey: ["engine", "causes"],
  queryFn: async () => (await unwrap(api.GET("/api/admin/dead-letters/causes"))).causes,
  refetchInterval: POLL_MS,
});

export const openBreakers = queryOptions({
  queryKey: ["engine", "domains", "open"],
  queryFn: async () =>
    (await unwrap(api.GET("/api/admin/domains", { params: { query: { openBreakers: true } } }))).domains,
  refetchInterval: POLL_MS,
});

export const openAlerts = queryOptions({
  queryKey: ["engine", "alerts", "open"],
  queryFn: async () =>
    (await unwrap(api.GET("/api/admin/parsers/alerts", { params: { query: { open: true } } }))).alerts,
  refetchInterval: POLL_MS,
});

export const workers = queryOptions({
  queryKey: ["engine", "workers"],
  queryFn: () => unwrap(api.GET("/api/admin/workers", { params: { query: { limit: PAGE_SIZE } } })),
  refetchInterval: 2_000,
});

export function useDomains({ search, open }: { search?: string; open?: boolean }) {
  return useInfiniteQuery({
    queryKey: ["engine", "domains", { search, open }],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/domains", {
          params: { query: { after: pageParam, limit: PAGE_SIZE, search, openBreakers: open } },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

export function useDomain(domain: string) {
  return useQuery({
    queryKey: ["engine", "domain", domain],
    queryFn: () => unwrap(api.GET("/api/admin/domains/{domain}", { params: { path: { domain } } })),
    refetchInterval: POLL_MS,
  });
}

export function useFailedPages(domain: string) {
  return useQuery({
    queryKey: ["engine", "failed", domain],
    queryFn: async () =>
      (
        await unwrap(
          api.GET("/api/admin/crawl-tasks", { params: { query: { domain, status: "failed", limit: 10 } } }),
        )
      ).tasks,
    refetchInterval: POLL_MS,
  });
}

export function useProxies() {
  return useInfiniteQuery({
    queryKey: ["engine", "proxies"],
    queryFn: ({ pageParam }) =>
      unwrap(api.GET("/api/admin/proxies", { params: { query: { after: pageParam, limit: PAGE_SIZE } } })),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: POLL_MS,
  });
}

export function useProxyCosts() {
  return useQuery({
    queryKey: ["engine", "proxy-costs"],
    queryFn: () => unwrap(api.GET("/api/admin/proxies/costs", { params: { query: { limit: 20 } } })),
    refetchInterval: POLL_MS,
  });
}

export function useLetters(cause: string) {
  return useInfiniteQuery({
    queryKey: ["engine", "letters", cause],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/dead-letters", {
          params: { query: { cause, after: pageParam, limit: PAGE_SIZE } },
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    refetchInterval: POLL_MS,
  });
}

export function useParsers(domain: string | undefined) {
  return useInfiniteQuery({
    queryKey: ["engine", "parsers", domain],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/parsers", {
          params: { query: { domain, after: pageParam, limit: PAGE_SIZE } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

export function useAlerts({ open, domain }: { open: boolean; domain: string | undefined }) {
  return useInfiniteQuery({
    queryKey: ["engine", "alerts", { open, domain }],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/parsers/alerts", {
          params: { query: { open, domain, after: pageParam, limit: PAGE_SIZE } },
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

export const reparseRuns = queryOptions({
  queryKey: ["engine", "reparse"],
  queryFn: async () => (await unwrap(api.GET("/api/admin/reparse"))).runs,
  refetchInterval: POLL_MS,
});

export function useReparseRun(runId: string) {
  return useQuery({
    queryKey: ["engine", "reparse", runId],
    queryFn: () => unwrap(api.GET("/api/admin/reparse/{runId}", { params: { path: { runId } } })),
    refetchInterval: ({ state }) => (state.data?.state === "running" ? 1_000 : false),
  });
}

export function useAuditEntries(filters: {
  actor?: string;
  action?: string;
  object?: string;
  since?: string;
}) {
  return useInfiniteQuery({
    queryKey: ["engine", "audit", filters],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/audit", {
          params: { query: { ...filters, after: pageParam, limit: PAGE_SIZE } },
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });
}

export const shadow = queryOptions({
  queryKey: ["engine", "shadow"],
  queryFn: () => unwrap(api.GET("/api/admin/parsers/shadow")),
  refetchInterval: POLL_MS,
});

export function useShadowDifferences(field: string, kind: Kind | undefined) {
  return useInfiniteQuery({
    queryKey: ["engine", "shadow", field, kind],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/admin/parsers/shadow/differences", {
          params: { query: { field, kind, after: pageParam, limit: 50 } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  });
}
