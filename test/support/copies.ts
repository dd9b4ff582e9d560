import { rowsOf, type TestProject } from "./api";
import { homeDb } from "./places";

/** What a copy has of its own: the size of a column's text, and when it was updated. */
export interface Copy {
  bytes?: number;
  updated_at?: string | null;
}

/**
 * Puts so many copies in the place of the one row that a table has of a project, in the order of
 * their ids.
 */
export async function copies(
  project: TestProject,
  { table, column = "metadata" }: { table: string; column?: string },
  all: readonly Copy[],
): Promise<void> {
  const [row] = await rowsOf(table, project.id);
  if (!row) throw new Error(`${table} has a row to copy`);
  const key = table === "redemptions" ? "sort_key" : "id";
  const own: Record<string, string> = {
    [column]: `iif(n.value->>'$.bytes' IS NULL, s."${column}", json_object('text', hex(zeroblob((n.value->>'$.bytes') / 2))))`,
    updated_at: "n.value->>'$.updated_at'",
    id: `printf('%s-%06d', s.id, n.key)`,
    sort_key: `printf('%s-%06d', s.sort_key, n.key)`,
    source_id: `printf('%s-%06d', s.source_id, n.key)`,
    code_key: `printf('%s-%06d', s.code_key, n.key)`,
  };
  // The database makes that one itself.
  const names = Object.keys(row).filter((name) => name !== "is_live");
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO ${table} (${names.map((name) => `"${name}"`).join(", ")})
       SELECT ${names.map((name) => own[name] ?? `s."${name}"`).join(", ")}
       FROM json_each(?2) n CROSS JOIN ${table} s WHERE s.project_id = ?1 AND s.${key} = ?3`,
      )
      .bind(project.id, JSON.stringify(all), row[key]),
    homeDb()
      .prepare(`DELETE FROM ${table} WHERE project_id = ?1 AND ${key} = ?2`)
      .bind(project.id, row[key]),
  ]);
}
