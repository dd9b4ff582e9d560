import { countUnnoted } from "../../../db/capture";
import { tablesWithRows } from "../../../db/clear-rows";
import { compareBehind } from "../../../db/compare-rows";
import { MOVED_TABLES } from "../../../db/project-tables";
import { tableNow } from "./copy";
import { MoveFails, note, type Worker } from "./worker";

/** The next table behind that one which has rows on either side. */
async function nextTable({ from, to, hold }: Worker, at: number): Promise<string | undefined> {
  const rest = MOVED_TABLES.slice(at + 1);
  const filled = await Promise.all(
    [from, to].map((db) => tablesWithRows(db, hold.project_id, rest)),
  );
  return rest.find((table) => filled.flat().includes(table))?.[0];
}

/**
 * Compares the next piece of what has arrived with what was sent; answers whether there was one. A
 * row that differs has changed since and is noted, so that it follows and is compared then: nobody
 * but this worker takes notes away, and what is noted only now follows, too. The move ends where
 * one is not noted.
 */
export async function compareNext(worker: Worker, rows: number): Promise<boolean> {
  const { from, hold } = worker;
  const { at, table, after } = tableNow(worker);
  if (!table) return false;
  const { project_id } = hold;
  const found = await compareBehind(worker, table, { project_id, after, rows });
  const { last, differing: keys } = found;
  if (keys.length > 0 && (await countUnnoted(from, project_id, { table, keys })) > 0) {
    throw new MoveFails(`Rows of ${table.name} are not as they were sent`);
  }
  if (!found.isAll || last !== null) {
    // Of very many that have changed, some follow before the same piece is looked at again.
    const cursor = { table: table.name, after: found.isAll ? last : after };
    await note(worker, { cursor });
    return true;
  }
  const next = await nextTable(worker, at);
  if (next !== undefined) await note(worker, { cursor: { table: next, after: null } });
  return next !== undefined;
}
