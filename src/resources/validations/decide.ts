import { type Cart, cartOf } from "../../engine/cart";
import { isEnabled } from "../../engine/stacking/check";
import type { Candidate, Snapshot } from "../../engine/stacking/snapshot";
import type { UsageFacts } from "../../engine/usage/facts";
import { NO_USAGE } from "../../engine/usage/turn";
import { ApiError } from "../../errors";
import type { Scope } from "../../http/scope";
import type { OrderInput } from "../../model/order";
import type { DecideRequest, RedeemableInput } from "../../model/redeemable";
import type { RedemptionEffects } from "../../model/redemption";
import { DEFAULT_STACKING_RULES } from "../../model/stacking-rules";
import { mergeCustomer, newCustomer } from "../customers/store";
import { checkMetadata } from "../metadata";
import { priced } from "../orders/goods";
import { keyOf } from "../vouchers/store";
import type { Loaded, RuledVoucher } from "./load";
import { segmentsOf } from "./segments";
import { usageBefore } from "./usage";

/** Validation leaves out what the same order used before; redemption counts every use. */
export type Purpose = "validate" | "redeem";

/** What one redemption of an order took; kept in the order under the redemption's id. */
interface OwnUse extends RedemptionEffects {
  voucher_id: string;
}

/** Uses of an order that were not rolled back. The cast holds: only redemption writes `applied`. */
export const ownUses = (loaded: Pick<Loaded, "order">): OwnUse[] =>
  Object.values(loaded.order?.redemptions ?? {}).flatMap(({ applied, rollback_id }) =>
    applied && !rollback_id ? [applied as OwnUse] : [],
  );

const isRequested = (loaded: Loaded, use: OwnUse): boolean =>
  [...loaded.vouchers.values()].some(({ id }) => id === use.voucher_id);

/** The stored order and the catalogue where the request is silent; what it sends goes before. */
function orderInput(request: DecideRequest, loaded: Loaded): OrderInput | null {
  const { order: stored, goods } = loaded;
  const sent = request.order && {
    ...request.order,
    items: request.order.items && priced(goods, request.order.items),
  };
  if (!sent || !stored) return sent ?? null;
  return {
    ...sent,
    items: sent.items ?? stored.items,
    amount: sent.amount ?? (sent.items ? null : stored.amount),
    metadata: sent.metadata ?? stored.metadata,
  };
}

/** The cart to decide on, with what earlier redemptions of the order took off already. */
export function loadedCart(request: DecideRequest, loaded: Loaded, purpose: Purpose): Cart | null {
  const input = orderInput(request, loaded);
  if (!input) return null;
  const counted = ownUses(loaded).filter(
    (use) => purpose === "redeem" || !isRequested(loaded, use),
  );
  const cart = cartOf(input, counted);
  if (cart.ok) return cart.value;
  const { path, reason } = cart.error;
  throw new ApiError("invalid_payload", { details: `Property .${path} ${reason}` });
}

/** Validating an order again leaves out its own earlier uses of what it asks for. */
const ownToLeaveOut = (loaded: Loaded, purpose: Purpose): OwnUse[] =>
  purpose === "redeem" ? [] : ownUses(loaded).filter((use) => isRequested(loaded, use));

/** Only rules ask how often something was used. */
const usageOf = (
  scope: Scope,
  loaded: Loaded,
  voucher: RuledVoucher | null,
  purpose: Purpose,
): UsageFacts =>
  voucher && voucher.rules.length > 0
    ? usageBefore(scope, loaded, voucher, ownToLeaveOut(loaded, purpose))
    : NO_USAGE;

function ownOf(loaded: Loaded, voucher: RuledVoucher | null, purpose: Purpose) {
  const own = { quantity: 0, credits: 0 };
  if (!voucher || purpose === "redeem") return own;
  for (const use of ownUses(loaded)) {
    if (use.voucher_id !== voucher.id) continue;
    own.quantity += use.quantity ?? 0;
    own.credits += use.credits ?? 0;
  }
  return own;
}

/** To a browser a disabled code looks exactly like one that does not exist (docs/behaviour.md). */
function visible(scope: Scope, loaded: Loaded, { id }: RedeemableInput): RuledVoucher | null {
  const voucher = loaded.vouchers.get(keyOf(scope, id)) ?? null;
  return voucher && scope.actor.family === "client" && !isEnabled(voucher) ? null : voucher;
}

function candidateOf(
  scope: Scope,
  loaded: Loaded,
  input: RedeemableInput,
  purpose: Purpose,
): Candidate<RuledVoucher> {
  const isVoucher = !input.object.startsWith("promotion_");
  const voucher = isVoucher ? visible(scope, loaded, input) : null;
  return {
    id: input.id,
    object: isVoucher ? "voucher" : input.object,
    voucher,
    rules: voucher?.rules ?? [],
    credits: input.gift?.credits ?? null,
    reward: input.reward?.id ?? null,
    own: ownOf(loaded, voucher, purpose),
    usage: usageOf(scope, loaded, voucher, purpose),
  };
}

/** One redeemable once: by what was sent, and by what was found under a code and under an id. */
function refuseDuplicates(scope: Scope, request: DecideRequest, loaded: Loaded): void {
  const names = request.redeemables.map((input) => {
    const voucher = loaded.vouchers.get(keyOf(scope, input.id));
    return voucher && !input.object.startsWith("promotion_")
      ? voucher.id
      : `${input.object}:${keyOf(scope, input.id)}`;
  });
  if (new Set(names).size < names.length) throw new ApiError("duplicated_redeemables");
  if (names.length > 1 && request.redeemables.some(({ object }) => object === "promotion_stack")) {
    throw new ApiError("invalid_redeemables", {
      details: "Promotion Stack cannot be use with other redeemables",
    });
  }
}

/** Nothing leaves CANCELED, so nothing more can be taken off such an order (docs/behaviour.md). */
function refuseCanceled({ order }: Loaded): void {
  if (order?.status === "CANCELED") {
    throw new ApiError("invalid_order", { details: "Order cannot go from CANCELED to PAID" });
  }
}

/** The loaded rows as the plain snapshot that the engine decides on. */
export function snapshotOf(
  scope: Scope,
  request: DecideRequest,
  loaded: Loaded,
  purpose: Purpose,
): Snapshot<RuledVoucher> {
  refuseDuplicates(scope, request, loaded);
  refuseCanceled(loaded);
  checkMetadata(scope, "redemption", request.metadata);
  const { identity, customer } = loaded;
  const known = identity && mergeCustomer(customer ?? newCustomer(scope, identity), identity);
  return {
    candidates: request.redeemables.map((input) => candidateOf(scope, loaded, input, purpose)),
    cart: loadedCart(request, loaded, purpose),
    customer: known && {
      metadata: known.metadata,
      segments: segmentsOf(scope, loaded.vouchers.values(), known),
    },
    redemption: { metadata: request.metadata ?? {}, api_key: scope.actor.app_id },
    stacking: DEFAULT_STACKING_RULES,
    now: scope.now,
    timeZone: scope.project.timezone,
  };
}
