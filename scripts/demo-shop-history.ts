import { answerOf } from "@vouchsafe/client";
import { lineOf, PRODUCTS } from "../pages/demo/goods.ts";
import type { ShopClients } from "./demo-shop-client.ts";

const ORDERS = 36;
const BESIDE = 6;
const CODES = ["WELCOME10", "FIVER", "KITCHEN20", "CANDLE", "SUMMER", "WELCOME10"] as const;
const NAMES = ["Cleo", "Dan", "Eva", "Finn", "Gitte", "Hugo", "Ines", "Jon", "Kaya", "Lars"];

/** A cart that looks like anybody's: always the same one for the same number. */
const cart = (n: number) =>
  [n, n * 5 + 2, n * 7 + 4].flatMap((at, place) => {
    const product = PRODUCTS[at % PRODUCTS.length];
    return product && place <= n % 3 ? [lineOf(product, 1 + ((n + place) % 2))] : [];
  });

function order({ shop }: ShopClients, n: number) {
  const name = NAMES[n % NAMES.length] ?? "Cleo";
  return shop.POST("/v1/redemptions", {
    body: {
      redeemables: [{ object: "voucher", id: CODES[n % CODES.length] ?? "FIVER" }],
      order: { source_id: `earlier-${n}`, items: cart(n) },
      customer: { source_id: name.toLowerCase(), name },
    },
  });
}

/** Orders of other shoppers, so that lists and charts have something in them; some are refused. */
export async function makeHistory(clients: ShopClients): Promise<void> {
  for (let from = 0; from < ORDERS; from += BESIDE) {
    const numbers = Array.from({ length: BESIDE }, (_, n) => from + n);
    await Promise.all(numbers.map((n) => order(clients, n)));
  }
  // The last thing that is made: whoever finds it finds all of the shop.
  await answerOf(clients.shop.POST("/v1/categories", { body: { name: STOCKED } }));
}

export const STOCKED = "Seasonal";
