import type { ChangedRow } from "../../../db/capture";
import type { Db, Statement } from "../../../db/client";
import { type Conflict, writeBatch } from "../../../db/commit";
import { type CopiedTable, copiedTables } from "../../../db/copy-rows";
import type { MoveRow } from "../../../db/tables/moves";
import type { TransitState } from "../../../db/tables/transits";
import { enterState, type Hold, takeOver } from "../../../db/transits";
import type { Result } from "../../../lib/result";
import type { Places } from "../../../scope/places";
import { changeMove, claimMove, type MoveChange } from "./store";

/** The worker of a move, which it has to itself as long as nobody claims it after. */
export interface Worker {
  control: Db;
  from: Db;
  to: Db;
  hold: Hold;
  /** What it takes along, as it stands where it is. */
  tables: readonly CopiedTable[];
  /** The move as it stands. */
  move: MoveRow;
  /** The changed row behind which it goes on to follow changes. */
  followed: Pick<ChangedRow, "tab" | "key">;
  /** How large the place is that it goes to, in bytes, as far as a sweep has seen. */
  toBytes: number;
  /** So long after the move has begun, nobody remembers where the project was before it. */
  settleMs: number;
}

/** Another worker has the move by now, or it was cancelled: there is nothing more to do here. */
export class HoldLost extends Error {}

/** What arrived is not what was sent, or has no room: the project stays where it is. */
export class MoveFails extends Error {}
export const TABLES_CHANGED = "The tables have changed meanwhile";

/** What a batch answered; where it was refused, this worker has lost its hold. */
export function held<T>(done: Result<T, Conflict>): T {
  if (!done.ok) throw new HoldLost(done.error.constraint);
  return done.value;
}

/** Before all rows. */
const FIRST = { tab: "", key: "" };

/** Moves have one owner, whichever they are: the next one takes over what the last has left. */
const OWNER = "move";

/** Takes a move over, in the control tables first and then in both places. */
export async function claimWorker(
  places: Places,
  { projectId, settleMs }: { projectId: string; settleMs: number },
): Promise<Worker | null> {
  const { control } = places;
  const claimed = await claimMove(control, projectId, Date.now());
  if (!claimed) return null;
  const { move, toBytes } = claimed;
  const hold = { project_id: projectId, owner: OWNER, epoch: move.epoch };
  const [from, to] = [places.at(move.from_place), places.at(move.to_place)];
  // The worker before may have ended when all was ready, before it let writes go on. That it has
  // not switched is certain: it was claimed as one that follows changes.
  const isFollowing = move.phase === "CATCHING_UP";
  const taken = (state: TransitState) => (isFollowing ? enterState(hold, state) : [takeOver(hold)]);
  if (!(await writeBatch(to, taken("ASIDE"))).ok) return null;
  if (!(await writeBatch(from, taken("WATCHED"))).ok) return null;
  return {
    control,
    from,
    to,
    hold,
    tables: await copiedTables(from),
    move,
    followed: FIRST,
    toBytes,
    settleMs,
  };
}

/**
 * Notes how far the move is, in one batch with what else is to be written beside it. With nothing
 * to note, it says that its worker is still there.
 */
export async function note(
  worker: Worker,
  change: MoveChange,
  besides: readonly Statement[] = [],
): Promise<void> {
  const { control, move } = worker;
  held(await writeBatch(control, [...changeMove(move, change, Date.now()), ...besides]));
  worker.move = { ...move, ...change };
}
