import { keepPreviousData, useQuery } from "@tanstack/preact-query";
import { answerOf } from "@vouchsafe/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Cart, goodsAmount, itemsOf } from "./cart";
import { pageOf } from "./clients";
import { plainQuote, type Quote, quoteOf } from "./quote";
import type { SignedIn } from "./sign-in";

/** Everything that is to be applied, as requests name it. */
export function redeemablesOf({ codes, offers, points }: Cart, who: SignedIn | null) {
  const { card } = who ?? {};
  const paying =
    card && points > 0
      ? [{ object: "loyalty_card" as const, id: card.code, reward: { id: card.reward, points } }]
      : [];
  return [
    ...offers.map((id) => ({ object: "promotion_tier" as const, id })),
    ...codes.map((id) => ({ object: "voucher" as const, id })),
    ...paying,
  ];
}

/** The body of a validation of this cart. */
export const askedOf = (redeemables: ReturnType<typeof redeemablesOf>, cart: Cart) => ({
  redeemables,
  order: { items: itemsOf(cart) },
  options: { expand: ["redeemable" as const] },
});

async function ask(cart: Cart, who: SignedIn | null, signal: AbortSignal): Promise<Quote> {
  const body = askedOf(redeemablesOf(cart, who), cart);
  const goods = goodsAmount(cart);
  if (body.redeemables.length === 0 || body.order.items.length === 0) return plainQuote(goods);
  const call = pageOf(who?.token ?? null).POST("/client/v1/validations", { body, signal });
  return quoteOf(await answerOf(call), goods, body.order.items.length);
}

/**
 * What the cart costs: one request for each change of it. The answer belongs to the cart that it was
 * asked for, so that one which comes late cannot take the place of a later one.
 */
export function useQuote(cart: Cart, who: SignedIn | null) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ["quote", cart, who?.token ?? null],
    queryFn: ({ signal }) => ask(cart, who, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const known = useRef<Quote | null>(null);
  if (data) known.current = data;
  const quote = data ?? known.current ?? plainQuote(goodsAmount(cart));
  const isOld = isPlaceholderData || isFetching || error !== null;
  return { quote, error, isOld, refetch };
}

const PAUSE_MS = 250;

/** A value once it has stayed the same for a moment. */
function useSettled<T>(value: T, key: string): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}

/** What this cart has by itself and what it almost has, once the shopper pauses. */
export function useOffers(cart: Cart, who: SignedIn | null) {
  const items = itemsOf(cart);
  const key = JSON.stringify([items, who?.token ?? null]);
  const settled = useSettled({ items, who }, key);
  return useQuery({
    queryKey: ["offers", settled.items, settled.who?.token ?? null],
    queryFn: ({ signal }) => {
      const order = settled.items.length > 0 ? { items: settled.items } : { amount: 0 };
      const body = {
        scenario: "ALL" as const,
        order,
        options: {
          expand: ["redeemable" as const, "near_misses" as const],
          filters: { resource_type: { conditions: { $is: ["promotion_tier"] } } },
        },
      };
      const page = pageOf(settled.who?.token ?? null);
      return answerOf(page.POST("/client/v1/qualifications", { body, signal }));
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** What the shopper holds, as it would act on this cart. */
export function useWallet(cart: Cart, who: SignedIn) {
  return useQuery({
    queryKey: ["wallet", itemsOf(cart), who.token],
    queryFn: ({ signal }) => {
      const body = {
        scenario: "CUSTOMER_WALLET" as const,
        order: { items: itemsOf(cart) },
        options: { expand: ["redeemable" as const] },
      };
      return answerOf(pageOf(who.token).POST("/client/v1/qualifications", { body, signal }));
    },
    staleTime: 0,
  });
}
