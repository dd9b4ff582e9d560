import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/**
 * Whether the file is that of the first place, which alone has projects in its control tables; the
 * simulator keeps files of its own beside those of the places.
 */
function hasProjects(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const tables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'projects'").get();
    return tables !== undefined && database.prepare("SELECT 1 FROM projects").get() !== undefined;
  } finally {
    database.close();
  }
}

/** The first place of a local server whose data is in that folder, to be read while it stands still. */
export function openLocalDatabase(state: string): DatabaseSync {
  const folder = join(state, FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite"));
  const path = files.map((name) => join(folder, name)).find(hasProjects);
  if (!path) throw new Error(`no database in ${folder}`);
  return new DatabaseSync(path);
}
