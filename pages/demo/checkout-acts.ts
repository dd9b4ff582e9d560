import { answerOf } from "@vouchsafe/client";
import { keyOf, readFailure } from "../shared/parts/state";
import { askedOf } from "./asking";
import { type Attempt, unanswered } from "./attempt";
import { type Cart, goodsAmount, itemsOf } from "./cart";
import { backEnd, pageOf } from "./clients";
import { plainQuote, type Quote, quoteOf } from "./quote";
import type { SignedIn } from "./sign-in";

/** What is kept for one shopper while they pay. */
export interface Held {
  /** When it is everybody's again, in milliseconds. */
  until: number;
  quote: Quote;
}

/** An order that was paid. */
export interface Placed {
  id: string;
  number: string;
  total: number;
  quote: Quote;
  cart: Cart;
  /** What undoes it: the redemption of one code, or the one above several. */
  redemption: { id: string; isStack: boolean } | null;
}

const HOLD_MINUTES = 3;
const PAY_MS = 20_000;

const lockOf = ({ number }: Attempt) => ({ type: "LOCK" as const, key: number });

/** What is held by a code or a card: offers are nobody's last. */
export const codesOf = ({ redeemables }: Attempt): string[] =>
  redeemables.filter(({ object }) => object !== "promotion_tier").map(({ id }) => id);

/** Validates once more and keeps what is left of each code for this cart alone. */
export async function hold(attempt: Attempt, who: SignedIn | null): Promise<Held> {
  const { cart, redeemables } = attempt;
  const until = Date.now() + HOLD_MINUTES * 60_000;
  const goods = goodsAmount(cart);
  if (redeemables.length === 0) return { until, quote: plainQuote(goods) };
  const asked = askedOf(redeemables, cart);
  const session = { ...lockOf(attempt), ttl: HOLD_MINUTES, ttl_unit: "MINUTES" as const };
  const answer = await answerOf(
    pageOf(who?.token ?? null).POST("/client/v1/validations", { body: { ...asked, session } }),
  );
  return { until, quote: quoteOf(answer, goods, asked.order.items.length) };
}

/**
 * Gives everybody back what was held, also where nobody heard that it was. What cannot be let go lapses
 * by itself.
 */
export async function release(attempt: Attempt): Promise<void> {
  const sessionKey = lockOf(attempt).key;
  await Promise.allSettled(
    codesOf(attempt).map((code) =>
      backEnd.DELETE("/v1/vouchers/{code}/sessions/{sessionKey}", {
        params: { path: { code, sessionKey } },
      }),
    ),
  );
}

/** Sent again under the same key, a request is answered again and does nothing twice. */
const once = (key: string) => ({
  params: { header: { "Idempotency-Key": key } },
  signal: AbortSignal.timeout(PAY_MS),
});

const customerOf = ({ customer }: Attempt) =>
  customer === null ? {} : { customer: { source_id: customer } };

async function payPlain(attempt: Attempt): Promise<Placed> {
  const { number, cart, quote } = attempt;
  const body = {
    source_id: number,
    status: "PAID" as const,
    items: itemsOf(cart),
    ...customerOf(attempt),
  };
  const order = await answerOf(backEnd.POST("/v1/orders", { body, ...once(number) }));
  const total = order.total_amount ?? quote.total;
  return { id: order.id ?? "", number, total, quote, cart, redemption: null };
}

async function redeem(attempt: Attempt): Promise<Placed> {
  const { number, cart, redeemables, quote } = attempt;
  const body = {
    redeemables,
    order: { source_id: number, items: itemsOf(cart) },
    session: lockOf(attempt),
    ...customerOf(attempt),
  };
  const done = await answerOf(backEnd.POST("/v1/redemptions", { body, ...once(number) }));
  const { order, parent_redemption: parent } = done;
  const single = done.redemptions[0]?.id;
  const redemption = parent
    ? { id: parent.id, isStack: true }
    : single
      ? { id: single, isStack: false }
      : null;
  const total = order?.total_amount ?? quote.total;
  return { id: order?.id ?? "", number, total, quote, cart, redemption };
}

/** Whether an order may have been placed all the same: nothing came back, or nothing about it. */
export function isOpen(error: unknown): boolean {
  const { status } = readFailure(error);
  const isElsewhere = status === 429 || keyOf(error) === "multiple_requests";
  return status === 0 || status >= 500 || isElsewhere;
}

/** The back end has the money and redeems, once, what was held. */
export async function pay(attempt: Attempt): Promise<Placed> {
  unanswered.set(attempt);
  try {
    const placed = await (attempt.redeemables.length === 0 ? payPlain(attempt) : redeem(attempt));
    unanswered.set(null);
    return placed;
  } catch (error) {
    if (!isOpen(error)) unanswered.set(null);
    throw error;
  }
}

/** Cancels the order: uses, credits and points go back where they came from. */
export async function undo({ id, number, redemption }: Placed): Promise<void> {
  const { params, signal } = once(`${number}-undo`);
  const { header } = params;
  if (redemption === null) {
    const body = { status: "CANCELED" as const };
    const path = { orderId: id };
    await answerOf(backEnd.PUT("/v1/orders/{orderId}", { params: { header, path }, body, signal }));
    return;
  }
  const sent = {
    params: { header, path: { id: redemption.id } },
    body: { reason: "Undone in the storefront" },
    signal,
  };
  await (redemption.isStack
    ? answerOf(backEnd.POST("/v1/redemptions/{id}/rollbacks", sent))
    : answerOf(backEnd.POST("/v1/redemptions/{id}/rollback", sent)));
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
