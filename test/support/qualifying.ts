import { expect } from "vitest";
import type * as z from "zod";
import { ClientQualification, Qualification } from "../../src/resources/qualifications/schema";
import { costOf, type Headers, parsed, type Reply, type TestProject } from "./api";
import { homeDb } from "./places";

type Sent = Record<string, unknown>;

const told = <A extends Qualification | ClientQualification>(answer: A, reply: Reply) => ({
  ...answer,
  list: answer.redeemables,
  entries: answer.redeemables.data,
  /** What qualifies, in the order of the answer. */
  ids: answer.redeemables.data.map(({ id }) => id),
  cost: costOf(reply),
});

function answered<S extends z.ZodType<Qualification | ClientQualification>>(
  schema: S,
  reply: Reply,
) {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return told<z.infer<S>>(parsed(schema, reply), reply);
}

/** What qualifies; `options` holds at most 50 entries unless it says otherwise. */
export const qualify = async (project: TestProject, sent: Sent = {}, options: Sent = {}) =>
  answered(
    Qualification,
    await project.post("/v1/qualifications", { ...sent, options: { limit: 50, ...options } }),
  );

/** The same as a shopper's device asks it, read with the schema of what browsers are told. */
export const qualifyAsShopper = async (
  project: TestProject,
  sent: Sent = {},
  options: Sent = {},
  headers: Headers = {},
) =>
  answered(
    ClientQualification,
    await project.post(
      "/client/v1/qualifications",
      { ...sent, options: { limit: 50, ...options } },
      headers,
    ),
  );

/** Adds so many active campaigns of 1.00 off, straight into the table; of a minute each, from 2026-01-01 on. */
export async function manyCampaigns(project: TestProject, from: number, to: number): Promise<void> {
  await homeDb()
    .prepare(
      `WITH RECURSIVE n(at) AS (SELECT ?2 UNION ALL SELECT at + 1 FROM n WHERE at + 1 < ?3)
     INSERT INTO campaigns (project_id, id, name, campaign_type, type, auto_join, join_once, use_voucher_metadata_schema,
       voucher, metadata, creation_status, vouchers_generation_status, created_at)
     SELECT ?1, printf('camp_%08d', at), 'Campaign ' || at, 'DISCOUNT_COUPONS', 'STATIC', 0, 0, 0,
       '{"type":"DISCOUNT_VOUCHER","discount":{"type":"AMOUNT","amount_off":100}}', '{}', 'DONE', 'DONE',
       strftime('%Y-%m-%dT%H:%M:%fZ', '2026-01-01', at || ' minutes') FROM n`,
    )
    .bind(project.id, from, to)
    .run();
}
