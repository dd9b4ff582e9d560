import { isWatching, startCapture, stopCapture } from "../../../db/capture";
import { countRows, deleteSome, tablesWithRows } from "../../../db/clear-rows";
import type { Db } from "../../../db/client";
import { writeBatch } from "../../../db/commit";
import { depart, letIn } from "../../../db/departures";
import { MOVED_TABLES, TABLES } from "../../../db/project-tables";
import type { MoveRow } from "../../../db/tables/moves";
import { enterState, leaveState, whileAside } from "../../../db/transits";
import { OPENS_MS } from "../../../scope/credentials";
import { compareNext } from "./compare";
import { catchUp, copyNext } from "./copy";
import { endMove, endMoving, switchPlace } from "./store";
import { HoldLost, held, MoveFails, note, TABLES_CHANGED, type Worker } from "./worker";

// The steps of a move. Each may be cut off anywhere and is done again from its start by whoever
// takes the move over; what it writes is refused once another has.

/** Where so many rows or fewer have changed, writes stand still only for a moment. */
const FEW = 500;
/** Rows that were left behind go after this (milliseconds): until then somebody may read them. */
const LEFT_MS = 5 * 60_000;

const after = (ms: number): string => new Date(Date.now() + ms).toISOString();

/** Deletes rows of a project, of one table at a time; answers whether there were any. */
async function clearSome({ hold }: Worker, db: Db, state: "ASIDE" | "FROZEN"): Promise<boolean> {
  const [table] = await tablesWithRows(db, hold.project_id, TABLES);
  if (!table) return false;
  held(await writeBatch(db, whileAside(hold, state, [deleteSome(table, hold.project_id)])));
  return true;
}

/** Takes away what stands in the way, and begins to note what changes. */
async function clear(worker: Worker): Promise<void> {
  const { from, to, hold } = worker;
  held(await writeBatch(to, [...enterState(hold, "ASIDE"), letIn(hold)]));
  if (await clearSome(worker, to, "ASIDE")) return note(worker, {});
  held(await startCapture(from, hold));
  const counts = await countRows(from, hold.project_id, MOVED_TABLES);
  const rows_total = counts.reduce((sum, count) => sum + count, 0);
  await note(worker, { phase: "COPYING", cursor: null, rows_total, rows_copied: 0 });
}

/**
 * A database takes 10 GB: where so many bytes stand, no more are brought. How large a project is
 * nobody knows before it has been copied.
 */
const NO_ROOM_BYTES = 9_000_000_000;

async function copy(worker: Worker, rows: number): Promise<void> {
  const { toBytes, move } = worker;
  if (toBytes >= NO_ROOM_BYTES) throw new MoveFails(`${move.to_place} has no room for it`);
  if (!(await copyNext(worker, rows))) await note(worker, { phase: "COMPARING", cursor: null });
}

/** Compares all that has arrived with what was sent, and follows changes meanwhile. */
async function compare(worker: Worker, rows: number): Promise<void> {
  await catchUp(worker);
  if (!(await compareNext(worker, rows))) await note(worker, { phase: "CATCHING_UP" });
}

/** Follows changes until few are left, and nobody remembers where the project was before. */
async function follow(worker: Worker): Promise<void> {
  const isRound = worker.followed.tab === "";
  const changed = await catchUp(worker);
  const settled = Date.parse(worker.move.started_at) + worker.settleMs;
  if (!isRound || changed > FEW) return note(worker, {});
  if (Date.now() >= settled) {
    const cursor = { table: "", after: null, switching_since: after(0), ...worker.move.cursor };
    return note(worker, { phase: "SWITCHING", cursor });
  }
  await scheduler.wait(200);
  await note(worker, {});
}

/**
 * Refuses to go on where a table has other rows than it has where the project lives. The audit log
 * is told from both places and the control tables: a place that the project has lived in before has
 * kept its entries from then, and whoever looks how far the move is leaves one more.
 */
