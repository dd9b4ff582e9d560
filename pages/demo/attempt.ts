import { setting, storage } from "../shared/setting";
import { redeemablesOf } from "./asking";
import type { Cart } from "./cart";
import type { Quote } from "./quote";
import type { SignedIn } from "./sign-in";

/**
 * One go at paying. What is held, redeemed and ordered is called by its number however often it is
 * sent, so that what got lost on the way is not done twice.
 */
export interface Attempt {
  number: string;
  /** Who pays; null for a guest. */
  customer: string | null;
  cart: Cart;
  /** What of the cart has an effect: nothing else is held, and nothing else is redeemed. */
  redeemables: ReturnType<typeof redeemablesOf>;
  /** What the shopper agrees to. */
  quote: Quote;
}

/** What of the cart has an effect. */
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

const customerOf = (who: SignedIn | null): string | null => who?.shopper.source_id ?? null;

export const newAttempt = (cart: Cart, quote: Quote, who: SignedIn | null): Attempt => ({
  number: `web-${crypto.randomUUID().slice(0, 8)}`,
  customer: customerOf(who),
  cart,
  redeemables: redeemablesOf(effective(cart, quote), who),
  quote,
});

/** Written by this page, in this tab: whatever else stands there is no attempt. */
function isAttempt(value: unknown): value is Attempt {
  if (typeof value !== "object" || value === null) return false;
  const parts = ["number", "customer", "cart", "redeemables", "quote"];
  return parts.every((part) => part in value);
}

function read(text: string | null): Attempt | null {
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    return isAttempt(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** What was paid for without an answer yet; it outlives a page that is loaded again. */
export const unanswered = setting<Attempt | null>({
  name: "demo-unanswered",
  store: storage("sessionStorage"),
  read,
  write: (attempt) => attempt && JSON.stringify(attempt),
});

/** The one without an answer, where it was for the same cart and the same shopper. */
export function unansweredFor(cart: Cart, who: SignedIn | null): Attempt | null {
  const attempt = unanswered.get();
  const isSame =
    attempt?.customer === customerOf(who) && JSON.stringify(attempt.cart) === JSON.stringify(cart);
  return isSame ? attempt : null;
}
