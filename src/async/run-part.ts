import type { Env } from "../env";
import { jobScope } from "../scope/job-scope";
import { causeOf } from "./dead-jobs";
import type { Phase } from "./night";

/** What came of a part of a night: what it sent, and what it failed on, if it did. */
interface Ran {
  statements: number;
  cause: string | null;
}

/**
 * Does what is due in one project, in a scope of its own. A failure is a value, and is logged: it
 * is not in the way of all others.
 */
export async function runPart(
  env: Env,
  part: Phase,
  { projectId, requestId, ids }: { projectId: string; requestId: string; ids: readonly string[] },
): Promise<Ran> {
  const job = await jobScope(env, { projectId, requestId, baseUrl: "" });
  if (!job) return { statements: 0, cause: null };
  const { cost } = job.scope.db;
  try {
    await part.run(job.scope, ids);
    await Promise.all(job.sent);
    return { statements: cost.statements, cause: null };
  } catch (error) {
    const cause = causeOf(error);
    const [phase, count] = [part.name, ids.length];
    const said = { level: "error", job: "loyalty-night", phase, project: projectId, count, cause };
    console.error(JSON.stringify(said));
    return { statements: cost.statements, cause };
  }
}
