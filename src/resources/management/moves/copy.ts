import { type ChangedRow, changedRows, forgetChanges } from "../../../db/capture";
import { tablesWithRows } from "../../../db/clear-rows";
import { writeBatch } from "../../../db/commit";
import {
  type CopiedTable,
  hasLast,
  type Piece,
  readBehind,
  readKeys,
  writePiece,
} from "../../../db/copy-rows";
import { MOVED_TABLES } from "../../../db/project-tables";
import { assertHeld } from "../../../db/transits";
import { held, MoveFails, note, TABLES_CHANGED, type Worker } from "./worker";

/** Writes a piece where the project is to be, and looks whether it has arrived as it was. */
async function write({ to, hold }: Worker, table: CopiedTable, piece: Piece): Promise<void> {
  const guard = [assertHeld(hold, "ASIDE")];
  const { project_id } = hold;
  const isSame = held(await writePiece(to, table, piece, { project_id, guard }));
  if (!isSame) throw new MoveFails(`Rows of ${table.name} did not arrive as they were`);
}

/** The table that a worker is at, and the key behind which it goes on there. */
export function tableNow({ move: { cursor }, tables }: Worker) {
  const at = Math.max(
    0,
    tables.findIndex(({ name }) => name === cursor?.table),
  );
  return { at, table: tables[at], after: cursor?.after ?? null };
}

/** Copies the next piece, of this table or a later one; answers whether there was one. */
export async function copyNext(worker: Worker, rows: number): Promise<boolean> {
  const { from, move, hold } = worker;
  const { at, table, after } = tableNow(worker);
  if (!table) return false;
  const piece = await readBehind(from, table, { project_id: hold.project_id, after, rows });
  if (piece.last !== null) await write(worker, table, piece);
  const rows_copied = move.rows_copied + piece.rows;
  if (!hasLast(piece, rows)) {
    await note(worker, { cursor: { table: table.name, after: piece.last }, rows_copied });
    return true;
  }
  // Rows that come to one that is over, or empty, are noted as changes: nobody runs after them.
  const [next] = await tablesWithRows(from, hold.project_id, MOVED_TABLES.slice(at + 1));
  const cursor = { table: next?.[0] ?? table.name, after: next ? null : piece.last };
  await note(worker, { cursor, rows_copied });
  return next !== undefined;
}

/** Rows whose changes are followed at once. */
const FOLLOWED = 1_000;

async function follow(worker: Worker, table: CopiedTable, rows: ChangedRow[]): Promise<void> {
  const { from, hold } = worker;
  const keys = `[${rows.map(({ key }) => key).join(",")}]`;
  const piece = await readKeys(from, table, { project_id: hold.project_id, keys });
  await write(worker, table, piece);
  held(await writeBatch(from, forgetChanges(hold, rows.slice(0, piece.looked))));
  if (piece.looked < rows.length) await follow(worker, table, rows.slice(piece.looked));
}

/**
 * Copies rows that have changed, of all tables in turn: one that always changes keeps no other
 * waiting. Answers how many there were, but for entries of the audit log, which come for as long as
 * somebody looks at the project; behind a full piece the next call goes on.
 */
export async function catchUp(worker: Worker): Promise<number> {
  const { from, hold, tables } = worker;
  const rows = await changedRows(from, hold.project_id, { ...worker.followed, most: FOLLOWED });
  const byTable = [...Map.groupBy(rows, ({ tab }) => tab)];
  for (let at = 0; at < byTable.length; at++) {
    const [name, own = []] = byTable[at] ?? [];
    const table = tables.find((each) => each.name === name);
    // A later version has dropped it, or has added it.
    if (!table) throw new MoveFails(TABLES_CHANGED);
    await follow(worker, table, own);
  }
  const last = rows.length < FOLLOWED ? undefined : rows.at(-1);
  worker.followed = { tab: last?.tab ?? "", key: last?.key ?? "" };
  return rows.filter(({ tab }) => tab !== "audit_log").length;
}
