import type { RawRow, Statement } from "../../../db/client";
import { param, sql, valuesOf } from "../../../db/sql";
import { isAtWork } from "../../../db/transits";
import { LIVE } from "../../../db/voucher-halves";
import type { Scope } from "../../../scope/scope";
import { WITH_ASSIGNMENTS } from "../../vouchers/sql";

/** Where a run goes on: behind what fell due at an instant, in a project, under an id. */
export type DueKey = readonly [due_at: string, project_id: string, id: string];

/** Something that is due. */
export interface Due {
  project_id: string;
  /** A card, or pending points. */
  id: string;
  key: DueKey;
}

interface Found {
  now: string;
  after: DueKey;
  limit: number;
}

/** Cards with points that expire by now, one for each day; the first to expire first. */
export const dueCards = ({ now, after: [due, project, id], limit }: Found): Statement =>
  sql`SELECT due_at, project_id, voucher_id AS id
    FROM loyalty_points_buckets INDEXED BY points_buckets_due
    WHERE due_at IS NOT NULL AND points > 0 AND due_at <= ${now}
      AND (due_at, project_id, voucher_id) > (${due}, ${project}, ${id})
      AND ${isAtWork("loyalty_points_buckets.project_id")}
    ORDER BY due_at, project_id, voucher_id LIMIT ${limit}`;

/** Pending points that count from now on. */
export const duePending = ({ now, after: [due, project, id], limit }: Found): Statement =>
  sql`SELECT due_at, project_id, id
    FROM loyalty_pending_points INDEXED BY pending_points_due
    WHERE status = 'PENDING' AND due_at <= ${now}
      AND (due_at, project_id, id) > (${due}, ${project}, ${id})
      AND ${isAtWork("loyalty_pending_points.project_id")}
    ORDER BY due_at, project_id, id LIMIT ${limit}`;

/** Cards that may pay a reward which is redeemed by itself. */
export const dueToRedeem = ({ now, after: [due, project, id], limit }: Found): Statement =>
  sql`SELECT due_at, project_id, voucher_id AS id
    FROM auto_redeem_cards INDEXED BY auto_redeem_cards_due
    WHERE due_at <= ${now} AND (due_at, project_id, voucher_id) > (${due}, ${project}, ${id})
      AND ${isAtWork("auto_redeem_cards.project_id")}
    ORDER BY due_at, project_id, voucher_id LIMIT ${limit}`;

/** Holders of cards whose tier ends, or whose period is over. */
export const dueMembers = ({ now, after: [due, project, id], limit }: Found): Statement =>
  sql`SELECT due_at, project_id, voucher_id AS id, customer_id AS place
    FROM loyalty_members INDEXED BY loyalty_members_due
    WHERE due_at IS NOT NULL AND due_at <= ${now}
      AND (due_at, project_id, customer_id) > (${due}, ${project}, ${id})
      AND ${isAtWork("loyalty_members.project_id")}
    ORDER BY due_at, project_id, customer_id LIMIT ${limit}`;

export const readDue = (rows: readonly RawRow[]): Due[] =>
  rows.map(({ due_at, project_id, id, place = id }) => ({
    project_id: String(project_id),
    id: String(id),
    key: [String(due_at), String(project_id), String(place)],
  }));

/** The cards of these ids that are there, who hold them, and every bucket that has points. */
export function cardsWithBuckets(scope: Scope, ids: readonly string[]) {
  const [project, list] = [param(scope.project.id), valuesOf(ids)];
  return {
    cards: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${LIVE} AND v.id IN (${list})`,
    holders: sql`SELECT * FROM customers WHERE project_id = ${project} AND id IN (
      SELECT v.holder_id FROM vouchers v INDEXED BY vouchers_id
      WHERE v.project_id = ${project} AND ${LIVE} AND v.id IN (${list}))`,
    buckets: sql`SELECT * FROM loyalty_points_buckets INDEXED BY points_buckets_left
      WHERE project_id = ${project} AND voucher_id IN (${list}) AND points > 0
      ORDER BY voucher_id, expires_at`,
  };
}
