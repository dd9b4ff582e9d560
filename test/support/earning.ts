import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { outboxJob } from "../../src/async/jobs/outbox";
import { reactionJob } from "../../src/async/jobs/reaction";
import { LISTENERS } from "../../src/async/listeners";
import { reactionBody } from "../../src/async/react";
import { readEvent } from "../../src/events/listeners";
import { EarningRule } from "../../src/model/loyalty/earning";
import { orderPoints } from "../../src/resources/loyalties/earning-rules/listen";
import { jobScope } from "../../src/scope/job-scope";
import { type Reply, rowsOf, type TestProject } from "./api";
import { DEAF_QUEUES, pausing } from "./faults";
import { homeDb, homeName } from "./places";
import { strictly } from "./strict";

type Sent = Record<string, unknown>;

/** Makes a program of cards without points, and answers its id. */
export async function program(project: TestProject, name: string, sent: Sent = {}) {
  const { status, body } = await project.post("/v1/campaigns", {
    name,
    campaign_type: "LOYALTY_PROGRAM",
    type: "AUTO_UPDATE",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    ...sent,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return String(body.id);
}

/** A rule that gives so many points for a paid order. */
export const fixed = (points: number, sent: Sent = {}) => ({
  event: "order.paid",
  loyalty: { type: "FIXED", points },
  ...sent,
});

export const addRules = (project: TestProject, name: string, rules: readonly object[]) =>
  project.post(`/v1/loyalties/${name}/earning-rules`, rules);

/** The rules that a create answers. */
export function rulesOf({ status, body }: Reply): EarningRule[] {
  expect(status, JSON.stringify(body)).toBe(200);
  return strictly(EarningRule.array(), body);
}

/** Adds one rule to a program, and answers it. */
export async function earningRule(project: TestProject, name: string, sent: object) {
  const [made] = rulesOf(await addRules(project, name, [sent]));
  if (!made) throw new Error("one rule was made");
  return made;
}

const cursorsOf = async ({ id }: TestProject) => {
  const [row] = await rowsOf("tallies", id);
  return { last: Number(row?.event_sequence), taken: Number(row?.events_taken) };
};

/** Lets the listeners hear everything that has happened, and what follows from it. */
export async function hearAll(project: TestProject): Promise<void> {
  for (let turn = 0; turn < 50; turn++) {
    const { last, taken } = await cursorsOf(project);
    if (taken >= last) return expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
    await outboxJob(env, { job: "outbox", project_id: project.id });
  }
  throw new Error("the listeners do not come to an end");
}

/** Tells every listener everything once more, whatever was heard of it. */
export async function hearAgain(
  project: TestProject,
  order: "forwards" | "backwards" = "forwards",
): Promise<void> {
  const heard = (await rowsOf("outbox", project.id))
    .flatMap(({ kind, sequence }) =>
      LISTENERS.filter(({ kinds }) => kinds.some((each) => each === kind)).map(({ name }) => ({
        listener: name,
        sequence: Number(sequence),
      })),
    )
    .sort((a, b) => a.sequence - b.sequence);
  for (const reaction of order === "forwards" ? heard : heard.toReversed()) {
    await reactionJob(env, reactionBody({ project_id: project.id, ...reaction }));
  }
  expect(await rowsOf("dead_jobs", project.id)).toEqual([]);
}

/**
 * Hears of the last event of an order, once; `meanwhile` happens between its reading and its
 * writing. Answers what that cost.
 */
export async function hearLast({ id }: TestProject, meanwhile?: () => Promise<unknown>) {
  const { results } = await homeDb()
    .prepare(
      `SELECT * FROM outbox WHERE project_id = ?1 AND kind IN ('customer.order.paid', 'customer.order.canceled')
     ORDER BY sequence DESC LIMIT 1`,
    )
    .bind(id)
    .all();
  const event = readEvent(results);
  let batches = Number.NEGATIVE_INFINITY;
  const before = async () => {
    batches += 1;
    if (batches === 2) await meanwhile?.();
  };
  const bound = {
    ...env,
    ...DEAF_QUEUES,
    [homeName()]: pausing(homeDb(), { before }, { count: 0 }),
  };
  const job = await jobScope(bound, { projectId: id, requestId: "v-1", baseUrl: "" });
  const isPaid = event?.kind === "customer.order.paid";
  if (!job || !(isPaid || event?.kind === "customer.order.canceled")) throw new Error("no order");
  const { cost } = job.scope.db;
  const was = { ...cost };
  batches = 0;
  await orderPoints.react(job.scope, event);
  return {
    round_trips: cost.round_trips - was.round_trips,
    statements: cost.statements - was.statements,
    rows_read: cost.rows_read - was.rows_read,
  };
}
