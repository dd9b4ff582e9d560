import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { copiedTables, readBehind, readKeys, writePiece } from "../../src/db/copy-rows";
import { MOVED_TABLES } from "../../src/db/project-tables";
import { assertHeld, enterState, type Hold } from "../../src/db/transits";
import { newProject } from "../support/api";
import { newShop } from "../support/one-of-each";
import { liveIn } from "../support/places";

liveIn("DB");

const FROM = { d1: env.DB, cost: noCost() };
const TO = { d1: env.DB_2, cost: noCost() };

const holdOf = (project_id: string): Hold => ({ project_id, owner: "test", epoch: 1 });

async function enter(project_id: string): Promise<void> {
  expect((await writeBatch(TO, enterState(holdOf(project_id), "ASIDE"))).ok).toBe(true);
}

async function tableNamed(name: string) {
  const found = (await copiedTables(FROM)).find((table) => table.name === name);
  if (!found) throw new Error("a table that is copied");
  return found;
}

/** Copies a table of a project piece by piece; answers how many rows each piece had. */
async function copyTable(project_id: string, name: string, rows = 1_000): Promise<number[]> {
  const table = await tableNamed(name);
  const guard = [assertHeld(holdOf(project_id), "ASIDE")];
  const pieces: number[] = [];
  for (let after: string | null = null; ; ) {
    const piece = await readBehind(FROM, table, { project_id, after, rows });
    if (piece.last === null) return pieces;
    expect(await writePiece(TO, table, piece, { project_id, guard })).toEqual({
      ok: true,
      value: true,
    });
    pieces.push(piece.rows);
    after = piece.last;
  }
}

/** All rows with the type and the bytes of each value. */
async function exactly(db: D1Database, name: string, project_id: string): Promise<unknown> {
  const { columns } = await tableNamed(name);
  const told = columns.map((each) => `typeof("${each}") || hex("${each}")`).join(", ");
  const { results } = await db
    .prepare(`SELECT json_array(${told}) AS row FROM ${name} WHERE project_id = ?1`)
    .bind(project_id)
    .all();
  return results;
}

const addCategory = (project_id: string, id: string, name: string, hierarchy: number | string) =>
  env.DB.prepare(
    `INSERT INTO categories (project_id, id, name, hierarchy, created_at)
     VALUES (?1, ?2, ${name}, ${hierarchy}, '2026')`,
  )
    .bind(project_id, id)
    .run();