async function compareCounts({ from, to, hold }: Worker): Promise<void> {
  const [here = [], there] = await Promise.all(
    [from, to].map((db) => countRows(db, hold.project_id, TABLES)),
  );
  const wrong = TABLES.findIndex((_, at) => here[at] !== there?.[at]);
  if (wrong < 0) return;
  const [name] = TABLES[wrong] ?? [];
  throw new MoveFails(`${name} has ${here[wrong]} rows, and ${there?.[wrong]} arrived`);
}

/** The last changes, while nobody makes others; then the project lives where it was sent. */
async function standStill(worker: Worker): Promise<void> {
  const { from, to, hold, move } = worker;
  const started = Date.now();
  held(await writeBatch(from, enterState(hold, "FROZEN")));
  held(await writeBatch(to, enterState(hold, "ASIDE")));
  if (!(await isWatching(from, hold.project_id))) throw new MoveFails(TABLES_CHANGED);
  worker.followed = { tab: "", key: "" };
  for (let isClear = false; !isClear; ) {
    await note(worker, {});
    const isRound = worker.followed.tab === "";
    isClear = (await catchUp(worker)) === 0 && isRound;
  }
  await compareCounts(worker);
  held(await writeBatch(to, enterState(hold, "READY")));
  await note(
    worker,
    {
      status: "DONE",
      phase: "OPENING",
      stood_still_ms: Date.now() - started,
      due_at: null,
    },
    switchPlace(move, OPENS_MS),
  );
}

/**
 * Where the last step fails, writes go on before it is tried again. That it has switched after all
 * is out of the question once this has been noted.
 */
async function switchOver(worker: Worker): Promise<void> {
  try {
    await standStill(worker);
  } catch (error) {
    if (error instanceof HoldLost || error instanceof MoveFails) throw error;
    await note(worker, { phase: "CATCHING_UP" });
    held(await writeBatch(worker.from, enterState(worker.hold, "WATCHED")));
    throw error;
  }
}

/** The new place is its project's own from now on. */
async function open(worker: Worker): Promise<void> {
  await writeBatch(worker.to, leaveState(worker.hold, "READY"));
  await note(worker, { phase: "LEAVING", due_at: after(LEFT_MS) });
}

/** The project stays where it is, and is as it was. */
async function undo(worker: Worker): Promise<void> {
  const { from, hold } = worker;
  // Writes need not wait until what was noted is deleted.
  await writeBatch(from, enterState(hold, "WATCHED"));
  await stopCapture(from, hold);
  await note(worker, { phase: "LEAVING" }, [endMoving(hold.project_id)]);
}

/** Deletes what is left where the project is not, and lets nothing come there any more. */
async function leave(worker: Worker): Promise<void> {
  const { from, to, hold, move } = worker;
  if (move.status === "DONE") {
    if (await clearSome(worker, from, "FROZEN")) return note(worker, {});
    held(await writeBatch(from, [...enterState(hold, "FROZEN"), ...depart(hold)]));
  } else {
    held(await writeBatch(to, enterState(hold, "ASIDE")));
    if (await clearSome(worker, to, "ASIDE")) return note(worker, {});
    held(await writeBatch(to, [...depart(hold), ...leaveState(hold, "ASIDE")]));
  }
  await stopCapture(from, hold);
  await note(worker, { phase: "OVER", due_at: null }, [endMove(move)]);
}

const STEPS: Record<MoveRow["phase"], (worker: Worker, rows: number) => Promise<void>> = {
  CLEARING: clear,
  COPYING: copy,
  COMPARING: compare,
  CATCHING_UP: follow,
  SWITCHING: switchOver,
  OPENING: open,
  UNDOING: undo,
  LEAVING: leave,
  OVER: async () => {},
};

/** Makes the next step; what did not arrive as it was sent ends the move. */
export async function moveOn(worker: Worker, rows: number): Promise<void> {
  try {
    await STEPS[worker.move.phase](worker, rows);
  } catch (error) {
    if (!(error instanceof MoveFails)) throw error;
    await note(worker, { status: "FAILED", phase: "UNDOING", error: error.message });
  }
}
