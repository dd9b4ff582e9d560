import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { ACTIONS } from "../../src/async/actions";
import { actionJob } from "../../src/async/jobs/action";
import { commit } from "../../src/commit/commit";
import { load } from "../../src/commit/load";
import { insertRows } from "../../src/db/client";
import { type AsyncActionRow, asyncActions } from "../../src/db/tables/work";
import type { Env } from "../../src/env";
import { createCampaign } from "../../src/resources/campaigns/create";
import { planGeneration } from "../../src/resources/campaigns/generate";
import { CampaignCreate } from "../../src/resources/campaigns/schema";
import { byCampaignName, decodeCampaign } from "../../src/resources/campaigns/store";
import { jobScope } from "../../src/scope/job-scope";
import type { Scope } from "../../src/scope/scope";
import { rowsOf, type TestProject } from "./api";
import { DEAF_QUEUES } from "./faults";

/** Nobody hears its queue: the test alone carries the work on. */
const quiet: Env = { ...env, ...DEAF_QUEUES };

async function scopeOf(project: TestProject): Promise<Scope> {
  const job = await jobScope(quiet, { projectId: project.id, requestId: "test", baseUrl: "" });
  if (!job) throw new Error("the project is there");
  return job.scope;
}

/** A campaign, 10 % off unless `voucher` says otherwise; codes are made if told. Answers its id. */
export async function campaign(
  project: TestProject,
  name: string,
  voucher: object = {},
  count?: number,
) {
  const body = CampaignCreate.parse({
    name,
    type: "STATIC",
    vouchers_count: count,
    voucher: {
      type: "DISCOUNT_VOUCHER",
      discount: { type: "PERCENT", percent_off: 10 },
      ...voucher,
    },
  });
  const answer = await createCampaign(await scopeOf(project), body);
  expect(answer).toMatchObject({ name });
  const [row] = (await rowsOf("campaigns", project.id)).filter((one) => one.name === name);
  return String(row?.id);
}

/**
 * Starts to make codes for a campaign, in the batch that a request would write, and answers the
 * action's id. `total` asks for more than the rule on patterns would let through.
 */
export async function start(
  project: TestProject,
  campaignId: string,
  count: number,
  total = count,
) {
  const scope = await scopeOf(project);
  const [rows = []] = await load(scope, [byCampaignName(scope, campaignId)]);
  const [found] = rows.map(decodeCampaign);
  if (!found) throw new Error("the campaign is there");
  const { row, marks, events } = planGeneration(scope, found, count);
  const result = await commit(scope, {
    statements: [insertRows(asyncActions, [{ ...row, total }]), ...marks],
    tally: { async_actions: 1 },
    events,
    answer: { status: 202, body: null },
  });
  expect(result.ok).toBe(true);
  return row.id;
}

/** The action as it stands in the database. */
export async function actionOf(project: TestProject, id: string): Promise<AsyncActionRow> {
  const rows = await rowsOf("async_actions", project.id);
  const row = rows.find((one) => one.id === id);
  const result = row?.result === null ? null : JSON.parse(String(row?.result));
  return { ...row, result } as AsyncActionRow;
}

/** One delivery of the action's message. */
export const deliver = (
  project: TestProject,
  id: string,
  bindings: Partial<Env> = {},
  actions = ACTIONS,
) => actionJob({ ...quiet, ...bindings }, { project_id: project.id, action_id: id }, actions);

/** Delivers the message until the work is done. */
export async function finish(
  project: TestProject,
  id: string,
  bindings: Partial<Env> = {},
  actions = ACTIONS,
) {
  do await deliver(project, id, bindings, actions);
  while ((await actionOf(project, id)).status === "IN_PROGRESS");
  return actionOf(project, id);
}

/** Codes of a campaign as the database has them. */
export async function codesOf(project: TestProject, campaignId: string): Promise<string[]> {
  const rows = await rowsOf("vouchers", project.id);
  return rows.filter((row) => row.campaign_id === campaignId).map(({ code }) => String(code));
}
