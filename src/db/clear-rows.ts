import type { Db, Statement } from "./client";
import { readBatch } from "./commit";
import type { ProjectTable } from "./project-tables";
import { joined, param, raw, sql } from "./sql";

/** Rows that one statement deletes at most: the database serves nobody else meanwhile. */
export const DELETED = 2_000;

/** Deletes some rows of a project. */
export function deleteSome([name, key]: ProjectTable, projectId: string): Statement {
  const [table, columns, project] = [raw(name), raw(key), param(projectId)];
  return sql`DELETE FROM ${table} WHERE project_id = ${project} AND (${columns}) IN (
    SELECT ${columns} FROM ${table} WHERE project_id = ${project} LIMIT ${raw(DELETED)})`;
}

/** The tables in which a project has rows, in the order in which they were named. */
export async function tablesWithRows(
  db: Db,
  projectId: string,
  tables: readonly ProjectTable[],
): Promise<ProjectTable[]> {
  if (tables.length === 0) return [];
  const project = param(projectId);
  const has = tables.map(
    ([name]) => sql`EXISTS (SELECT 1 FROM ${raw(name)} WHERE project_id = ${project})`,
  );
  const [[found] = []] = await readBatch(db, [sql`SELECT ${joined(has, " || ")} AS filled`]);
  return tables.filter((_, at) => String(found?.filled)[at] === "1");
}

/** How many rows a project has in each of the tables. */
export async function countRows(
  db: Db,
  projectId: string,
  tables: readonly ProjectTable[],
): Promise<number[]> {
  const project = param(projectId);
  const found = await readBatch(
    db,
    tables.map(
      ([name]) => sql`SELECT count(*) AS moved FROM ${raw(name)} WHERE project_id = ${project}`,
    ),
  );
  return found.map(([row]) => Number(row?.moved));
}
