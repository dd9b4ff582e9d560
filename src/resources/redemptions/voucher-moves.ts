import type { Answer } from "../../commit/answer";
import { amendAnswer } from "../../commit/commit";
import type { RawRow } from "../../db/client";
import type { VoucherRow } from "../../db/tables/vouchers";
import { takenOf } from "../../engine/stacking/effect";
import type { RedemptionEffects, UsageMove } from "../../model/redemption";
import type { Scope } from "../../scope/scope";
import { cardsAfter } from "../loyalties/points-store";
import type { CounterMove } from "./voucher-store";

/** What a use takes from one voucher, or a rollback gives back to it. */
export interface VoucherMove<V extends VoucherRow = VoucherRow> {
  voucher: V;
  effects: RedemptionEffects;
}

const TAKE = 1;
const GIVE = -1;
type Sign = typeof TAKE | typeof GIVE;

/** In the order of their ids, so that two batches touch the same vouchers in the same order. */
const ordered = (moves: readonly VoucherMove[], sign: Sign): CounterMove[] =>
  moves
    .toSorted((a, b) => (a.voucher.id < b.voucher.id ? -1 : a.voucher.id > b.voucher.id ? 1 : 0))
    .map(({ voucher, effects }) => ({
      key: voucher.code_key,
      id: voucher.id,
      seen: voucher.updated_at,
      deleted: voucher.deleted_at,
      quantity: sign * (effects.quantity ?? 0),
      credits: sign * takenOf(effects),
      usage: [],
    }));

/** What uses take from vouchers, with what is counted of them, and what rollbacks give back. */
export const takings = (
  moves: readonly VoucherMove[],
  usage: readonly UsageMove[],
): CounterMove[] =>
  ordered(moves, TAKE).map((move) => ({
    ...move,
    usage: usage.filter(({ owner }) => owner === move.id),
  }));
export const givings = (moves: readonly VoucherMove[]): CounterMove[] => ordered(moves, GIVE);

function afterMove<V extends VoucherRow>({ voucher, effects }: VoucherMove<V>, sign: Sign): V {
  const credits = sign * takenOf(effects);
  return {
    ...voucher,
    redeemed_quantity: voucher.redeemed_quantity + sign * (effects.quantity ?? 0),
    redeemed_amount: voucher.redeemed_amount + credits,
    balance: voucher.balance === null ? null : voucher.balance - credits,
  };
}

/** The voucher as the move leaves it, if nobody else moves it meanwhile. */
export const afterTaking = <V extends VoucherRow>(move: VoucherMove<V>): V => afterMove(move, TAKE);
export const afterGiving = <V extends VoucherRow>(move: VoucherMove<V>): V => afterMove(move, GIVE);

/**
 * The planned voucher with the counters that the batch returned: others may have moved them between
 * the load and the commit.
 */
function asCommitted<V extends VoucherRow>(planned: V, returned: readonly RawRow[]): V {
  const row = returned.find(({ id }) => id === planned.id);
  if (!row) return planned;
  return {
    ...planned,
    redeemed_quantity: Number(row.redeemed_quantity),
    redeemed_amount: Number(row.redeemed_amount),
    balance: row.balance === null ? null : Number(row.balance),
    ...cardsAfter(returned).get(planned.id),
  };
}

const counters = ({ redeemed_quantity, redeemed_amount, balance, loyalty }: VoucherRow): string =>
  [redeemed_quantity, redeemed_amount, balance, loyalty?.next_date, loyalty?.next_points].join();

/**
 * The answer with the counters that the batch left, which is the planned one unless a race moved
 * them; what was stored for a repetition is then corrected too.
 */
export async function answerAsCommitted<V extends VoucherRow>(
  scope: Scope,
  plan: { answer: Answer; vouchers: readonly V[]; show: (vouchers: readonly V[]) => Answer },
  returned: readonly RawRow[],
): Promise<Answer> {
  const live = plan.vouchers.map((voucher) => asCommitted(voucher, returned));
  if (live.map(counters).join() === plan.vouchers.map(counters).join()) return plan.answer;
  const corrected = plan.show(live);
  await amendAnswer(scope, corrected);
  return corrected;
}
