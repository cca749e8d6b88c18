// A tab that was open while the server was upgraded requests files that no longer exist. It is reloaded once.

const KEY = "garner.reloaded-at";
const MIN_INTERVAL_MS = 30_000; // a file that is missing for another reason must not cause endless reloads

export function reloadWhenOutdated(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < MIN_INTERVAL_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
