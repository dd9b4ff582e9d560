import * as z from "zod";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";
import { dueLanes, fanOut, isBehind } from "../../resources/webhooks/deliveries/fan-out-store";
import { databaseFor } from "../../scope/job-scope";
import { sendJobs } from "../../scope/send";
import { CONNECTIONS, laneJob } from "./lane";

const Message = z.object({ project_id: z.string() });

/** Lanes that are served at once, without another message; they share an invocation. */
const AT_HAND = 2;

/**
 * Makes deliveries of a project's new events for its webhooks in one batch, whatever their number;
 * what was done already is not done again. Then serves some of the lanes that have something to do,
 * and tells the queue of the others.
 */
export async function fanOutJob(env: Env, message: unknown): Promise<void> {
  const { project_id } = Message.parse(message);
  const db = await databaseFor(env, project_id);
  if (!db) return;
  const now = new Date(Date.now()).toISOString();
  const done = await writeBatch(db, [
    ...fanOut(project_id, now),
    dueLanes(project_id, now),
    isBehind(project_id),
  ]);
  assert(done.ok, "making deliveries breaks no constraint");
  const [lanes = [], behind = []] = done.value.slice(-2);
  const jobs = lanes.map(({ webhook_id, lane, is_slow }) => ({
    job: "lane" as const,
    project_id,
    webhook_id,
    lane,
    is_slow: is_slow === 1,
  }));
  const again = behind.length > 0 ? [{ job: "fan-out" as const, project_id }] : [];
  const atHand = jobs.filter(({ is_slow }) => !is_slow).slice(0, AT_HAND);
  await sendJobs(env, [...jobs.filter((job) => !atHand.includes(job)), ...again]);
  await Promise.all(atHand.map((job) => laneJob(env, job, CONNECTIONS / AT_HAND)));
}
