// What modules of the page need of a browser when they are imported: storage that lives as long as the test process,
// and a window that dispatches events.
import { setMaxListeners } from "node:events";
import { beforeEach } from "vitest";

class MemoryStorage implements Storage {
  readonly #items = new Map<string, string>();

  get length(): number {
    return this.#items.size;
  }

  key(index: number): string | null {
    return [...this.#items.keys()][index] ?? null;
  }

  getItem(name: string): string | null {
    return this.#items.get(name) ?? null;
  }

  setItem(name: string, value: string): void {
    this.#items.set(name, String(value));
  }

  removeItem(name: string): void {
    this.#items.delete(name);
  }

  clear(): void {
    this.#items.clear();
  }
}

const browser = {
  window: Object.assign(new EventTarget(), { location: new URL("http://garner.test/") }),
  localStorage: new MemoryStorage(),
  sessionStorage: new MemoryStorage(),
};

for (const [name, value] of Object.entries(browser)) {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

setMaxListeners(0, browser.window); // tests that load a module anew add its listeners again

beforeEach(() => {
  browser.localStorage.clear();
  browser.sessionStorage.clear();
});
