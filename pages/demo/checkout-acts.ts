import { answerOf } from "@vouchsafe/client";
import { askedOf, redeemablesOf } from "./asking";
import { type Cart, goodsAmount, itemsOf } from "./cart";
import { backEnd, pageOf } from "./clients";
import { plainQuote, type Quote, quoteOf } from "./quote";
import type { SignedIn } from "./sign-in";

/** What is kept for one shopper while they pay. */
export interface Held {
  /** Null where nothing had to be held. */
  session: string | null;
  codes: readonly string[];
  /** When it is everybody's again, in milliseconds. */
  until: number;
  quote: Quote;
}

/** An order that was paid. */
export interface Placed {
  id: string;
  sourceId: string;
  total: number;
  quote: Quote;
  cart: Cart;
  /** What undoes it: the redemption of one code, or the one above several. */
  redemption: { id: string; isStack: boolean } | null;
}

const HOLD_MINUTES = 3;

/** What of the cart has an effect: nothing else is held, and nothing else is redeemed. */
function effective(cart: Cart, { applied }: Quote): Cart {
  const isApplied = (id: string) =>
    applied.some((one) => one.id.toLowerCase() === id.toLowerCase());
  const { codes, offers, points } = cart;
  const paid = applied.find((one) => one.points !== null)?.points ?? 0;
  return {
    ...cart,
    codes: codes.filter(isApplied),
    offers: offers.filter(isApplied),
    points: points > 0 ? paid : 0,
  };
}

/** Validates once more and keeps what is left of each code for this cart alone. */
export async function hold(cart: Cart, quote: Quote, who: SignedIn | null): Promise<Held> {
  const until = Date.now() + HOLD_MINUTES * 60_000;
  const chosen = effective(cart, quote);
  const body = askedOf(chosen, who);
  if (body.redeemables.length === 0) {
    return { session: null, codes: [], until, quote: plainQuote(goodsAmount(cart)) };
  }
  const session = { type: "LOCK" as const, ttl: HOLD_MINUTES, ttl_unit: "MINUTES" as const };
  const answer = await answerOf(
    pageOf(who?.token ?? null).POST("/client/v1/validations", { body: { ...body, session } }),
  );
  const { codes, points } = chosen;
  return {
    session: answer.session?.key ?? null,
    codes: [...codes, ...(who?.card && points > 0 ? [who.card.code] : [])],
    until,
    quote: quoteOf(answer, goodsAmount(cart), body.order.items.length),
  };
}

/** Gives everybody back what was held. What has lapsed meanwhile is free already. */
export async function release({ session, codes }: Held): Promise<void> {
  if (session === null) return;
  await Promise.all(
    codes.map((code) =>
      backEnd.DELETE("/v1/vouchers/{code}/sessions/{sessionKey}", {
        params: { path: { code, sessionKey: session } },
      }),
    ),
  );
}

const customerOf = (who: SignedIn | null) =>
  who ? { customer: { source_id: who.shopper.source_id } } : {};

const orderNumber = (): string => `web-${crypto.randomUUID().slice(0, 8)}`;

async function payPlain(cart: Cart, held: Held, who: SignedIn | null): Promise<Placed> {
  const body = {
    source_id: orderNumber(),
    status: "PAID" as const,
    items: itemsOf(cart),
    ...customerOf(who),
  };
  const order = await answerOf(backEnd.POST("/v1/orders", { body }));
  const total = order.total_amount ?? held.quote.total;
  const { quote } = held;
  return { id: order.id ?? "", sourceId: body.source_id, total, quote, cart, redemption: null };
}

/** The back end has the money and redeems, once, what was held. */
export async function pay(cart: Cart, held: Held, who: SignedIn | null): Promise<Placed> {
  const { session, quote } = held;
  if (session === null) return payPlain(cart, held, who);
  const sourceId = orderNumber();
  const body = {
    redeemables: redeemablesOf(effective(cart, quote), who),
    order: { source_id: sourceId, items: itemsOf(cart) },
    session: { key: session, type: "LOCK" as const },
    ...customerOf(who),
  };
  const done = await answerOf(backEnd.POST("/v1/redemptions", { body }));
  const { order, parent_redemption: parent } = done;
  const single = done.redemptions[0]?.id;
  const redemption = parent
    ? { id: parent.id, isStack: true }
    : single
      ? { id: single, isStack: false }
      : null;
  const total = order?.total_amount ?? quote.total;
  return { id: order?.id ?? "", sourceId, total, quote, cart, redemption };
}

/** Cancels the order: uses, credits and points go back where they came from. */
export async function undo({ id, redemption }: Placed): Promise<void> {
  const reason = "Undone in the storefront";
  if (redemption === null) {
    const body = { status: "CANCELED" as const };
    await answerOf(
      backEnd.PUT("/v1/orders/{orderId}", { params: { path: { orderId: id } }, body }),
    );
  } else if (redemption.isStack) {
    const path = { id: redemption.id };
    await answerOf(
      backEnd.POST("/v1/redemptions/{id}/rollbacks", {
        params: { path },
        body: { reason },
      }),
    );
  } else {
    const path = { id: redemption.id };
    await answerOf(
      backEnd.POST("/v1/redemptions/{id}/rollback", {
        params: { path },
        body: { reason },
      }),
    );
  }
}

/** Points that an order has brought so far; they come a moment after it is paid. */
export async function earnedBy(order: string, { card }: SignedIn): Promise<number> {
  if (!card) return 0;
  const { data } = await answerOf(
    backEnd.GET("/v1/loyalties/members/{memberId}/transactions", {
      params: { path: { memberId: card.code }, query: { limit: 5 } },
    }),
  );
  return data
    .filter(({ type, details }) => type === "POINTS_ACCRUAL" && at(details.order, "id") === order)
    .reduce((sum, { details }) => sum + Number(at(details.balance, "points") ?? 0), 0);
}

/** A property of what the ledger notes beside an entry, which differs from entry to entry. */
const at = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
