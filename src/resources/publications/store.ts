import { decode, insertRows, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { insertEntry, KEEPERS, keptIn } from "../../db/kept-audit";
import { type Fragment, param, raw, sql } from "../../db/sql";
import type { AuditRow } from "../../db/tables/audit";
import {
  memberships,
  type PublicationRow,
  publications,
  type RedeemableHolderRow,
  redeemableHolders,
} from "../../db/tables/publications";
import type { VoucherRow } from "../../db/tables/vouchers";
import { EITHER, halfText } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";

export const decodePublication = (raw: RawRow): PublicationRow => decode(publications, raw);
export const decodeHolder = (raw: RawRow): RedeemableHolderRow => decode(redeemableHolders, raw);

/**
 * Condition, in the words of the index `vouchers_pool`: a voucher that nobody has and that can be
 * given out.
 */
export const FREE = raw("(v.publish_count = 0 AND v.active = 1 AND v.deleted_at IS NULL) = 1");

/** The row of a publication, which keeps its entry of the audit log. */
export const insertPublication =
  (row: PublicationRow) =>
  (entry: AuditRow | null): Statement[] => {
    const kept = keptIn(row, entry, KEEPERS.publications);
    return [insertRows(publications, [kept.row]), ...insertEntry(kept.beside)];
  };

export const insertHolders = (rows: readonly RedeemableHolderRow[]): Statement =>
  insertRows(redeemableHolders, rows);

/** A voucher as it was read, and what giving it away sets. */
export interface Given {
  before: VoucherRow;
  after: VoucherRow;
}

/**
 * Gives vouchers to a customer. Each must be free still and as it was read: one that was given
 * away, disabled, changed or deleted meanwhile aborts the batch.
 */
export function giveVouchers(scope: Scope, given: readonly Given[]): Statement[] {
  const moves = param(JSON.stringify(given.map(asMove)));
  return [
    // The IN comes first to the row by its key; the join alone would make SQLite walk all vouchers.
    sql`UPDATE vouchers AS v
      SET holder_id = m.value->>'$.holder_id', publish_count = publish_count + 1,
        updated_at = m.value->>'$.updated_at',
        expiration_date = coalesce(m.value->>'$.until', expiration_date)
      FROM json_each(${moves}) m WHERE v.project_id = ${scope.project.id}
        AND v.code_key IN (SELECT value->>'$.key' FROM json_each(${moves}))
        AND v.code_key = m.value->>'$.key' AND v.id = m.value->>'$.id'
        AND v.updated_at IS (m.value->>'$.seen') AND ${FREE}`,
    assertChanged("voucher_taken", given.length),
  ];
}

/** Only a date that the publication itself sets is written: others may be the campaign's. */
const asMove = ({ before, after }: Given) => ({
  key: before.code_key,
  id: before.id,
  seen: before.updated_at,
  holder_id: after.holder_id,
  updated_at: after.updated_at,
  until: after.expiration_date === before.expiration_date ? null : after.expiration_date,
});

/** Aborts where the campaign was changed, disabled or deleted since it was read. */
export const campaignStands = (
  scope: Scope,
  { id, updated_at }: { id: string; updated_at: string | null },
): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*), 'campaign_moved' FROM campaigns
    WHERE project_id = ${scope.project.id} AND id = ${id} AND updated_at IS ${updated_at}
      AND deleted_at IS NULL`;

/**
 * Counts a customer into a campaign. Where it can be joined once only, the primary key refuses the
 * second time.
 */
export function join(
  scope: Scope,
  ids: { campaign_id: string; customer_id: string },
  isOnce: boolean,
): Statement {
  if (isOnce) {
    return insertRows(memberships, [{ project_id: scope.project.id, ...ids, publications: 1 }]);
  }
  return sql`INSERT INTO memberships (project_id, campaign_id, customer_id, publications)
    VALUES (${scope.project.id}, ${ids.campaign_id}, ${ids.customer_id}, 1)
    ON CONFLICT (project_id, campaign_id, customer_id)
    DO UPDATE SET publications = publications + 1`;
}

/** How often a customer has joined a campaign; both are ids as expressions. */
export const membershipOf = (scope: Scope, campaign: Fragment, customer: Fragment): Statement =>
  sql`SELECT publications FROM memberships WHERE project_id = ${scope.project.id}
    AND campaign_id = ${campaign} AND customer_id = ${customer}`;

/** Aborts unless a customer has joined a campaign so often. */
export const joinedAsRead = (
  scope: Scope,
  { campaign_id, customer_id }: { campaign_id: string; customer_id: string },
  times: number,
): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT coalesce(sum(publications), 0) = ${times},
      'campaign_joined' FROM memberships WHERE project_id = ${scope.project.id}
    AND campaign_id = ${campaign_id} AND customer_id = ${customer_id}`;

/** The publication under a source id, as what selects its row. */
export const bySourceId = (scope: Scope, sourceId: string): Fragment =>
  sql`FROM publications p WHERE p.project_id = ${scope.project.id} AND p.source_id = ${sourceId}`;

/** The customer still has a voucher of the publication `p`. */
const IS_HELD = raw(`EXISTS (SELECT 1 FROM json_each(p.voucher_ids) j
  CROSS JOIN vouchers v INDEXED BY vouchers_id ON v.project_id = p.project_id AND v.id = j.value
  WHERE v.holder_id = p.customer_id AND ${halfText("live")})`);

/**
 * A customer's first publication of a campaign that succeeded, as what selects its row. Of a
 * loyalty program, which is joined again once the card is gone, only one whose card is held.
 */
export const firstOf = (scope: Scope, campaign: Fragment, customer: Fragment): Fragment =>
  sql`FROM publications p INDEXED BY publications_customer
    WHERE p.project_id = ${scope.project.id} AND p.campaign_id = ${campaign}
      AND p.customer_id = ${customer} AND p.result = 'SUCCESS'
      AND (${IS_HELD} OR NOT EXISTS (SELECT 1 FROM campaigns c WHERE c.project_id = p.project_id
        AND c.id = p.campaign_id AND c.campaign_type = 'LOYALTY_PROGRAM'))
    ORDER BY p.id LIMIT 1`;

/** The publication whose row `from` selects, and its vouchers as they are now. */
export const earlier = (from: Fragment): { row: Statement; vouchers: Statement } => ({
  row: sql`SELECT p.* ${from}`,
  vouchers: sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
    WHERE ${EITHER} AND (v.project_id, v.id) IN (SELECT p.project_id, j.value
      FROM (SELECT p.project_id, p.voucher_ids ${from}) p, json_each(p.voucher_ids) j)`,
});
