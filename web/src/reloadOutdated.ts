// A tab that was open while the server was upgraded asks for screens that are no longer there.

const KEY = "garner.loaded-anew";
const MIN_INTERVAL_MS = 30_000; // a file that is missing for another reason must not be asked for for ever

export function reloadWhenOutdated(): void {
  window.addEventListener("vite:preloadError", (event) => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < MIN_INTERVAL_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    event.preventDefault();
    window.location.reload();
  });
}
