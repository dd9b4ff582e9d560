import { decode, type RawRow, type Statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { type Fragment, param, raw, type Slot, sql, valuesOf } from "../../db/sql";
import { type RedeemableHolderRow, redeemableHolders } from "../../db/tables/publications";
import type { VoucherRow } from "../../db/tables/vouchers";
import { LIVE } from "../../db/voucher-halves";
import type { Scope } from "../../scope/scope";
import type { HolderQuery } from "./schema";

export const decodeHolder = (raw: RawRow): RedeemableHolderRow => decode(redeemableHolders, raw);

/** A list counts no further. */
const MOST_COUNTED = raw(10_000);

/** Whom a code refers, as `h`. */
const refereesOf = (project: Slot, code: Fragment): Fragment =>
  sql`FROM redeemable_holders h INDEXED BY redeemable_holders_referees
    WHERE h.project_id = ${project} AND h.redeemable_id = ${code} AND h.holder_role = 'REFEREE'`;

/** Who gives the code out, as `h`: the holder of the voucher. */
const referrerOf = (project: Slot, code: Fragment): Fragment =>
  sql`FROM vouchers v INDEXED BY vouchers_id CROSS JOIN redeemable_holders h
      ON h.project_id = ${project} AND h.redeemable_id = v.id AND h.customer_id = v.holder_id
    WHERE v.project_id = ${project} AND ${LIVE} AND v.id = ${code}
      AND h.holder_role <> 'REFEREE'`;

/** Holders of a code next to the cursor, at most so many; `code` is its id as an expression. */
export function holdersOf(
  scope: Scope,
  code: Fragment,
  { order, starting_after_id: after }: HolderQuery,
  most: number,
): Statement {
  const isDescending = order.startsWith("-");
  const behind = isDescending ? sql`h.id < ${after ?? "~"}` : sql`h.id > ${after ?? ""}`;
  const [project, limit] = [param(scope.project.id), param(most)];
  const direction = raw(isDescending ? "DESC" : "ASC");
  return sql`SELECT * FROM (
      SELECT * FROM (SELECT h.* ${refereesOf(project, code)} AND ${behind}
        ORDER BY h.id ${direction} LIMIT ${limit})
      UNION ALL SELECT h.* ${referrerOf(project, code)} AND ${behind})
    ORDER BY id ${direction} LIMIT ${limit}`;
}

export const countHolders = (scope: Scope, code: Fragment): Statement => {
  const project = param(scope.project.id);
  return sql`SELECT count(*) AS total FROM (SELECT 1 ${referrerOf(project, code)}
    UNION ALL SELECT 1 ${refereesOf(project, code)} LIMIT ${MOST_COUNTED})`;
};

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
export const holderOf = (
  scope: Scope,
  code: Fragment,
  id: string,
  selected: "*" | "customer_id" = "*",
): Fragment => {
  const [project, own] = [param(scope.project.id), param(id)];
  const columns = raw(`h.${selected}`);
  return sql`SELECT ${columns} ${refereesOf(project, code)} AND h.id = ${own}
    UNION ALL SELECT ${columns} ${referrerOf(project, code)} AND h.id = ${own}`;
};

export const deleteHolder = ({
  project_id,
  redeemable_id,
  customer_id,
  id,
}: RedeemableHolderRow): Statement[] => [
  sql`DELETE FROM redeemable_holders WHERE project_id = ${project_id}
    AND redeemable_id = ${redeemable_id} AND customer_id = ${customer_id} AND id = ${id}`,
  assertChanged("holder_gone"),
];
