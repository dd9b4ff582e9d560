import { env } from "cloudflare:workers";
import { homeDb } from "./places";

/** Tables that the migrations made, with all of a row's columns as one text. */
const TABLES = `SELECT m.name, group_concat('"' || c.name || '"', ', ') AS columns
  FROM sqlite_master m CROSS JOIN pragma_table_info(m.name) c
  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT LIKE '\\_cf%' ESCAPE '\\'
    AND m.name NOT LIKE 'd1\\_%' ESCAPE '\\'
  GROUP BY m.name`;

/** Files of tests that ran before hold nothing of this one: they are many, and some are large. */
const since = Date.now();

/** Looked for where they are: to bring every row of a database here takes minutes. */
async function inTables(db: D1Database, texts: readonly string[]): Promise<string[]> {
  const { results: tables } = await db.prepare(TABLES).all<Record<string, string>>();
  const read = tables.map(({ name, columns }) =>
    db
      .prepare(
        `SELECT DISTINCT t.value AS text FROM (SELECT json_array(${columns}) AS row FROM "${name}") r
       CROSS JOIN json_each(?1) t WHERE instr(r.row, t.value)`,
      )
      .bind(JSON.stringify(texts)),
  );
  const found = await db.batch<{ text: string }>(read);
  return found.flatMap(({ results }, at) =>
    results.map(({ text }) => `${tables[at]?.name}: ${text}`),
  );
}

async function inFiles(texts: readonly string[]): Promise<string[]> {
  const { objects } = await env.EXPORTS.list();
  const young = objects.filter(({ uploaded }) => uploaded.getTime() >= since);
  const found = await Promise.all(
    young.map(async ({ key }) => {
      const written = (await (await env.EXPORTS.get(key))?.text()) ?? "";
      return texts.filter((text) => written.includes(text)).map((text) => `file ${key}: ${text}`);
    }),
  );
  return found.flat();
}

/** Which of the texts stand anywhere in the database or the bucket, and in which tables and files. */
export async function tracesOf(texts: readonly string[]): Promise<string[]> {
  const places = new Set([env.DB, homeDb()]);
  const found = await Promise.all([
    ...[...places].map((db) => inTables(db, texts)),
    inFiles(texts),
  ]);
  return found.flat().sort();
}
