import * as z from "zod";
import type { Env } from "../../env";
import { ARCHIVE_STATEMENTS, archiveNext } from "../../resources/events/archive/seal";
import { jobScope } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";

const Message = z.object({ project_id: z.string() });

/** One message works this long; then the others in the queue have their turn. */
const TURN_MS = 1_500;
/** An invocation may send a thousand statements. */
const MOST_STATEMENTS = 800;

/** Moves a project's old events into the archive, one file after the other. */
export async function archiveJob(env: Env, message: unknown): Promise<void> {
  const { project_id } = Message.parse(message);
  const until = Date.now() + TURN_MS;
  for (let spent = 0; spent <= MOST_STATEMENTS; spent += ARCHIVE_STATEMENTS) {
    if (spent > 0 && Date.now() >= until) break;
    const job = await jobScope(env, { projectId: project_id, requestId: "", baseUrl: "" });
    if (!job || !(await archiveNext(job.scope))) return;
  }
  await sendJobs(env, [{ job: "archive", project_id }]);
}