describe("rows that are copied to another place", () => {
  it("are the same, table by table, and no trigger adds to them", async () => {
    const { project } = await newShop();
    await enter(project.id);
    const counts = new Map<string, number>();
    for (const [name] of MOVED_TABLES) {
      const pieces = await copyTable(project.id, name, 2);
      counts.set(
        name,
        pieces.reduce((sum, rows) => sum + rows, 0),
      );
    }
    for (const [name] of MOVED_TABLES) {
      const rows = await exactly(env.DB, name, project.id);
      expect(await exactly(env.DB_2, name, project.id), name).toEqual(rows);
      expect(rows, name).toHaveLength(counts.get(name) ?? -1);
    }
    expect([...counts.values()].filter((count) => count > 0).length).toBeGreaterThan(25);
  });

  it("keep numbers beyond 2^53, and every character", async () => {
    const { id } = await newProject();
    await enter(id);
    await addCategory(id, "cat_1", `'a' || char(0) || 'b'`, "9007199254740993");
    await addCategory(id, "cat_2", `'{"é":"\\u0041\\n"}' || char(10, 9, 127, 65534, 128512)`, -1);
    await addCategory(id, "cat_3", `'null'`, "-9223372036854775808");
    await copyTable(id, "categories");
    expect(await exactly(env.DB_2, "categories", id)).toEqual(
      await exactly(env.DB, "categories", id),
    );
  });

  it("go alone where they are large, and otherwise as many as a piece holds", async () => {
    const { id } = await newProject();
    await enter(id);
    // 250,000 quotes are twice as many bytes in JSON, so that one of these fills half a piece.
    const quotes = `replace(hex(zeroblob(125000)), '0', '"')`;
    for (const at of [1, 2, 3]) await addCategory(id, `cat_${at}`, `${quotes} || ${at}`, at);
    await addCategory(
      id,
      "cat_4",
      `replace(hex(zeroblob(950000)), '0', '"') || 4`,
      "8007199254740993",
    );
    await addCategory(id, "cat_5", "'small'", 5);
    await addCategory(id, "cat_6", "'small too'", 6);
    expect(await copyTable(id, "categories")).toEqual([1, 1, 1, 1, 2]);
    expect(await exactly(env.DB_2, "categories", id)).toEqual(
      await exactly(env.DB, "categories", id),
    );
  });

  it("follow their keys: what changed is written anew, and what is gone is taken away", async () => {
    const { id } = await newProject();
    await enter(id);
    const table = await tableNamed("categories");
    for (const at of [1, 2, 3]) await addCategory(id, `cat_${at}`, `'a${at}'`, at);
    await copyTable(id, "categories");
    await env.DB.prepare(
      `DELETE FROM categories WHERE project_id = ?1 AND id IN ('cat_1', 'cat_2')`,
    )
      .bind(id)
      .run();
    await addCategory(id, "cat_2", "'b'", 9);
    const keys = JSON.stringify([["cat_1"], ["cat_2"]]);
    const piece = await readKeys(FROM, table, { project_id: id, keys });
    expect(piece).toMatchObject({ looked: 2, rows: 1, keys, last: '["cat_2"]' });
    const guard = [assertHeld(holdOf(id), "ASIDE")];
    expect(await writePiece(TO, table, piece, { project_id: id, guard })).toMatchObject({
      value: true,
    });
    expect(await exactly(env.DB_2, "categories", id)).toEqual(
      await exactly(env.DB, "categories", id),
    );
  });

  it("push out a row that is in their way by another key", async () => {
    const { id } = await newProject();
    await enter(id);
    const table = await tableNamed("customers");
    const add = (db: D1Database, customer: string, metadata: string) =>
      db
        .prepare(
          `INSERT INTO customers (project_id, id, source_id, metadata, created_at)
           VALUES (?1, ?2, 'alice', ?3, '2026')`,
        )
        .bind(id, customer, metadata)
        .run();
    await add(env.DB_2, "cust_1", '{"a":1}');
    await add(env.DB, "cust_2", '{"b":2}');
    const piece = await readBehind(FROM, table, { project_id: id, after: null, rows: 9 });
    const guard = [assertHeld(holdOf(id), "ASIDE")];
    await writePiece(TO, table, piece, { project_id: id, guard });
    expect(await exactly(env.DB_2, "customers", id)).toEqual(
      await exactly(env.DB, "customers", id),
    );
  });

  it("are not written by a worker before this one, nor by other work", async () => {
    const { id } = await newProject();
    expect((await writeBatch(TO, enterState({ ...holdOf(id), epoch: 2 }, "ASIDE"))).ok).toBe(true);
    await addCategory(id, "cat_1", "'a'", 1);
    const table = await tableNamed("categories");
    const piece = await readBehind(FROM, table, { project_id: id, after: null, rows: 9 });
    for (const hold of [holdOf(id), { ...holdOf(id), epoch: 2, owner: "another" }]) {
      const guard = [assertHeld(hold, "ASIDE")];
      expect(await writePiece(TO, table, piece, { project_id: id, guard })).toEqual({
        ok: false,
        error: { constraint: "hold_lost" },
      });
      expect(await writeBatch(TO, enterState(hold, "READY"))).toMatchObject({ ok: false });
    }
    expect(await exactly(env.DB_2, "categories", id)).toEqual([]);
  });

  it("are told of where they are others than were sent", async () => {
    const { id } = await newProject();
    await enter(id);
    await addCategory(id, "cat_1", "'a'", 1);
    const table = await tableNamed("categories");
    const piece = await readBehind(FROM, table, { project_id: id, after: null, rows: 9 });
    // A number that was sent as a text is kept as a number again.
    const wrong = { ...piece, values: String(piece.values).replace(",1,", ',"1",') };
    expect(wrong).not.toEqual(piece);
    const guard = [assertHeld(holdOf(id), "ASIDE")];
    expect(await writePiece(TO, table, wrong, { project_id: id, guard })).toMatchObject({
      value: false,
    });
  });

  it("are told of so where they are large, too", async () => {
    const { id } = await newProject();
    await enter(id);
    await addCategory(id, "cat_1", "hex(zeroblob(200000))", 1);
    const table = await tableNamed("categories");
    const piece = await readBehind(FROM, table, { project_id: id, after: null, rows: 9 });
    if (typeof piece.values === "string") throw new Error("a large row goes column by column");
    // A number with a fraction that is none is kept without it.
    const wrong = { ...piece, values: piece.values.map((each) => (each === "1" ? "1.0" : each)) };
    expect(wrong).not.toEqual(piece);
    const guard = [assertHeld(holdOf(id), "ASIDE")];
    expect(await writePiece(TO, table, wrong, { project_id: id, guard })).toMatchObject({
      value: false,
    });
  });
});
