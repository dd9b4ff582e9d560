import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { COLUMNS_SQL, INDEXES_SQL, largeProject, statisticsSql } from "./large-project";
import { faultsOf, type PlanRow } from "./plans";

const Columns = z.array(z.object({ table: z.string(), columns: z.string() }));
const Indexes = z.array(
  z.object({
    table: z.string(),
    name: z.string(),
    columns: z.string(),
    sql: z.string().nullable(),
    key: z.string().nullable(),
  }),
);
const Plan = z.array(z.object({ id: z.number(), parent: z.number(), detail: z.string() }));

/** All migrations in a database of its own, without any row. */
export function migrated(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  for (const file of files.sort()) db.exec(readFileSync(`migrations/${file}`, "utf8"));
  return db;
}

const planOf = (db: DatabaseSync, sql: string): PlanRow[] =>
  Plan.parse(db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());

/** A judge of statements in plain Node: their plans with and without statistics. */
export function judge() {
  const [bare, large] = [migrated(), migrated()];
  const columns = Columns.parse(bare.prepare(COLUMNS_SQL).all());
  const tables = largeProject(columns, Indexes.parse(bare.prepare(INDEXES_SQL).all()));
  for (const sql of statisticsSql(tables)) large.exec(sql);
  const faults = (sql: string) => [
    ...new Set([large, bare].flatMap((db) => faultsOf(sql, planOf(db, sql), tables))),
  ];
  return { faults, tables };
}
