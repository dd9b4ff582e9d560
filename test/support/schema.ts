import { DatabaseSync } from "node:sqlite";
import type { D1Migration } from "@cloudflare/vitest-plugin";

interface Made {
  type: string;
  name: string;
  sql: string;
}

const quoted = (value: unknown): string => {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
};

/**
 * What all migrations come to, as one: each worker of the tests makes several databases, and to
 * apply every step takes it seconds. Rows that migrations write come along.
 */
export function schemaOf(migrations: readonly D1Migration[]): D1Migration {
  const database = new DatabaseSync(":memory:");
  for (const { queries } of migrations) for (const query of queries) database.exec(query);
  const made = database
    .prepare(
      "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all() as unknown as Made[];
  const rows = made
    .filter(({ type }) => type === "table")
    .flatMap(({ name }) =>
      database
        .prepare(`SELECT * FROM "${name}"`)
        .all()
        .map((row) => {
          const names = Object.keys(row).map((each) => `"${each}"`);
          const values = Object.values(row).map(quoted);
          return `INSERT INTO "${name}" (${names.join(", ")}) VALUES (${values.join(", ")})`;
        }),
    );
  database.close();
  const [tables, others] = [true, false].map((isTable) =>
    made.filter(({ type }) => (type === "table") === isTable).map(({ sql }) => sql),
  );
  return { name: "all", queries: [...(tables ?? []), ...rows, ...(others ?? [])] };
}
