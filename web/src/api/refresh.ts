// Refetches data that may have changed, after an action of the user or an event of a stream. `invalidateQueries` is not
// enough: it joins a first fetch in progress, whose response may be older than the change, and it cancels later ones, so
// that frequent events would never let a slow fetch end. Here a fetch that started before the change is replaced; a fetch
// that a refresh started is left to end, and is followed by one more.
import {
  notifyManager,
  type Query,
  type QueryCache,
  type QueryClient,
  type QueryFilters,
} from "@tanstack/react-query";

const running = new WeakMap<Query, Promise<void>>();
const outdated = new WeakSet<Query>();

/** Resolves when the shown data is up to date or could not be fetched. Does not wait while the browser is offline. */
export async function refresh(client: QueryClient, filters: QueryFilters): Promise<void> {
  const cache = client.getQueryCache();
  await notifyManager.batch(() =>
    Promise.all(cache.findAll(filters).map((query) => refreshQuery(cache, query))),
  );
}

function refreshQuery(cache: QueryCache, query: Query): Promise<void> {
  if (cache.get(query.queryHash) !== query) return Promise.resolve(); // removed, for example by signing out
  query.invalidate();
  if (!query.isActive()) {
    afterFetch(query, () => refreshQuery(cache, query));
    return Promise.resolve();
  }
  let run = running.get(query);
  if (run === undefined) {
    run = refetch(cache, query);
    running.set(query, run);
  } else {
    outdated.add(query);
  }
  return query.state.fetchStatus === "paused" ? Promise.resolve() : run;
}

/** A fetch that ends marks its query as valid, even if it started before the change. */
function afterFetch(query: Query, action: () => void): void {
  query.promise?.then(action, action);
}

async function refetch(cache: QueryCache, query: Query): Promise<void> {
  const isLoadingPage = query.state.fetchStatus !== "idle" && isOfFurtherPage(query);
  if (!isLoadingPage) query.cancel({ silent: true }); // callers that wait for that fetch get the result of the next one
  await query.fetch().catch(() => undefined);
  running.delete(query);
  // If the user requests a further page, that fetch replaces a refetch and loads only that page.
  if (outdated.delete(query) || isOfFurtherPage(query)) await refreshQuery(cache, query);
}

/** Whether the last fetch was for a further page of a list. */
function isOfFurtherPage(query: Query): boolean {
  return query.state.fetchMeta?.fetchMore !== undefined;
}
