import type { Answer } from "../../commit/answer";
import { amendAnswer, commit } from "../../commit/commit";
import { retried } from "../../commit/retry";
import { MAX_AMOUNT } from "../../engine/money";
import { ApiError } from "../../errors";
import type { EventData } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { cardState, correctMove, insertTransaction, moveBalance } from "./card-store";
import type { BalanceChange } from "./schema";
import { getVoucher, type StoredVoucher } from "./store";
import { viewBalance, viewCampaignOf, viewTransaction, viewVoucher } from "./view";

const invalidBalance = (details: string) => new ApiError("invalid_add_balance_params", { details });

function withBalanceMoved(row: StoredVoucher, amount: number): StoredVoucher {
  if (VOUCHER_KINDS[row.type].unit !== "credits")
    throw invalidBalance("Only a gift card has a balance of credits");
  const total = (row.amount ?? 0) + Math.max(amount, 0);
  const balance = (row.balance ?? 0) + amount;
  if (balance - row.held_amount < 0) throw invalidBalance("The balance cannot go below zero");
  if (total > MAX_AMOUNT) throw invalidBalance(`The card cannot hold more than ${MAX_AMOUNT}`);
  const subtracted_amount = row.subtracted_amount - Math.min(amount, 0);
  return { ...row, amount: total, balance, subtracted_amount };
}

function entry(scope: Scope, row: StoredVoucher, input: BalanceChange, balance: object) {
  return {
    project_id: row.project_id,
    voucher_id: row.id,
    id: scope.newId("vtx"),
    campaign_id: row.campaign_id,
    type: input.amount > 0 ? ("CREDITS_ADDITION" as const) : ("CREDITS_REMOVAL" as const),
    amount: input.amount,
    total: row.amount ?? 0,
    balance: row.balance ?? 0,
    source_id: input.source_id ?? null,
    source: scope.actor.channel ?? "API",
    reason: input.reason ?? null,
    details: { balance },
    related_transaction_id: null,
    created_at: isoNow(scope),
    sequence: null,
  };
}

const movedCounters = ({ campaign_id }: StoredVoucher, amount: number) =>
  campaign_id === null
    ? []
    : [
        {
          campaign_id,
          counters: amount > 0 ? { amount_added: amount } : { amount_subtracted: -amount },
        },
      ];

function balanceEvents(
  row: StoredVoucher,
  facts: EventData<"voucher.gift.balance_aded">,
): DomainEvent[] {
  const about = { entity_id: row.id, customer_id: row.holder_id };
  const unrelated = { holder: null, order: null, redemption: null, rollback: null };
  return [
    { kind: "voucher.gift.balance_aded", ...about, data: facts },
    { kind: "voucher.gift.transaction.created", ...about, data: { ...facts, ...unrelated } },
  ];
}

/**
 * Adds credits to a gift card or takes some away, in minor units, with an entry in its ledger. It
 * loses no race: where others moved the card meanwhile, it adds to what they left, and answers
 * that.
 */
export const changeBalance = (scope: Scope, name: string, input: BalanceChange): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getVoucher(scope, name);
    const after = withBalanceMoved(row, input.amount);
    const balance = viewBalance(after, input.amount);
    const transaction = entry(scope, after, input, balance);
    const events = balanceEvents(row, {
      voucher: viewVoucher(scope, after),
      balance,
      campaign: viewCampaignOf(row),
      transaction: viewTransaction(transaction),
    });
    const result = await commit(scope, {
      days: movedCounters(row, input.amount),
      statements: {
        card: moveBalance(row, input.amount),
        entry: insertTransaction(transaction),
      },
      events,
      corrections: correctMove(after, transaction.id, events.length),
      answer: balance,
    });
    if (!result.ok) return null;
    const left = cardState(result.value.card.flat());
    if (left.amount === after.amount && left.balance === after.balance) return balance;
    const corrected = viewBalance({ ...after, ...left }, input.amount);
    await amendAnswer(scope, corrected);
    return corrected;
  });
