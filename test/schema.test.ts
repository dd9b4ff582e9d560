import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { generateSQLiteDrizzleJson, generateSQLiteMigration } from "drizzle-kit/api";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { migrated } from "./support/large-database";

const tables: Record<string, unknown> = {};
for (const file of readdirSync("src/db/tables")) {
  Object.assign(tables, await import(`../src/db/tables/${file}`));
}

const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })).min(1) });
type Snapshot = Awaited<ReturnType<typeof generateSQLiteDrizzleJson>>;

/** What drizzle-kit believes to be in the database: it knows neither of STRICT nor of triggers. */
function lastSnapshot(): Snapshot {
  const { entries } = Journal.parse(
    JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")),
  );
  const number = String(entries.length - 1).padStart(4, "0");
  return JSON.parse(readFileSync(`migrations/meta/${number}_snapshot.json`, "utf8"));
}

/** A database of the tables as they are declared, all as the migrations make them. */
async function declared(): Promise<DatabaseSync> {
  const db = new DatabaseSync(":memory:");
  const nothing = await generateSQLiteDrizzleJson({});
  const statements = await generateSQLiteMigration(
    nothing,
    await generateSQLiteDrizzleJson(tables),
  );
  for (const sql of statements)
    db.exec(
      sql.replace(/\);\s*$/, (end) =>
        sql.startsWith("CREATE TABLE") ? ") STRICT, WITHOUT ROWID;" : end,
      ),
    );
  return db;
}

type Row = Record<string, unknown>;
const all = (db: DatabaseSync, sql: string): Row[] =>
  db
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));

const plain = (sql: unknown): string =>
  String(sql)
    .replaceAll(/[`"\s]+/g, " ")
    .replaceAll(/ ?([(),]) ?/g, "$1")
    .trim();

/** The CHECKs of a table by name, each up to the bracket that closes it. */
function checksOf(sql: unknown): Row {
  const text = plain(sql);
  const found = [...text.matchAll(/CONSTRAINT (\w+) CHECK\(/g)].map(
    ({ 0: head, 1: name = "", index }) => {
      let [depth, end] = [1, index + head.length];
      for (; depth > 0; end++) depth += text[end] === "(" ? 1 : text[end] === ")" ? -1 : 0;
      return [name, text.slice(index + head.length, end - 1)];
    },
  );
  return Object.fromEntries(found);
}

const named = (rows: readonly Row[]): Row =>
  Object.fromEntries(rows.map(({ name, ...row }) => [String(name), row]));

/** A table as SQLite sees it; a column that was added later stands behind the others. */
function tableIn(db: DatabaseSync, name: string, sql: unknown) {
  const columns = all(db, `PRAGMA table_xinfo('${name}')`).map(
    ({ cid: _, dflt_value, ...row }) => ({
      ...row,
      value:
        dflt_value === null
          ? null
          : plain(dflt_value).replace(/^(false|true)$/, (truth) => `${Number(truth === "true")}`),
    }),
  );
  const indexes = all(db, `PRAGMA index_list('${name}')`).map(({ seq: _, ...row }) => ({
    ...row,
    columns: all(db, `PRAGMA index_xinfo('${row.name}')`)
      .filter(({ key }) => key === 1)
      .map(({ name, desc, coll }) => [name, desc, coll].join(" ")),
  }));
  return {
    columns: named(columns),
    indexes: named(indexes),
    checks: checksOf(sql),
    foreign: all(db, `PRAGMA foreign_key_list('${name}')`),
  };
}

const objects = (db: DatabaseSync, type: string): Row[] =>
  all(
    db,
    `SELECT name, tbl_name, sql FROM sqlite_master WHERE type = '${type}' AND sql IS NOT NULL ORDER BY name`,
  );

const tablesIn = (db: DatabaseSync) =>
  Object.fromEntries(
    objects(db, "table").map(({ name, sql }) => [String(name), tableIn(db, String(name), sql)]),
  );

const textsOf = (db: DatabaseSync, type: string) =>
  Object.fromEntries(objects(db, type).map(({ name, sql }) => [String(name), plain(sql)]));

/** Tables with a row id, each with its reason. */
const WITH_ROWID: Record<string, string> = {
  dead_jobs: "few rows with long texts, which stay out of the tree that the key is searched in",
};

describe("the tables as they are declared, and as the migrations make them", () => {
  it("have the same columns, keys, checks and defaults", async () => {
    expect(tablesIn(migrated())).toEqual(tablesIn(await declared()));
  });

  it("have the same indexes, on the same expressions and rows", async () => {
    expect(textsOf(migrated(), "index")).toEqual(textsOf(await declared(), "index"));
  });

  it("leave nothing for drizzle-kit to generate", async () => {
    const now = await generateSQLiteDrizzleJson(tables);
    expect(await generateSQLiteMigration(lastSnapshot(), now)).toEqual([]);
  });

  it("are strict, and without a row id but for some", () => {
    const kinds = all(migrated(), "PRAGMA table_list").filter(
      ({ type, name }) => type === "table" && !String(name).startsWith("sqlite_"),
    );
    expect(kinds.length).toBeGreaterThan(30);
    expect(kinds.filter(({ strict }) => strict !== 1)).toEqual([]);
    const others = kinds.filter(({ wr }) => wr !== 1).map(({ name }) => name);
    expect(others).toEqual(Object.keys(WITH_ROWID));
  });
});

describe("what no declaration knows of", () => {
  const db = migrated();

  it("is these views", () => {
    expect(objects(db, "view").map(({ name }) => name)).toEqual([
      "assert_v",
      "days_v",
      "qualifiable_objects_v",
      "repost_v",
      "usage_v",
    ]);
  });

  it.each(objects(db, "view"))("view $name names only what there is", ({ name }) => {
    expect(() => db.prepare(`SELECT * FROM ${name}`)).not.toThrow();
  });

  it.each(objects(db, "trigger"))(
    "trigger $name names only what there is",
    ({ tbl_name: name }) => {
      // Those that are made of others are not written.
      const columns = all(db, `PRAGMA table_info('${name}')`).map((column) => `"${column.name}"`);
      const writes = [`INSERT INTO ${name} (${columns}) SELECT ${columns} FROM ${name}`];
      if (!String(name).endsWith("_v"))
        writes.push(`UPDATE ${name} SET ${columns.at(-1)} = NULL`, `DELETE FROM ${name}`);
      for (const sql of writes) expect(() => db.prepare(`EXPLAIN ${sql}`)).not.toThrow();
    },
  );
});
