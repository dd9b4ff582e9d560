import * as z from "zod";
import { writeBatch } from "../../db/commit";
import { isCrowded } from "../../db/pressure";
import type { Env } from "../../env";
import { moveOn } from "../../resources/management/moves/steps";
import { leaveMove, openMoves, standsStillFor } from "../../resources/management/moves/store";
import { claimWorker, HoldLost, note, type Worker } from "../../resources/management/moves/worker";
import { ownPlaces } from "../../scope/make";
import type { Places } from "../../scope/places";
import { sendJobs } from "../../scope/send";
import { nextRows, noteStep, pauseAfter } from "../pace";

const Message = z.object({ project_id: z.string() });

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/** An invocation may send a thousand statements; the longest step makes triggers for all tables. */
const MOST_STATEMENTS = 500;

const isDue = ({ move: { phase, due_at } }: Worker): boolean =>
  phase !== "OVER" && (due_at === null || Date.parse(due_at) <= Date.now());

/** Makes one step, and rests as long as others need. */
async function stepped(worker: Worker): Promise<void> {
  const { from, to, control } = worker;
  const { cost } = control;
  const waits = () => isCrowded(from) || isCrowded(to);
  const started = performance.now();
  const rows = nextRows("move", { least: 100, most: 5_000 }, waits());
  Object.assign(cost, { database_ms: 0, longest_ms: 0 });
  await moveOn(worker, rows);
  if (["COPYING", "COMPARING"].includes(worker.move.phase)) noteStep("move", rows, cost);
  // Nobody can write before this step has come to its end.
  if (worker.move.phase !== "SWITCHING") {
    await scheduler.wait(pauseAfter(performance.now() - started, waits()));
  }
}

/**
 * Another worker has the move. While the project stands still for it, it may have ended: this
 * message comes again when that would be noticed.
 */
async function comeBack(env: Env, { control }: Places, project_id: string): Promise<void> {
  const ms = await standsStillFor(control, project_id, Date.now());
  if (ms !== null) await sendJobs(env, [{ job: "move", project_id }], Math.ceil(ms / 1000));
}

/**
 * Carries a move on: step after step until it is over or its turn is, or another worker has it.
 * Then it goes to the end of the queue, or the move that waits longest begins.
 */
export async function moveJob(env: Env, message: unknown): Promise<void> {
  const { project_id: projectId } = Message.parse(message);
  const { places, settings } = ownPlaces(env);
  const until = Date.now() + TURN_MS;
  const worker = await claimWorker(places, { projectId, settleMs: settings.moveSettleMs });
  if (!worker) return comeBack(env, places, projectId);
  const { cost } = worker.control;
  try {
    do await stepped(worker);
    while (isDue(worker) && Date.now() < until && cost.statements < MOST_STATEMENTS);
    if (worker.move.phase !== "OVER") await note(worker, { leased_until: null });
  } catch (error) {
    if (error instanceof HoldLost) return;
    await writeBatch(worker.control, [leaveMove(worker.move)]);
    throw error;
  }
  const next = isDue(worker) ? projectId : (await openMoves(places.control, Date.now(), 0))[0];
  if (next) await sendJobs(env, [{ job: "move", project_id: next }]);
}
