import { InfiniteQueryObserver, onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refresh } from "./refresh";

const KEY = ["mailbox", "under way"];
const MAILBOX = { queryKey: ["mailbox"] };

let client: QueryClient;
let ends: (() => void)[];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  client.mount();
  ends = [];
});

afterEach(() => {
  onlineManager.setOnline(true);
  for (const end of ends) end();
  client.unmount();
  client.clear();
});

/** A server whose answers are given by hand: `answers[n]` ends the nth request. */
function heldServer() {
  const answers: { give: (data: string) => void; fail: () => void }[] = [];
  const ask = () =>
    new Promise<string>((resolve, reject) => {
      answers.push({ give: resolve, fail: () => reject(new Error("refused")) });
    });
  return { answers, ask };
}

function observe(ask: () => Promise<string>, queryKey = KEY) {
  const observer = new QueryObserver(client, { queryKey, queryFn: ask });
  ends.push(observer.subscribe(() => undefined));
  return observer;
}

const shown = () => client.getQueryData(KEY);
const isFetching = () => client.getQueryState(KEY)?.fetchStatus === "fetching";

/** Lets everything happen that needs no answer. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("refresh", () => {
  test("fetches again what is shown", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    answers[0]?.give("old");
    await settle();
    const refreshed = refresh(client, MAILBOX);
    answers[1]?.give("new");
    await refreshed;
    expect(shown()).toBe("new");
    expect(answers).toHaveLength(2);
  });

  test("does not rely on a first fetch that began before the change", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    const refreshed = refresh(client, MAILBOX);
    answers[0]?.give("old");
    await settle();
    expect(answers).toHaveLength(2);
    answers[1]?.give("new");
    await refreshed;
    expect(shown()).toBe("new");
    expect(isFetching()).toBe(false);
  });

  test("does not wait for a first fetch that is slow", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    const refreshed = refresh(client, MAILBOX);
    answers[1]?.give("new");
    await refreshed;
    expect(shown()).toBe("new");
    answers[0]?.give("old");
    await settle();
    expect(shown()).toBe("new");
  });

  test("gives the fresh data also to those who waited for the first fetch", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    const waiting = client.fetchQuery({ queryKey: KEY, queryFn: ask });
    refresh(client, MAILBOX);
    answers[1]?.give("new");
    expect(await waiting).toBe("new");
  });

  test("lets its own fetch end however often it is called, and then fetches once more", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    answers[0]?.give("first");
    await settle();
    const all = Array.from({ length: 20 }, () => refresh(client, MAILBOX));
    await settle();
    expect(answers).toHaveLength(2);
    answers[1]?.give("second");
    await settle();
    expect(shown()).toBe("second");
    expect(answers).toHaveLength(3);
    answers[2]?.give("third");
    await Promise.all(all);
    expect(shown()).toBe("third");
    expect(answers).toHaveLength(3);
    expect(isFetching()).toBe(false);
  });

  test("fetches once more also when its own fetch failed", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    answers[0]?.give("first");
    await settle();
    refresh(client, MAILBOX);
    const last = refresh(client, MAILBOX);
    answers[1]?.fail();
    await settle();
    answers[2]?.give("third");
    await last;
    expect(shown()).toBe("third");
  });

  test("ends when the server refuses", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    const refreshed = refresh(client, MAILBOX);
    answers[1]?.fail();
    await refreshed;
    expect(client.getQueryState(KEY)?.status).toBe("error");
    expect(isFetching()).toBe(false);
  });

  test("leaves other keys alone", async () => {
    const { answers, ask } = heldServer();
    observe(ask, ["cookbook", "list"]);
    await refresh(client, MAILBOX);
    expect(answers).toHaveLength(1);
  });

  test("marks what is not shown as stale, also when it is being fetched", async () => {
    const { answers, ask } = heldServer();
    const waiting = client.fetchQuery({ queryKey: KEY, queryFn: ask });
    await refresh(client, MAILBOX);
    answers[0]?.give("old");
    expect(await waiting).toBe("old");
    await settle();
    expect(client.getQueryState(KEY)?.isInvalidated).toBe(true);
    expect(answers).toHaveLength(1);
  });

  test("fetches again what came into view while it was being fetched", async () => {
    const { answers, ask } = heldServer();
    void client.fetchQuery({ queryKey: KEY, queryFn: ask });
    await refresh(client, MAILBOX);
    observe(ask);
    answers[0]?.give("old");
    await settle();
    answers[1]?.give("new");
    await settle();
    expect(shown()).toBe("new");
  });

  test("does not fetch for a user who has left", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    const all = [refresh(client, MAILBOX), refresh(client, MAILBOX)];
    client.clear();
    await Promise.all(all);
    expect(answers).toHaveLength(2);
  });

  test("does not wait for a server that cannot be reached", async () => {
    const { answers, ask } = heldServer();
    observe(ask);
    answers[0]?.give("old");
    await settle();
    onlineManager.setOnline(false);
    await refresh(client, MAILBOX);
    await refresh(client, MAILBOX);
    expect(answers).toHaveLength(1);
    onlineManager.setOnline(true);
    await settle();
    answers[1]?.give("new");
    await settle();
    expect(shown()).toBe("new");
  });
});

describe("refresh of a list that is loaded page by page", () => {
  function observePages(ask: () => Promise<string>) {
    const observer = new InfiniteQueryObserver(client, {
      queryKey: KEY,
      queryFn: ask,
      initialPageParam: 0,
      getNextPageParam: (_, pages) => pages.length,
    });
    ends.push(observer.subscribe(() => undefined));
    return observer;
  }

  const pages = () => client.getQueryData<{ pages: string[] }>(KEY)?.pages;

  test("lets a further page arrive before", async () => {
    const { answers, ask } = heldServer();
    const observer = observePages(ask);
    answers[0]?.give("one");
    await settle();
    observer.fetchNextPage();
    const refreshed = refresh(client, MAILBOX);
    answers[1]?.give("two");
    await settle();
    answers[2]?.give("new one");
    await settle();
    answers[3]?.give("new two");
    await refreshed;
    expect(pages()).toEqual(["new one", "new two"]);
  });

  test("is made up for when a further page was asked for meanwhile", async () => {
    const { answers, ask } = heldServer();
    const observer = observePages(ask);
    answers[0]?.give("one");
    await settle();
    const refreshed = refresh(client, MAILBOX);
    observer.fetchNextPage();
    answers[2]?.give("two");
    await settle();
    answers[3]?.give("new one");
    await settle();
    answers[4]?.give("new two");
    await refreshed;
    expect(pages()).toEqual(["new one", "new two"]);
  });
});
