import * as z from "zod";
import type { Cost, Db } from "../../db/client";
import { isCrowded } from "../../db/pressure";
import type { Env } from "../../env";
import { stepRestore } from "../../resources/management/backups/bring";
import { findBackup } from "../../resources/management/backups/store";
import { type Bench, stepBackup } from "../../resources/management/backups/take";
import { erasureIn } from "../../resources/permanent-deletions/erasure";
import { ownWebhook } from "../../resources/webhooks/copy";
import { restoredScope } from "../../scope/job-scope";
import { ownPlaces } from "../../scope/make";
import { type JobMessage, random } from "../../scope/scope";
import { sendJobs } from "../../scope/send";
import { nextRows, noteStep, pauseAfter } from "../pace";

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/**
 * An invocation may send a thousand statements; a step asks three for each table, and some more.
 */
const MOST_STATEMENTS = 700;

interface Turn {
  bench: Bench;
  /** Whether others wait for a database that the step has asked. */
  isCrowded: () => boolean;
  /** Notes how long the databases took for the rows of the step. */
  note: (cost: Cost) => void;
}

/** What steps of a turn work with; the rows that one takes are noted with the time they took. */
function turnOf(env: Env): Turn {
  const { places, settings } = ownPlaces(env);
  let asked: { db: Db; work: string; rows: number } | null = null;
  return {
    bench: {
      places,
      files: env.EXPORTS,
      ownWebhook: (row, from) => ownWebhook({ settings, random }, row, from),
      erasure: erasureIn((project) => restoredScope(env, project)),
      now: Date.now,
      rows: (db, work, bounds) => {
        asked = { db, work, rows: nextRows(work, bounds, isCrowded(db)) };
        return asked.rows;
      },
    },
    isCrowded: () => asked !== null && isCrowded(asked.db),
    note: (cost) => {
      if (asked) noteStep(asked.work, asked.rows, cost);
      asked = null;
    },
  };
}

/** Takes steps until nothing is left of the work, or its turn is over; then it is sent again. */
async function takeTurn(
  env: Env,
  message: JobMessage,
  step: (bench: Bench) => Promise<object | null>,
): Promise<void> {
  const until = Date.now() + TURN_MS;
  const { bench, isCrowded, note } = turnOf(env);
  const { cost } = bench.places.control;
  do {
    const started = performance.now();
    Object.assign(cost, { database_ms: 0, longest_ms: 0 });
    if ((await step(bench)) === null) return;
    const waits = isCrowded();
    note(cost);
    await scheduler.wait(pauseAfter(performance.now() - started, waits));
  } while (Date.now() < until && cost.statements < MOST_STATEMENTS);
  await sendJobs(env, [message]);
}

const Backup = z.object({ project_id: z.string(), backup_id: z.string() });

/** Carries a backup on, or its removal: step after step, each of which is made once. */
export async function backupJob(env: Env, message: unknown): Promise<void> {
  const named = Backup.parse(message);
  await takeTurn(env, { job: "backup", ...named }, async (bench) => {
    const row = await findBackup(bench.places.control, named.backup_id);
    return row && stepBackup(bench, row);
  });
}

const Restore = z.object({ project_id: z.string(), restore_id: z.string() });

/** Carries a restore on, likewise. */
export async function restoreJob(env: Env, message: unknown): Promise<void> {
  const named = Restore.parse(message);
  await takeTurn(env, { job: "restore", ...named }, (bench) =>
    stepRestore(bench, named.restore_id),
  );
}
