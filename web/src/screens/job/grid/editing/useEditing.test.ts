import { describe, expect, test, vi } from "vitest";
import type { WholeItem } from "../props";
import { CellConflict, writeCells } from "./useEditing";

const seen = { id: "i1", updatedAt: "t1" };
const input = { title: "Copper teapot" };

/** A row on a server: it refuses a write that has not seen its last change. */
function rowThat(row: { updatedAt: string; title: string }, beforeWrite: () => void = () => undefined) {
  const writes: { input: object; updatedAt: string }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return Response.json({ ...row });
    const body = await request.json();
    beforeWrite();
    writes.push(body);
    if (body.updatedAt !== row.updatedAt) return Response.json({ error: "It was changed." }, { status: 409 });
    return Response.json({ ...row, ...body.input, updatedAt: "t9" });
  });
  return writes;
}

const hasTitle = (title: string) => (now: WholeItem) => (now as unknown as { title: string }).title === title;

describe("writeCells", () => {
  test("writes the cells of a row that has not changed", async () => {
    const writes = rowThat({ updatedAt: "t1", title: "Teapot" });
    expect(await writeCells(7, seen, input, hasTitle("Teapot"))).toMatchObject(input);
    expect(writes).toEqual([{ input, updatedAt: "t1" }]);
  });

  test("writes again when the row was only processed in the meantime", async () => {
    const writes = rowThat({ updatedAt: "t2", title: "Teapot" });
    expect(await writeCells(7, seen, input, hasTitle("Teapot"))).toMatchObject(input);
    expect(writes.map(({ updatedAt }) => updatedAt)).toEqual(["t1", "t2"]);
  });

  test("does not overwrite what another user wrote in the meantime", async () => {
    const writes = rowThat({ updatedAt: "t2", title: "Glass teapot" });
    const error = await writeCells(7, seen, input, hasTitle("Teapot")).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(CellConflict);
    expect(error.theirs).toMatchObject({ title: "Glass teapot", updatedAt: "t2" });
    expect(writes).toHaveLength(1);
  });

  test("gives up after four tries when the row keeps changing", async () => {
    const row = { updatedAt: "t2", title: "Teapot" };
    let changes = 2;
    const writes = rowThat(row, () => {
      changes += 1;
      row.updatedAt = `t${changes}`;
    });
    await expect(writeCells(7, seen, input, () => true)).rejects.toMatchObject({ status: 409 });
    expect(writes).toHaveLength(4);
  });

  test("passes on a refusal for another reason without another try", async () => {
    let writes = 0;
    vi.stubGlobal("fetch", async (request: Request) => {
      if (request.method === "GET") return Response.json({ updatedAt: "t1" });
      writes += 1;
      return Response.json({ error: "The job is canceled." }, { status: 409 });
    });
    await expect(writeCells(7, seen, input, () => true)).rejects.toThrow("The job is canceled.");
    expect(writes).toBe(1);
  });
});
