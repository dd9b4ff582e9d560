import { decode, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, raw, sql, valuesOf } from "../../db/sql";
import { type RedeemableHolderRow, redeemableHolders } from "../../db/tables/publications";
import type { VoucherRow } from "../../db/tables/vouchers";
import type { Scope } from "../../scope/scope";
import type { HolderQuery } from "./schema";

export const decodeHolder = (raw: RawRow): RedeemableHolderRow => decode(redeemableHolders, raw);

/** A list counts no further. */
const MOST_COUNTED = raw(10_000);

const ofCode = (scope: Scope, code: Fragment): Fragment =>
  sql`FROM redeemable_holders INDEXED BY redeemable_holders_redeemable
    WHERE project_id = ${scope.project.id} AND redeemable_id = ${code}`;

/** Holders of a code next to the cursor, at most so many; `code` is its id as an expression. */
export function holdersOf(
  scope: Scope,
  code: Fragment,
  { order, starting_after_id: after }: HolderQuery,
  most: number,
): Statement {
  const isDescending = order.startsWith("-");
  const behind = isDescending ? sql`id < ${after ?? "~"}` : sql`id > ${after ?? ""}`;
  return sql`SELECT * ${ofCode(scope, code)} AND ${behind}
    ORDER BY id ${raw(isDescending ? "DESC" : "ASC")} LIMIT ${most}`;
}

export const countHolders = (scope: Scope, code: Fragment): Statement =>
  sql`SELECT count(*) AS total FROM (SELECT 1 ${ofCode(scope, code)} LIMIT ${MOST_COUNTED})`;

/** Who of these customers holds the code already; `code` is its id as an expression. */
export const holdersAmong = (scope: Scope, code: Fragment, customers: Fragment): Statement =>
  sql`SELECT customer_id FROM redeemable_holders
    WHERE project_id = ${scope.project.id} AND redeemable_id = ${code}
      AND customer_id IN (${customers})`;

/** The ids of the customers that requests name, as a SELECT. */
export const idsOfNamed = (
  scope: Scope,
  { ids, sources }: { ids: readonly string[]; sources: readonly string[] },
): Fragment =>
  sql`${valuesOf(ids)} UNION ALL SELECT c.id FROM json_each(${JSON.stringify(sources)}) n
    CROSS JOIN customers c INDEXED BY customers_source_id
    ON c.project_id = ${scope.project.id} AND c.source_id = n.value`;

/** Aborts where the code was deleted, or is held by nobody any more. */
export const codeIsGiven = ({ project_id, code_key, id, holder_id }: VoucherRow): Statement =>
  sql`INSERT INTO assert_v (ok, tag) SELECT count(*) = 1, 'voucher_moved' FROM vouchers
    WHERE project_id = ${project_id} AND code_key = ${code_key} AND id = ${id}
      AND holder_id = ${holder_id} AND deleted_at IS NULL`;

/** One holder of a code by its id; `code` is the code's id as an expression. */
export const holderOf = (scope: Scope, code: Fragment, id: string): Statement =>
  sql`SELECT * FROM redeemable_holders INDEXED BY redeemable_holders_id
    WHERE project_id = ${scope.project.id} AND id = ${id} AND redeemable_id = ${code}`;

export const deleteHolder = ({ project_id, id }: RedeemableHolderRow): Statement[] => [
  sql`DELETE FROM redeemable_holders INDEXED BY redeemable_holders_id
    WHERE project_id = ${project_id} AND id = ${id}`,
  assertChanged("holder_gone"),
];

/** The customer of a holder, as an expression. */
export const customerOfHolder = (scope: Scope, id: string): Fragment =>
  sql`(SELECT customer_id FROM redeemable_holders INDEXED BY redeemable_holders_id
    WHERE project_id = ${scope.project.id} AND id = ${id})`;
