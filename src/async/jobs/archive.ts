import * as z from "zod";
import { isCrowded } from "../../db/pressure";
import type { Env } from "../../env";
import { ARCHIVE_STATEMENTS, archiveNext } from "../../resources/events/archive/seal";
import { jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";
import { pauseAfter } from "../pace";

const Message = z.object({ project_id: z.string() });

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/** An invocation may send a thousand statements. */
const MOST_STATEMENTS = 800;

/**
 * Moves a project's old events into the archive, one file after the other, and rests after each as
 * long as others need.
 */
export async function archiveJob(env: Env, message: unknown): Promise<void> {
  const { project_id } = Message.parse(message);
  const until = Date.now() + TURN_MS;
  for (let spent = 0; spent <= MOST_STATEMENTS; spent += ARCHIVE_STATEMENTS) {
    if (spent > 0 && Date.now() >= until) break;
    const job = await jobScope(env, { projectId: project_id, requestId: "", baseUrl: "" });
    if (!job) return;
    const started = performance.now();
    if (!(await archiveNext(job.scope))) return;
    const { db, sleep } = job.scope;
    await sleep(pauseAfter(performance.now() - started, isCrowded(db)));
  }
  await sendJobs(env, [{ job: "archive", project_id }]);
}
