import { expect } from "vitest";
import { randomBase62 } from "../../src/lib/id";
import { random } from "../../src/scope/scope";
import type { Reply, TestProject } from "./api";
import { homeDb } from "./places";

type Sent = Record<string, unknown>;

const AT = "2026-01-01T00:00:00.000Z";

const CAMPAIGN = {
  campaign_type: "DISCOUNT_COUPONS",
  type: "STATIC",
  auto_join: 0,
  join_once: 0,
  use_voucher_metadata_schema: 0,
  voucher: JSON.stringify({
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 100 },
  }),
  metadata: "{}",
  creation_status: "DONE",
  vouchers_generation_status: "DONE",
  created_at: AT,
};

/** Puts a campaign without codes into the project, whatever campaigns can be made by requests. */
export async function campaign(
  project: TestProject,
  name: string,
  columns: Record<string, string | number | null> = {},
): Promise<string> {
  const id = `camp_${randomBase62(24, random)}`;
  const row = { project_id: project.id, id, name, ...CAMPAIGN, ...columns };
  const names = Object.keys(row);
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO campaigns (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
      )
      .bind(...Object.values(row)),
    homeDb()
      .prepare(
        "INSERT INTO tallies (project_id, campaigns) VALUES (?1, 1) ON CONFLICT (project_id) DO UPDATE SET campaigns = campaigns + 1",
      )
      .bind(project.id),
  ]);
  return id;
}

const CODES = `WITH RECURSIVE n (i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i < ?4)
  INSERT INTO vouchers (project_id, code_key, id, code, type, campaign_id, metadata, publish_count, created_at, expiration_date)
  SELECT ?1, lower(printf('%s-%d', ?5, i)), ?7 || hex(randomblob(12)), printf('%s-%d', ?5, i),
    'DISCOUNT_VOUCHER', ?2, '{}', ?6, '${AT}', ?8 FROM n`;

interface Codes {
  prefix: string;
  from?: number;
  to: number;
  /** 1 for codes that are given away already, to nobody. */
  given?: 0 | 1;
  /** How all their ids begin. */
  ids?: string;
  /** An end of their own. */
  end?: string | null;
}

/** Puts codes `prefix-from` to `prefix-to` into a campaign, all made at once. */
export async function codes(
  project: TestProject,
  campaignId: string,
  { prefix, from = 1, to, given = 0, ids = "v_0TIME000", end = null }: Codes,
): Promise<void> {
  const count = to - from + 1;
  await homeDb().batch([
    homeDb().prepare(CODES).bind(project.id, campaignId, from, to, prefix, given, ids, end),
    homeDb()
      .prepare(
        "UPDATE campaigns SET vouchers_count = vouchers_count + ?3 WHERE project_id = ?1 AND id = ?2",
      )
      .bind(project.id, campaignId, count),
    homeDb()
      .prepare("UPDATE tallies SET vouchers = vouchers + ?2 WHERE project_id = ?1")
      .bind(project.id, count),
  ]);
}

/** Publishes to the customer of that source id; what else is sent goes beside it. */
export const publish = (project: TestProject, to: string, sent: Sent): Promise<Reply> =>
  project.post("/v1/publications", { customer: { source_id: to }, ...sent });

/** The codes that a publication gave. */
export function codesOf({ status, body }: Reply): string[] {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.vouchers ?? [body.voucher.code];
}
