import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const FOLDER = "v3/d1/miniflare-D1DatabaseObject";

/** Whether the file is that of the service; the simulator keeps files of its own beside it. */
function hasVouchers(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const found = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'vouchers'").get();
    return found !== undefined;
  } finally {
    database.close();
  }
}

/** The database file of a local server whose data is in that folder, to be read while it stands still. */
export function openLocalDatabase(state: string): DatabaseSync {
  const folder = join(state, FOLDER);
  const files = readdirSync(folder).filter((name) => name.endsWith(".sqlite"));
  const path = files.map((name) => join(folder, name)).find(hasVouchers);
  if (!path) throw new Error(`no database in ${folder}`);
  return new DatabaseSync(path);
}
