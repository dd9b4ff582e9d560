import * as z from "zod";
import type { Env } from "../../env";
import { present } from "../../lib/assert";
import { databaseFor } from "../../scope/job-scope";
import { PHASES, partBody } from "../night";
import { tryAgain } from "../parked";
import { runPart } from "../run-part";

const Message = z.object({ project_id: z.string(), phase: z.string(), id: z.string() });

/** Does once more what a night could not do for one card. */
export async function nightPartJob(env: Env, message: unknown): Promise<void> {
  const { project_id, phase, id } = Message.parse(message);
  const part = PHASES.find(({ name }) => name === phase);
  const known = present(part, "the phase of a night that a parked part is of");
  const db = await databaseFor(env, project_id);
  if (!db) return;
  await tryAgain(db, partBody(project_id, known, id), async () => {
    const again = { projectId: project_id, requestId: "night_again", ids: [id] };
    const { cause } = await runPart(env, known, again);
    return cause;
  });
}
