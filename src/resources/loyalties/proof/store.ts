import type { RawRow, Statement } from "../../../db/client";
import { param, raw, sql } from "../../../db/sql";
import type { Scope } from "../../../scope/scope";

/** Cards of one read: each costs a look-up of its entries and moves. */
const MOST = 500;

interface Chunk {
  campaign_id: string;
  /** The last card that was read. */
  after: string;
  /** The smallest id of an entry that is too late. */
  before: string;
  /** The instant (ISO): cards that were gone by then owe nothing. */
  instant: string;
  /** Whether the cards' own balances are of that instant. */
  isNow: boolean;
}

/** Both halves of the index of a campaign's codes, each in the order of ids. */
const half = (free: 0 | 1) =>
  raw(`(v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = ${free}`);

/** The sums of the program's next cards, in the order of their ids. */
export function cardSums(scope: Scope, chunk: Chunk): Statement {
  const [project, campaign] = [param(scope.project.id), param(chunk.campaign_id)];
  const [after, before] = [param(chunk.after), param(chunk.before)];
  const instant = param(chunk.instant);
  const walk = (free: 0 | 1) => sql`SELECT * FROM (SELECT v.id, v.balance
    FROM vouchers v INDEXED BY vouchers_pool
    WHERE v.project_id = ${project} AND v.campaign_id = ${campaign} AND ${half(free)}
      AND v.id > ${after} AND (v.deleted_at IS NULL
        OR (v.deleted_at > ${instant} AND v.deleted_at < 'import:'))
      ORDER BY v.id LIMIT ${raw(MOST)})`;
  const entries = sql`FROM voucher_transactions t WHERE t.project_id = ${project}
    AND t.voucher_id = c.id AND t.id < ${before}`;
  return sql`SELECT c.id, ${chunk.isNow ? raw("c.balance") : raw("NULL")} AS balance,
      (SELECT json_group_object(type, json_array(points, count)) FROM (
        SELECT t.type, sum(t.amount) AS points, count(*) AS count ${entries} GROUP BY t.type))
        AS types,
      (SELECT t.balance ${entries} ORDER BY coalesce(t.sequence, 0) DESC LIMIT 1) AS last_balance,
      (SELECT coalesce(sum(m.points), 0) FROM loyalty_points_moves m
        WHERE m.project_id = ${project} AND m.voucher_id = c.id AND m.transaction_id < ${before})
        AS moved,
      ${
        chunk.isNow
          ? sql`(SELECT coalesce(sum(b.points), 0) FROM loyalty_points_buckets b
            WHERE b.project_id = ${project} AND b.voucher_id = c.id)`
          : raw("NULL")
      } AS held
    FROM (SELECT * FROM (${walk(1)} UNION ALL ${walk(0)}) ORDER BY id LIMIT ${raw(MOST)}) c
    ORDER BY c.id`;
}

/** What a read found of one card. */
export interface CardSums {
  id: string;
  balance: number | null;
  types: Record<string, [points: number, count: number]>;
  last_balance: number;
  moved: number;
  held: number | null;
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

/** The cast holds because the column is made by `cardSums`. */
export const readSums = (rows: readonly RawRow[]): CardSums[] =>
  rows.map((row) => ({
    id: String(row.id),
    balance: numberOrNull(row.balance),
    types: JSON.parse(String(row.types)) as CardSums["types"],
    last_balance: Number(row.last_balance ?? 0),
    moved: Number(row.moved),
    held: numberOrNull(row.held),
  }));

export const isLast = (rows: readonly unknown[]): boolean => rows.length < MOST;

/** The rewards of a program that are money. */
export const coinsOf = (scope: Scope, campaignId: string): Statement =>
  sql`SELECT r.id, r.parameters FROM reward_assignments a INDEXED BY reward_assignments_campaign
    CROSS JOIN rewards r ON r.project_id = a.project_id AND r.id = a.reward_id
    WHERE a.project_id = ${scope.project.id} AND a.campaign_id = ${campaignId}
      AND r.type = 'COIN' ORDER BY a.id`;
