import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { retried, rowNamed } from "../../commit/retry";
import { assertAll, type Conflict } from "../../db/commit";
import type { RedemptionRow } from "../../db/tables/redemptions";
import { refuseAsOf } from "../../deciding/as-of";
import { loadJudged } from "../../deciding/judge-anew";
import { givenGoods } from "../../deciding/load";
import type { RuledVoucher } from "../../deciding/ruled";
import { snapshotOf } from "../../deciding/snapshot";
import { decide } from "../../engine/stacking/decide";
import { ApiError } from "../../errors";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { displayOf } from "../orders/display";
import { shelfOf } from "../orders/goods";
import { releasedBy } from "../sessions/hold";
import { viewOutcomes } from "../validations/view";
import { atOnce } from "./at-once";
import { fail } from "./fail";
import { historyStands } from "./history-guard";
import { refuseOrderOfOthers, refuseRewrite } from "./order";
import { planSuccess, type Request, type Success } from "./redeem-plan";
import { rewardEvents } from "./reward-events";
import { givenAfter } from "./reward-gift";
import { shownTier } from "./tiers";
import { type ViewedRedemption, viewRedemption } from "./view";
import { answerAsCommitted } from "./voucher-moves";

/** The parts of a redemption's answer, before the caller's family shapes it. */
export interface Redeemed {
  redemptions: ViewedRedemption[];
  parent_redemption?: ViewedRedemption;
  order?: RedemptionRow["order"];
  inapplicable_redeemables?: unknown[];
  skipped_redeemables?: unknown[];
}

/** Turns what happened into the body that the caller's family and route show. */
export type Shape = (redeemed: Redeemed) => Answer;

function viewSuccess(
  { scope, loaded, gift }: Request,
  success: Success,
  vouchers: readonly RuledVoucher[],
  others: Partial<Redeemed>,
): Redeemed {
  const { customer, children, parent, uses } = success;
  const display = displayOf(scope, shelfOf(loaded.goods), givenGoods(loaded));
  const redemptions = children.map((row, at) => {
    const applied = uses[at]?.applied;
    const voucher = vouchers.find(({ id }) => id === row.voucher_id) ?? null;
    const tier = applied ? shownTier(applied.redeemable, row.effects) : null;
    return viewRedemption(scope, row, {
      voucher,
      tier,
      customer,
      given: gift ? givenAfter(gift, vouchers) : null,
      ...(applied && { effect: applied.effect }),
      display,
    });
  });
  const nothing = { voucher: null, tier: null, customer, display };
  const stack = parent && viewRedemption(scope, parent, nothing);
  const last = stack ?? redemptions.at(-1);
  return {
    redemptions,
    ...(stack && { parent_redemption: stack }),
    ...(last?.order && { order: last.order }),
    ...others,
  };
}

/** Sums of what two parts of a commit count. */
const together = (one: Success["tally"], more: Success["tally"]): Success["tally"] =>
  Object.fromEntries(
    Object.entries({ ...one, ...more }).map(([name]) => {
      const of = (tally: Record<string, number>) => tally[name] ?? 0;
      return [name, of(one) + of(more)];
    }),
  );

/** The rows whose state a redemption is decided by, and which it moves. */
const rowsOf = (...rows: readonly ({ id: string } | null)[]): string[] =>
  rows.flatMap((row) => (row ? [row.id] : []));

/** Everything that one commit writes: what a member is given, then what is redeemed. */
function effectOf(context: Request, success: Success) {
  const { scope, request, decision, gift } = context;
  const { taken, ledger } = success;
  const told = gift ? rewardEvents(scope, { ...context, gift }, success) : [];
  return {
    statements: {
      // Before anything of this batch moves what it asserts.
      stands: assertAll([...historyStands(scope, context.loaded), ...success.asserted]),
      released: releasedBy(scope, request, decision),
      given: gift?.statements ?? [],
      taken,
      ledger: ledger.statements,
      others: success.statements,
    },
    keeping: success.keeping,
    // Corrections count from the last event: those of the card come last, those of a gift before.
    events: [...success.events, ...told, ...(gift?.events ?? []), ...ledger.events],
    corrections: [...ledger.corrections(0), ...(gift?.corrections(ledger.events.length) ?? [])],
    tally: gift ? together(success.tally, gift.tally) : success.tally,
    days: [...success.days, ...(gift?.days ?? [])],
    apart: rowsOf(success.customer, context.loaded.order),
  };
}

/**
 * Writes what is redeemed. Null where another request came between, unless `onConflict` knows
 * better.
 */
export async function carryOut(
  context: Request,
  shape: Shape,
  onConflict: (conflict: Conflict) => Promise<Answer | null> = async () => null,
): Promise<Answer | null> {
  const { scope, decision } = context;
  const success = planSuccess(context);
  const identity = { customer_id: success.customer?.id ?? null };
  const view = { identity, expand: ["order"], categories: [] };
  const { redeemables: _, ...others } = viewOutcomes(scope, decision, view);
  const show = (vouchers: readonly RuledVoucher[]): Answer =>
    shape(viewSuccess(context, success, vouchers, others));
  const { vouchers } = success;
  const answer = show(vouchers);
  context.atOnce?.writes(success.children.map(({ id }) => id));
  const result = await commit(scope, { ...effectOf(context, success), answer });
  if (!result.ok) return onConflict(result.error);
  const moved = [...result.value.taken.flat(), ...result.value.ledger.flat()];
  return answerAsCommitted(scope, { answer, vouchers, show }, moved);
}

async function attempt(
  { scope, request, atOnce }: Pick<Request, "scope" | "request" | "atOnce">,
  shape: Shape,
): Promise<Answer | null> {
  const loaded = await loadJudged(scope, request);
  refuseOrderOfOthers(scope, loaded);
  atOnce?.refuseTwice(loaded);
  const snapshot = snapshotOf(scope, request, loaded, "redeem");
  refuseRewrite(scope, request, loaded.order, snapshot.cart);
  const decision = decide(snapshot);
  if (!decision.valid) return fail(scope, request, loaded, decision);
  return carryOut({ scope, request, loaded, decision, atOnce }, shape);
}

/**
 * Redeems 1 to 30 redeemables on one order, all in one batch: two round trips. What does not apply
 * is recorded as a failure; a race lost to another redemption is decided anew (docs/behaviour.md).
 * What another request redeems on the order at the same time is refused.
 */
export async function redeem(scope: Scope, request: DecideRequest, shape: Shape): Promise<Answer> {
  refuseAsOf(request);
  const { order, customer = order?.customer } = request;
  const rows = [...rowNamed("customer", customer), ...rowNamed("order", order)];
  const own = atOnce(scope, order);
  try {
    const step = () => attempt({ scope, request, atOnce: own }, shape);
    return await retried(scope, step, rows.length > 0 ? rows : undefined);
  } finally {
    own.end();
  }
}

/**
 * Refuses a browser unless the project lets browsers redeem, and a caller without origin: apps,
 * which send none, redeem through their back end.
 */
export function refuseUnlessOpen(scope: Scope, origin: string | undefined): void {
  if (!scope.project.client_redeem_enabled) {
    throw new ApiError("forbidden", { details: "Client-side redemption is switched off" });
  }
  if (origin === undefined) {
    throw new ApiError("forbidden", { details: "Header origin is required to redeem" });
  }
}
