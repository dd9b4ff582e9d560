import type { Statement } from "../../db/client";
import { orderNumber } from "../../db/order-numbers";
import { type Fragment, raw, sql } from "../../db/sql";
import type { Scope } from "../../scope/scope";
import type { TransactionQuery } from "./schema";

/** Whose entries are listed, by an id that is an expression. */
export type Owner = { voucher_id: Fragment } | { campaign_id: Fragment };

/** Entries next to the cursor, at most so many; the opening entries are left out. */
export function entriesOf(
  scope: Scope,
  owner: Owner,
  { order, starting_after_id: after }: TransactionQuery,
  most: number,
): Statement {
  const isDescending = order.startsWith("-");
  const whose =
    "voucher_id" in owner
      ? sql`WHERE project_id = ${scope.project.id} AND voucher_id = ${owner.voucher_id}`
      : sql`INDEXED BY voucher_transactions_campaign
        WHERE project_id = ${scope.project.id} AND campaign_id = ${owner.campaign_id}`;
  const behind = isDescending ? sql`id < ${after ?? "~"}` : sql`id > ${after ?? ""}`;
  return sql`SELECT t.*, ${orderNumber("t")} FROM voucher_transactions t
    ${whose} AND type <> 'OPENING' AND ${behind}
    ORDER BY id ${raw(isDescending ? "DESC" : "ASC")} LIMIT ${most}`;
}
