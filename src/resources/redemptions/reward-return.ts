import type { DayMove } from "../../commit/days";
import { nextUpdate } from "../../commit/next-update";
import type { Statement } from "../../db/client";
import type { RedemptionRow } from "../../db/tables/redemptions";
import type { DomainEvent } from "../../events/outbox";
import type { Scope } from "../../scope/scope";
import { takenInBin } from "../vouchers/remove";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import { moveCardBalance } from "./reward-balance";
import { takeBackVoucher } from "./reward-store";
import type { Touched } from "./rollback-load";

/** What a rollback takes back of what a member was given for points. */
export interface TakenBack {
  /** The voucher that was given, as it is once that is taken back. */
  voucher: StoredVoucher | null;
  statements: Statement[];
  events: DomainEvent[];
  /** Where so many events of the commit stand behind these. */
  corrections: (behind: number) => Statement[];
  days: DayMove[];
}

export const NOTHING_BACK: TakenBack = {
  voucher: null,
  statements: [],
  events: [],
  corrections: () => [],
  days: [],
};

/** A code that was not used is switched off; one that was used, or is held, stays the member's. */
function codeBack(scope: Scope, code: StoredVoucher): TakenBack {
  const isFresh = code.active && code.redeemed_quantity === 0 && code.held_quantity === 0;
  if (!isFresh) return { ...NOTHING_BACK, voucher: code };
  const after = { ...code, active: false, updated_at: nextUpdate(scope, code) };
  const disabled: DomainEvent = {
    kind: "voucher.disabled",
    entity_id: code.id,
    data: { voucher: viewVoucher(scope, after), campaign: viewCampaignOf(after) },
  };
  return {
    ...NOTHING_BACK,
    voucher: after,
    statements: takeBackVoucher(code, after.updated_at),
    events: [disabled],
  };
}

/**
 * Of credits or points as many as are left, and not held. Points that have expired are not taken a
 * second time: other points of the card stay.
 */
function balanceBack(
  scope: Scope,
  { customer, hasExpired }: Touched,
  { card, given, target }: { card: StoredVoucher; given: number; target: RedemptionRow },
): TakenBack {
  const left = hasExpired ? 0 : Math.min(given, (card.balance ?? 0) - card.held_amount);
  if (left <= 0) return { ...NOTHING_BACK, voucher: card };
  const { after, statements, events, corrections, days } = moveCardBalance(scope, {
    card,
    by: -left,
    holder: customer?.id === card.holder_id ? customer : null,
    rules: null,
    cause: { redemption: { id: target.id } },
  });
  const all = [...takenInBin(scope, card, left), ...statements];
  return { voucher: after, statements: all, events, corrections, days };
}

/**
 * What goes back of what a redemption gave, also off what is in the bin. `returned` are the cards
 * with what they get back: what was given may stand on the very one that paid.
 */
export function takeBack(
  scope: Scope,
  touched: Touched,
  target: RedemptionRow,
  returned: readonly StoredVoucher[],
): TakenBack {
  const { voucher_id = "", balance } = target.effects.given ?? {};
  const voucher = returned.find(({ id }) => id === voucher_id) ?? touched.vouchers.get(voucher_id);
  if (!voucher) return NOTHING_BACK;
  return balance === undefined
    ? codeBack(scope, voucher)
    : balanceBack(scope, touched, { card: voucher, given: balance, target });
}
