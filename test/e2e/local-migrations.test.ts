import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, it } from "vitest";
import { localSecrets, projectsSql } from "../../scripts/demo-project";
import { openLocalDatabase } from "../../scripts/local-database";
import { prepareDatabase } from "../../scripts/local-migrations";

const state = mkdtempSync(join(tmpdir(), "vouchsafe-migrations-"));
afterAll(() => rmSync(state, { recursive: true, force: true }));

const names = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort();
const seed = projectsSql(localSecrets.SIGNING_SECRET);

const rows = (database: DatabaseSync, query: string) => database.prepare(query).all();

const SCHEMA = `SELECT type, name, sql FROM sqlite_schema
  WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'
  ORDER BY type, name`;

const applied = (database: DatabaseSync) =>
  rows(database, "SELECT name FROM d1_migrations ORDER BY id").map(({ name }) => name);

/** The migrations of each place, as its own file says. */
function ofPlaces(): unknown[] {
  const folder = join(state, "v3/d1/miniflare-D1DatabaseObject");
  const files = readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  return files.map((name) => {
    const database = new DatabaseSync(join(folder, name));
    const found = applied(database);
    database.close();
    return found;
  });
}

it("a new state has all migrations, in their order, and the seed; a second start keeps them", async () => {
  // What an interrupted start left.
  mkdirSync(join(state, "new/v3/d1"), { recursive: true });
  writeFileSync(join(state, "new.sql"), "half of");
  await prepareDatabase(state, seed);
  expect(existsSync(join(state, "new"))).toBe(false);
  const expected = new DatabaseSync(":memory:");
  for (const name of names) expected.exec(readFileSync(join("migrations", name), "utf8"));
  const made = openLocalDatabase(state);
  const flat = (each: Record<string, unknown>) => ({
    ...each,
    sql: String(each.sql).replace(/\s+/g, " "),
  });
  expect(rows(made, SCHEMA).map(flat)).toEqual(rows(expected, SCHEMA).map(flat));
  expect(applied(made)).toEqual(names);
  const projects = "SELECT id FROM projects ORDER BY id";
  expect(rows(made, projects).map(({ id }) => id)).toContain("proj_demo");
  made.exec("DELETE FROM projects WHERE id = 'proj_demo'");
  made.close();
  expect(ofPlaces()).toEqual([names, names, names]);
  await prepareDatabase(state, seed);
  const again = openLocalDatabase(state);
  expect(applied(again)).toEqual(names);
  expect(rows(again, projects).map(({ id }) => id)).toContain("proj_demo");
  again.close();
});
