// Downloads a job's rows as a file. A small export goes through memory, so that an error can be shown; a large one is
// saved by the browser itself.
import { API_URL, api, fetchAsUser, readApiError, type Schemas, unwrap } from "../../../api/client";
import { readFileName } from "./fileName";

export type ExportRequest = Schemas["Wanted"];

const MAX_ROWS_IN_MEMORY = 20_000; // rows

/** `rows` is the largest number of rows that the export can have. */
export async function downloadExport(jobId: number, request: ExportRequest, rows: number): Promise<void> {
  if (rows <= MAX_ROWS_IN_MEMORY || request.itemIds) await downloadThroughMemory(jobId, request);
  else await downloadByBrowser(jobId, request);
}

async function downloadThroughMemory(jobId: number, request: ExportRequest): Promise<void> {
  const answer = await fetchAsUser(
    new Request(`${API_URL || window.location.origin}/api/jobs/${jobId}/export`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
    }),
  );
  if (!answer.ok) throw await readApiError(answer);
  const address = URL.createObjectURL(await answer.blob());
  save(
    address,
    readFileName(answer.headers.get("Content-Disposition")) ?? `job-${jobId}.${request.format ?? "xlsx"}`,
  );
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function downloadByBrowser(jobId: number, request: ExportRequest): Promise<void> {
  const { token } = await unwrap(api.POST("/api/stream-token"));
  const query = new URLSearchParams({ token });
  if (request.format) query.set("format", request.format);
  if (request.scope) query.set("scope", request.scope);
  if (request.statuses?.length) query.set("statuses", request.statuses.join(","));
  save(`${API_URL}/api/jobs/${jobId}/export?${query}`, "");
}

function save(address: string, name: string): void {
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  // An error page from another origin would replace this page.
  if (API_URL !== "") link.target = "_blank";
  link.rel = "noopener noreferrer";
  document.body.append(link);
  link.click();
  link.remove();
}
