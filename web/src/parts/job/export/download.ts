// A job's rows as a file. Few are taken into memory, so that a refusal can be told; many are saved by the browser itself.
import { API_URL, api, asPerson, errorOf, type Schemas, told } from "../../../api/client";
import { nameIn } from "./fileName";

export type ExportWish = Schemas["Wanted"];

const MOST_IN_MEMORY = 20_000; // rows

/** `rows` is how many there will be at most. */
export async function downloadExport(jobId: number, wish: ExportWish, rows: number): Promise<void> {
  if (rows <= MOST_IN_MEMORY || wish.itemIds) await throughMemory(jobId, wish);
  else await byBrowser(jobId, wish);
}

async function throughMemory(jobId: number, wish: ExportWish): Promise<void> {
  const answer = await asPerson(
    new Request(`${API_URL || window.location.origin}/api/jobs/${jobId}/export`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
    }),
  );
  if (!answer.ok) throw await errorOf(answer);
  const address = URL.createObjectURL(await answer.blob());
  save(address, nameIn(answer.headers.get("Content-Disposition")) ?? `job-${jobId}.${wish.format ?? "xlsx"}`);
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function byBrowser(jobId: number, wish: ExportWish): Promise<void> {
  const { token } = await told(api.POST("/api/stream-token"));
  const query = new URLSearchParams({ token });
  if (wish.format) query.set("format", wish.format);
  if (wish.scope) query.set("scope", wish.scope);
  if (wish.statuses?.length) query.set("statuses", wish.statuses.join(","));
  save(`${API_URL}/api/jobs/${jobId}/export?${query}`, "");
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  // A refusal from another origin would take the place of the page.
  if (API_URL !== "") link.target = "_blank";
  link.rel = "noopener noreferrer";
  document.body.append(link);
  link.click();
  link.remove();
}
