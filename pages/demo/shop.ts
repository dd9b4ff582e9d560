import { language } from "../shared/language";
import { money } from "../shared/money";
import { useOffers, useQuote } from "./asking";
import { cart } from "./cart";
import { useClosed, useSignedIn } from "./sign-in";

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
  const entry = useSignedIn();
  const quote = useQuote(chosen, entry.who);
  const offers = useOffers(chosen, entry.who);
  const isClosed = useClosed(entry, offers.error);
  return { cart: chosen, ...entry, ...quote, offers, isClosed };
}
export type Shop = ReturnType<typeof useShop>;
