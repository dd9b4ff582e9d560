import * as z from "zod";
import { noCost } from "../../db/client";
import { writeBatch } from "../../db/commit";
import type { Env } from "../../env";
import { assert } from "../../lib/assert";
import { dueLanes, fanOut, isBehind } from "../../resources/webhooks/deliveries/fan-out-store";
import { sendJobs } from "../../scope/send";

const Message = z.object({ project_id: z.string() });

/**
 * Makes deliveries of a project's new events for its webhooks, and tells the queue which lanes have
 * something to do: one batch, whatever the number of events. What was done already is not done
 * again.
 */
export async function fanOutJob(env: Env, message: unknown): Promise<void> {
  const { project_id } = Message.parse(message);
  const now = new Date(Date.now()).toISOString();
  const done = await writeBatch({ d1: env.DB, cost: noCost() }, [
    ...fanOut(project_id, now),
    dueLanes(project_id, now),
    isBehind(project_id),
  ]);
  assert(done.ok, "making deliveries breaks no constraint");
  const [lanes = [], behind = []] = done.value.slice(-2);
  const jobs = lanes.map(({ webhook_id, lane }) => ({
    job: "lane" as const,
    project_id,
    webhook_id,
    lane,
  }));
  const again = behind.length > 0 ? [{ job: "fan-out" as const, project_id }] : [];
  await sendJobs(env, [...jobs, ...again]);
}
