import type { RedemptionRow } from "../../db/tables/redemptions";
import type { Scope } from "../../scope/scope";
import type { GiftEntry } from "./gift-store";

const detailsOf = (row: RedemptionRow): Record<string, unknown> =>
  row.object === "redemption_rollback"
    ? { redemption: { id: row.redemption_id }, rollback: { id: row.id } }
    : { redemption: { id: row.id }, ...(row.order_id !== null && { order: { id: row.order_id } }) };

/** What redemptions took from gift cards, or rollbacks gave back: one entry each, minor units. */
export const giftEntries = (scope: Scope, rows: readonly RedemptionRow[]): GiftEntry[] =>
  rows.flatMap((row) =>
    row.amount === null || row.voucher_id === null
      ? []
      : [
          {
            id: scope.newId("vtx"),
            voucher_id: row.voucher_id,
            campaign_id: null,
            type: row.object === "redemption" ? "CREDITS_REDEMPTION" : "CREDITS_REFUND",
            amount: -row.amount,
            related_transaction_id: null,
            details: detailsOf(row),
          },
        ],
  );
