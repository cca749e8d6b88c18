// Fetches again what may have changed, after an act of the user or an event of a stream. `invalidateQueries` alone is
// not enough: it joins a first fetch that is under way, whose answer may be older than the change, and it cancels any
// later one, so that frequent events would never let a slow fetch end. Here a fetch that began before the change is
// replaced, and a fetch that a refresh began is left to end and followed by one more.
import {
  notifyManager,
  type Query,
  type QueryCache,
  type QueryClient,
  type QueryFilters,
} from "@tanstack/react-query";

const running = new WeakMap<Query, Promise<void>>();
const outdated = new WeakSet<Query>();

/** Resolves when what is shown is up to date or could not be fetched; does not wait while the browser is offline. */
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

/** A fetch that ends makes its query valid, also one that began before the change. */
function afterFetch(query: Query, act: () => void): void {
  query.promise?.then(act, act);
}

async function refetch(cache: QueryCache, query: Query): Promise<void> {
  const isLoadingPage = query.state.fetchStatus !== "idle" && isOfFurtherPage(query);
  if (!isLoadingPage) query.cancel({ silent: true }); // those who wait for that fetch get the answer of the next
  await query.fetch().catch(() => undefined);
  running.delete(query);
  // A further page that the user asks for takes the place of a refetch, and loads that page only.
  if (outdated.delete(query) || isOfFurtherPage(query)) await refreshQuery(cache, query);
}

/** Whether the last fetch was for a further page of a list. */
function isOfFurtherPage(query: Query): boolean {
  return query.state.fetchMeta?.fetchMore !== undefined;
}
