import type { Answer } from "../../commit/answer";
import { amendAnswer, commit } from "../../commit/commit";
import type { DayMove } from "../../commit/days";
import { retried } from "../../commit/retry";
import type { Statement } from "../../db/client";
import type { EventData } from "../../events/catalogue";
import type { DomainEvent } from "../../events/outbox";
import { countsCredits, countsPoints } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { cardState, correctMove, insertTransaction, moveBalance } from "./card-store";
import { invalidBalance, refuseBalance } from "./refuse-balance";
import type { BalanceChange } from "./schema";
import { getVoucher, type StoredVoucher } from "./store";
import { viewBalance, viewCampaignOf, viewTransaction, viewVoucher } from "./view";

type Json = Record<string, unknown>;

function withBalanceMoved(row: StoredVoucher, amount: number): StoredVoucher {
  if (!countsCredits(row.type))
    throw invalidBalance("Only a gift card or a loyalty card has a balance");
  refuseBalance(row, amount);
  const total = (row.amount ?? 0) + Math.max(amount, 0);
  const balance = (row.balance ?? 0) + amount;
  const subtracted_amount = row.subtracted_amount - Math.min(amount, 0);
  return { ...row, amount: total, balance, subtracted_amount };
}

function entry(scope: Scope, row: StoredVoucher, input: BalanceChange, details: Json) {
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
    source: scope.actor.channel,
    reason: input.reason ?? null,
    details,
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
  const unrelated = { order: null, redemption: null, rollback: null };
  return [
    ...(facts.balance.amount > 0
      ? [{ kind: "voucher.gift.balance_aded" as const, ...about, data: facts }]
      : []),
    { kind: "voucher.gift.transaction.created", ...about, data: { ...facts, ...unrelated } },
  ];
}

/** A change of a gift card's balance: what it writes and tells. */
interface PlannedBalance {
  after: StoredVoucher;
  balance: ReturnType<typeof viewBalance>;
  statements: { card: Statement[]; entry: Statement };
  events: DomainEvent[];
  /** Where so many events of the commit stand behind these. */
  corrections: (behind: number) => Statement[];
  days: DayMove[];
}

/**
 * Adds credits to a gift card or takes some away, in minor units, with an entry in its ledger.
 * Refuses what the card cannot hold, or has not free. `cause` is what the entry tells of it.
 */
export function planBalance(
  scope: Scope,
  row: StoredVoucher,
  input: BalanceChange,
  cause: Json = {},
): PlannedBalance {
  const after = withBalanceMoved(row, input.amount);
  const balance = viewBalance(after, input.amount);
  const transaction = entry(scope, after, input, { ...cause, balance });
  const events = balanceEvents(row, {
    voucher: viewVoucher(scope, after),
    balance,
    campaign: viewCampaignOf(row),
    transaction: viewTransaction(transaction),
  });
  return {
    after,
    balance,
    statements: {
      card: moveBalance(row, input.amount),
      entry: insertTransaction(transaction),
    },
    events,
    corrections: (behind) => correctMove(after, transaction.id, { count: events.length, behind }),
    days: movedCounters(row, input.amount),
  };
}

/**
 * Adds credits to a gift card or takes some away by hand. It loses no race: where others moved the
 * card meanwhile, it adds to what they left, and answers that. What is done with a loyalty card is
 * for the caller to say.
 */
export const changeBalance = (
  scope: Scope,
  name: string,
  input: BalanceChange,
  ofPoints: (card: StoredVoucher) => Promise<Answer>,
): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getVoucher(scope, name);
    if (countsPoints(row.type)) return ofPoints(row);
    const { after, balance, corrections, ...effect } = planBalance(scope, row, input);
    const result = await commit(scope, {
      ...effect,
      corrections: corrections(0),
      answer: balance,
    });
    if (!result.ok) return null;
    const left = cardState(result.value.card.flat());
    if (left.amount === after.amount && left.balance === after.balance) return balance;
    const corrected = viewBalance({ ...after, ...left }, input.amount);
    await amendAnswer(scope, corrected);
    return corrected;
  });
