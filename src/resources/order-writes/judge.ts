import { judgedAnew } from "../../deciding/judge-anew";
import type { Scope } from "../../scope/scope";
import { bought } from "../orders/bought";
import { priced } from "../orders/goods";
import { type LoadedOrder, writtenCart } from "../orders/plan";
import type { OrderUpdate } from "../orders/schema";

/**
 * The order with what browsers have redeemed on it, as far as that applies to the cart that a back
 * end is about to write.
 */
export async function judged(
  scope: Scope,
  sent: OrderUpdate,
  loaded: LoadedOrder,
): Promise<LoadedOrder> {
  const { order: before, goods, customer } = loaded;
  if (!before) return loaded;
  const { order, statements } = await judgedAnew(scope, before, () => {
    const input = bought(sent);
    return { written: writtenCart(input, before, priced(goods, input.items ?? [])), customer };
  });
  return { ...loaded, order, judged: statements };
}
