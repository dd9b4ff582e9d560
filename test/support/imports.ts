import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { AsyncAction } from "../../src/resources/async-actions/schema";
import { ImportResult } from "../../src/resources/imports/schema";
import { parsed, type Reply, rowsOf, sendAsIs, type TestProject } from "./api";
import { form } from "./one-of-each";
import { strictly } from "./strict";

/** Sends a file as a form, as the SDK does. */
export const sendCsv = (
  project: TestProject,
  path: string,
  csv: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<Reply> => project.post(path, form(csv), headers);

/** Sends a file as the body itself. */
export const sendRaw = (
  project: TestProject,
  path: string,
  body: NonNullable<RequestInit["body"]>,
  type = "text/csv",
): Promise<Reply> =>
  sendAsIs(path, { method: "POST", headers: { ...project.server, "content-type": type }, body });

/** The id of the action that a 202 names. */
export function begun(reply: Reply): string {
  expect(reply.status, JSON.stringify(reply.body)).toBe(202);
  expect(Object.keys(reply.body)).toEqual(["async_action_id"]);
  expect(reply.body.async_action_id).toMatch(/^aa_[0-9a-f]{18}$/);
  return reply.body.async_action_id;
}

export async function actionOf(project: TestProject, id: string): Promise<AsyncAction> {
  return parsed(AsyncAction, await project.get(`/v1/async-actions/${id}`));
}

/** Carries the work on until it is done; the queue's own message may do part of it. */
export async function ended(project: TestProject, id: string): Promise<AsyncAction> {
  for (let turn = 0; turn < 200; turn++) {
    await actionJob(env, { project_id: project.id, action_id: id });
    const action = await actionOf(project, id);
    if (action.status === "DONE") return action;
  }
  throw new Error("the import does not end");
}

/** The result of an import that a reply began, once it is through. */
export async function resultOf(
  project: TestProject,
  reply: Reply,
): Promise<ImportResult & { operation_status: AsyncAction["operation_status"] }> {
  const id = begun(reply);
  const action = await ended(project, id);
  expect(await env.EXPORTS.head(`imports/${project.id}/${id}`)).toBeNull();
  const { operation_status, result } = action;
  return { ...strictly(ImportResult, result), operation_status };
}

const TABLES = [
  "campaign_days",
  "campaigns",
  "customers",
  "orders",
  "outbox",
  "products",
  "days_v",
  "skus",
  "voucher_transactions",
  "vouchers",
];

/** Everything that an import may write, but for the action itself and the total of actions. */
export async function stock(project: TestProject): Promise<unknown> {
  const tables = await Promise.all(TABLES.map((table) => rowsOf(table, project.id)));
  const [tallies] = await rowsOf("tallies", project.id);
  // The queue takes events up whenever it likes.
  const { project_id: _, async_actions: __, events_taken: ___, ...counts } = tallies ?? {};
  return {
    tables,
    counts: Object.entries(counts).filter(([, count]) => count !== 0 && count !== null),
  };
}
