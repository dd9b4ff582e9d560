import { language } from "../shared/language";
import { money } from "../shared/money";
import { useOffers, useQuote } from "./asking";
import { cart } from "./cart";
import { useSignedIn } from "./sign-in";

const CURRENCY = "EUR";

/** Amounts in the shopper's language. */
export function useMoney() {
  const spoken = language.use();
  return (minor: number): string => money(minor, CURRENCY, spoken);
}

export const prepareMoney = (): void => void money(0, CURRENCY, language.get());

/** Everything that the parts of the page look at: the cart, who shops, what it costs and could cost. */
export function useShop() {
  const chosen = cart.use();
  const { shopper, signedIn, error: refusedEntry, refetch: enter } = useSignedIn();
  const quote = useQuote(chosen, signedIn);
  const offers = useOffers(chosen, signedIn);
  return { cart: chosen, shopper, who: signedIn, refusedEntry, enter, ...quote, offers };
}
export type Shop = ReturnType<typeof useShop>;
