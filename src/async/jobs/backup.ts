import * as z from "zod";
import type { Env } from "../../env";
import { stepRestore } from "../../resources/management/backups/bring";
import { findBackup } from "../../resources/management/backups/store";
import { type Bench, stepBackup } from "../../resources/management/backups/take";
import { ownPlaces } from "../../scope/make";
import type { JobMessage } from "../../scope/scope";
import { sendJobs } from "../../scope/send";

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/**
 * An invocation may send a thousand statements; a step asks two for each table, and some more.
 */
const MOST_STATEMENTS = 700;

/** Takes steps until nothing is left of the work, or its turn is over; then it is sent again. */
async function takeTurn(
  env: Env,
  message: JobMessage,
  step: (bench: Bench) => Promise<object | null>,
): Promise<void> {
  const until = Date.now() + TURN_MS;
  const { places } = ownPlaces(env);
  const bench = { places, files: env.EXPORTS, now: Date.now };
  const { cost } = places.control;
  do {
    if ((await step(bench)) === null) return;
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
