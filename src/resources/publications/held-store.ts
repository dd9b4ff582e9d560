import { byCreation, given, type PageRequest } from "../../db/list";
import { withinAnswer } from "../../db/page";
import { type Fragment, joined, raw, sql } from "../../db/sql";
import { redeemableHolders } from "../../db/tables/publications";
import { LIVE } from "../../db/voucher-halves";
import { placeBehind } from "../../db/walk";
import { wantedOf } from "../../listing/check";
import { date, listFields, text, word } from "../../listing/fields";
import { textOf } from "../../listing/place";
import type { Listed } from "../../listing/walk";
import { VOUCHER_TYPES, VOUCHER_TYPES_CALLED } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { WITH_ASSIGNMENTS } from "../vouchers/sql";
import type { HeldQuery } from "./schema";

/** What is large of a voucher is its notes; its holder's entry has them too. */
const BYTES = sql`1000 + octet_length(metadata) + coalesce((
  SELECT octet_length(v.metadata) + coalesce(octet_length(v.additional_info), 0)
  FROM vouchers v INDEXED BY vouchers_id
  WHERE v.project_id = held_project AND ${LIVE} AND v.id = redeemable_id), 0)`;

/** What the customer holds after a cursor, one beyond the limit, as far as one answer holds it. */
export function heldBy(scope: Scope, customer: Fragment, query: HeldQuery): Fragment {
  const isDescending = query.order.startsWith("-");
  const direction = isDescending ? "DESC" : "ASC";
  const conditions = [
    sql`h.project_id = ${scope.project.id} AND h.customer_id = ${customer}`,
    ...given(isDescending ? "h.id <" : "h.id >", query.starting_after_id),
  ];
  return withinAnswer(
    sql`SELECT h.*, h.project_id AS held_project
      FROM redeemable_holders h INDEXED BY redeemable_holders_customer
      WHERE ${joined(conditions, " AND ")}
      ORDER BY h.id ${raw(direction)} LIMIT ${query.limit + 1}`,
    BYTES,
    `id ${direction}`,
  );
}

/** The vouchers that `held` names, but for those deleted since. */
export const vouchersOf = (held: Fragment): Fragment =>
  sql`${WITH_ASSIGNMENTS} INDEXED BY vouchers_id
    WHERE (v.project_id, v.id) IN (SELECT project_id, redeemable_id FROM (${held}))
      AND ${LIVE}`;

const WORDS = {
  campaign: ["LOYALTY_PROGRAM", "GIFT_VOUCHERS", "DISCOUNT_COUPONS", "REFERRAL_PROGRAM"],
  role: ["OWNER", "REFEREE", "REFERRER"],
};

/** What the list of redeemables is filtered by (reference service, customers). */
export const HELD_FIELDS = listFields({
  id: text("h.id"),
  created_at: date("h.created_at"),
  redeemable_id: text("h.redeemable_id"),
  redeemable_object: word("h.redeemable_object", ["voucher"]),
  holder_role: word("h.holder_role", WORDS.role),
  campaign_id: text("h.campaign_id"),
  campaign_ids: text("h.campaign_id"),
  campaign_type: word("h.campaign_type", WORDS.campaign),
  voucher_type: word("h.voucher_type", VOUCHER_TYPES, { called: VOUCHER_TYPES_CALLED }),
});

export const heldRequest = (scope: Scope, customer: Fragment, query: HeldQuery): PageRequest => ({
  table: redeemableHolders,
  project: sql`h.project_id = ${scope.project.id}`,
  filters: [sql`h.customer_id = ${customer}`],
  filterIndex: "redeemable_holders_customer",
  sort: byCreation("h", query.order),
  limit: query.limit,
  page: 1,
});

/** The same by filters, which the entries of the customer are asked for one by one. */
export const filteredHeld = (scope: Scope, customer: Fragment, query: HeldQuery): Listed => ({
  request: heldRequest(scope, customer, query),
  key: {
    column: "h.id",
    index: "redeemable_holders_customer",
    where: sql`h.customer_id = ${customer}`,
  },
  where: [],
  wanted: wantedOf(HELD_FIELDS, query.filters),
  starting_after_id:
    query.starting_after_id && textOf(placeBehind([query.starting_after_id, scope.project.id])),
});
