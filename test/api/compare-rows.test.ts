import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { countUnnoted, startCapture, stopCapture } from "../../src/db/capture";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { compareBehind } from "../../src/db/compare-rows";
import { copiedTables, readBehind, writePiece } from "../../src/db/copy-rows";
import { MOVED_TABLES } from "../../src/db/project-tables";
import { enterState, type Hold } from "../../src/db/transits";
import { newProject } from "../support/api";
import { newShop } from "../support/one-of-each";
import { liveIn } from "../support/places";

liveIn("DB");

const FROM = { d1: env.DB, cost: noCost() };
const TO = { d1: env.DB_2, cost: noCost() };
const BOTH = { from: FROM, to: TO };

const holdOf = (project_id: string): Hold => ({ project_id, owner: "test", epoch: 1 });

async function tableNamed(name: string) {
  const found = (await copiedTables(FROM)).find((table) => table.name === name);
  if (!found) throw new Error("a table that is copied");
  return found;
}

/** Copies a table of a project as it is. */
async function copied(project_id: string, name: string): Promise<void> {
  const table = await tableNamed(name);
  expect((await writeBatch(TO, enterState(holdOf(project_id), "ASIDE"))).ok).toBe(true);
  for (let after: string | null = null; ; ) {
    const piece = await readBehind(FROM, table, { project_id, after, rows: 1_000 });
    if (piece.last === null) return;
    await writePiece(TO, table, piece, { project_id, guard: [] });
    after = piece.last;
  }
}

/** The keys of all rows that differ, piece by piece. */
async function differing(project_id: string, name: string, rows: number): Promise<string[]> {
  const table = await tableNamed(name);
  const found: string[] = [];
  for (let after: string | null = null; ; ) {
    const piece = await compareBehind(BOTH, table, { project_id, after, rows });
    found.push(...piece.differing);
    if (piece.last === null) return found;
    after = piece.last;
  }
}

/** A name with all that JSON, or a database, writes in its own way. */
const NAMES = ["plain", `"é\\u0041\\n"/</\u2028`, "a\n\t\u007f😀", "1.0", "null", "[1,2]"];

const category = (project_id: string, id: string, name: string, hierarchy: number | string = 1) =>
  env.DB.prepare(
    `INSERT INTO categories (project_id, id, name, hierarchy, created_at)
     VALUES (?1, ?2, ?3, ${hierarchy}, '2026')`,
  )
    .bind(project_id, id, name)
    .run();

async function categories(): Promise<string> {
  const { id } = await newProject();
  for (const [at, name] of NAMES.entries()) await category(id, `cat_${at}`, name);
  await category(id, "cat_large", "x".repeat(400_000));
  await category(id, "cat_number", "number", "9007199254740993");
  await copied(id, "categories");
  return id;
}

const there = (statement: string, project_id: string) =>
  env.DB_2.prepare(statement).bind(project_id).run();

describe("rows that were copied", () => {
  it("do not differ, in any table, however they are cut into pieces", async () => {
    const { project } = await newShop();
    for (const [name] of MOVED_TABLES) {
      await copied(project.id, name);
      for (const rows of [2, 1_000]) {
        expect(await differing(project.id, name, rows), name).toEqual([]);
      }
    }
  });

  it.each([2, 1_000])("differ where one has another value: that one alone (%i)", async (rows) => {
    const id = await categories();
    expect(await differing(id, "categories", rows)).toEqual([]);
    const set = "UPDATE categories SET name = name || ' ' WHERE project_id = ?1 AND id =";
    await there(`${set} 'cat_1'`, id);
    await there(`${set} 'cat_large'`, id);
    await there(
      "UPDATE categories SET hierarchy = hierarchy - 1 WHERE project_id = ?1 AND id = 'cat_number'",
      id,
    );
    expect(await differing(id, "categories", rows)).toEqual([
      '["cat_1"]',
      '["cat_large"]',
      '["cat_number"]',
    ]);
  });

  it.each([2, 1_000])("differ where one is missing, or there beside them (%i)", async (rows) => {
    const [id, other] = [await categories(), await categories()];
    await there("DELETE FROM categories WHERE project_id = ?1 AND id = 'cat_0'", id);
    for (const added of ["cat_", "cat_33", "cat_zz"]) {
      await there(
        `INSERT INTO categories (project_id, id, name, hierarchy, created_at)
          SELECT project_id, '${added}', name || '${added}', hierarchy, created_at FROM categories
          WHERE project_id = ?1 AND id = 'cat_3'`,
        id,
      );
    }
    expect((await differing(id, "categories", rows)).sort()).toEqual(
      ['["cat_"]', '["cat_0"]', '["cat_33"]', '["cat_zz"]'].sort(),
    );
    expect(await differing(other, "categories", rows)).toEqual([]);
  });

  it("may differ in the audit log by entries that the other place has kept", async () => {
    const { project } = await newShop();
    await copied(project.id, "audit_log");
    await there(
      `INSERT INTO audit_log (project_id, id, created_at, request_id, family, key_id, by_token,
          operation, status, fields)
        VALUES (?1, 'aud_kept', '2026', 'r', 'server', 'k', 0, 'POST /', 200, '[]')`,
      project.id,
    );
    expect(await differing(project.id, "audit_log", 1_000)).toEqual([]);
  });
});

describe("rows that differ since they have changed", () => {
  it("are noted by their keys, also of what has one row for each project", async () => {
    const id = await categories();
    const hold = holdOf(id);
    await env.DB.prepare(
      `INSERT INTO stacking_rules (project_id, id, rules, created_at)
        VALUES (?1, 'str_1', '{}', '2026')`,
    )
      .bind(id)
      .run();
    await copied(id, "stacking_rules");
    expect((await startCapture(FROM, hold)).ok).toBe(true);
    try {
      const unnoted = async (name: string) => {
        const [table, keys] = [await tableNamed(name), await differing(id, name, 1_000)];
        return [keys.length, await countUnnoted(FROM, id, { table, keys })];
      };
      await env.DB.batch(
        [
          "UPDATE categories SET name = 'New' WHERE project_id = ?1 AND id = 'cat_1'",
          "DELETE FROM categories WHERE project_id = ?1 AND id = 'cat_2'",
          "UPDATE stacking_rules SET rules = '{\"a\":1}' WHERE project_id = ?1",
        ].map((text) => env.DB.prepare(text).bind(id)),
      );
      await category(id, "cat_new", NAMES[1] ?? "");
      expect(await unnoted("categories")).toEqual([3, 0]);
      expect(await unnoted("stacking_rules")).toEqual([1, 0]);
      await there("DELETE FROM categories WHERE project_id = ?1 AND id = 'cat_0'", id);
      expect(await unnoted("categories")).toEqual([4, 1]);
    } finally {
      await stopCapture(FROM, hold);
    }
  });
});
