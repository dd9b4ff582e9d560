// Decides what stays counted of an order when one of the redemptions that it counts for is taken
// back.
import type { UsageEffect } from "../../model/redemption";

/** What a redemption of an order has counted, under its id; absent where it counted nothing. */
export type Counted = readonly [id: string, usage: UsageEffect | undefined];

type Added = UsageEffect["added"][number];

const withAmount = (usage: UsageEffect, owner: string, change: (amount: number) => number) => ({
  ...usage,
  added: usage.added.map((each): Added => {
    if (each.owner !== owner) return each;
    return { ...each, orders_amount: change(each.orders_amount) };
  }),
});

/**
 * The usages that change, by id: the order's amount is counted once for each owner, so where one
 * that counted it leaves, the first that stays and counts for the same owner counts it from then
 * on. Minor units.
 */
export function handedOver(
  leaving: readonly Counted[],
  staying: readonly Counted[],
): Map<string, UsageEffect> {
  const usages = new Map([...leaving, ...staying]);
  const changed = new Map<string, UsageEffect>();
  const change = (id: string, owner: string, by: number) => {
    const usage = usages.get(id);
    if (!usage) return;
    const after = withAmount(usage, owner, (amount) => amount + by);
    usages.set(id, after);
    changed.set(id, after);
  };
  for (const [id, usage] of leaving) {
    for (const { owner, orders_amount } of usage?.added ?? []) {
      const heir = staying.find(([, other]) => other?.added.some((each) => each.owner === owner));
      if (!heir || orders_amount === 0) continue;
      change(id, owner, -orders_amount);
      change(heir[0], owner, orders_amount);
    }
  }
  return changed;
}
