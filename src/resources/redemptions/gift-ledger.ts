import type { RedemptionRow } from "../../db/tables/redemptions";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../scope/scope";
import type { StoredVoucher } from "../vouchers/store";
import { viewBalance, viewCampaignOf, viewTransaction, viewVoucher } from "../vouchers/view";
import type { CardLedger, CardMove } from "./card-ledger";
import { correctCredits, type GiftEntry, insertGiftEntries } from "./gift-store";

/** What an entry of a card's ledger tells of its cause. */
export function causeOf(row: RedemptionRow): Record<string, unknown> {
  if (row.object === "redemption_rollback") {
    return { redemption: { id: row.redemption_id }, rollback: { id: row.id } };
  }
  const order = { id: row.order_id, source_id: row.order?.source_id ?? null };
  return { redemption: { id: row.id }, ...(row.order_id !== null && { order }) };
}

const entryOf = (scope: Scope, { row, card }: CardMove): GiftEntry => ({
  id: scope.newId("vtx"),
  voucher_id: card.id,
  campaign_id: null,
  type: row.object === "redemption" ? "CREDITS_REDEMPTION" : "CREDITS_REFUND",
  amount: -(row.amount ?? 0),
  related_transaction_id: null,
  details: causeOf(row),
});

/** The entry as the ledger will have it, which its database completes in the batch. */
function told(scope: Scope, card: StoredVoucher, entry: GiftEntry) {
  const balance = { ...viewBalance(card, entry.amount), operation_type: "AUTOMATIC" as const };
  const transaction = viewTransaction({
    ...entry,
    project_id: card.project_id,
    campaign_id: card.campaign_id,
    total: balance.total,
    balance: balance.balance,
    source_id: null,
    source: scope.actor.channel,
    reason: null,
    details: { ...entry.details, balance },
    created_at: isoNow(scope),
    sequence: null,
  });
  return { balance, transaction };
}

const giftEvent = (scope: Scope, { row, card }: CardMove, entry: GiftEntry): DomainEvent => ({
  kind: "voucher.gift.transaction.created",
  entity_id: entry.voucher_id,
  customer_id: row.customer_id,
  data: {
    entry: row.id,
    campaign: viewCampaignOf(card),
    voucher: viewVoucher(scope, card),
    ...told(scope, card, entry),
  },
});

/** What redemptions took from gift cards, or rollbacks gave back: one entry each, minor units. */
export function writeCredits(scope: Scope, moves: readonly CardMove[]): CardLedger {
  const made = moves.flatMap((move) =>
    move.row.amount === null ? [] : [{ move, entry: entryOf(scope, move) }],
  );
  return {
    statements: insertGiftEntries(
      scope,
      made.map(({ entry }) => entry),
    ),
    events: made.map(({ move, entry }) => giftEvent(scope, move, entry)),
    corrections: (behind) =>
      correctCredits(
        scope,
        made.map(({ entry: { voucher_id, id } }, place) => ({
          at: made.length - 1 - place + behind,
          voucher_id,
          id,
        })),
      ),
  };
}
