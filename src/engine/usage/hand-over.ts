// Decides what stays counted of an order when one of the redemptions that it counts for is taken
// back.
import type { UsageEffect } from "../../model/redemption";

/** What a redemption of an order has counted, under its id; absent where it counted nothing. */
export type Counted = readonly [id: string, usage: UsageEffect | undefined];

/** What is left of an order's amount with whom; minor units. */
export interface HandedOver {
  /** What redemptions count from then on, by their ids; those that leave count nothing more. */
  usages: Map<string, UsageEffect>;
  /** What the counters of those that stay grow by: theirs may be of other customers and keys. */
  grown: UsageEffect[];
}

type Added = UsageEffect["added"][number];

const withMore = (usage: UsageEffect, owner: string, by: number): UsageEffect => ({
  ...usage,
  added: usage.added.map((each): Added => {
    if (each.owner !== owner) return each;
    return { ...each, orders_amount: each.orders_amount + by };
  }),
});

/** What one owner's counters grow by where an order's amount alone is added to a use. */
const growth = (usage: UsageEffect, owner: string, by: number): UsageEffect => ({
  ...usage,
  added: usage.added.flatMap(({ subjects, ...each }): Added[] =>
    each.owner === owner
      ? [{ owner, subjects, count: 0, orders_amount: by, discounted_amount: 0 }]
      : [],
  ),
});

/**
 * An order's amount counts once for each owner, so where one that counted it leaves, the first that
 * stays and counts for the same owner counts it from then on (docs/behaviour.md, "Usage").
 */
export function handedOver(leaving: readonly Counted[], staying: readonly Counted[]): HandedOver {
  const all = new Map([...leaving, ...staying]);
  const usages = new Map<string, UsageEffect>();
  const grown: UsageEffect[] = [];
  const change = (id: string, owner: string, by: number) => {
    const usage = usages.get(id) ?? all.get(id);
    if (!usage) return;
    usages.set(id, withMore(usage, owner, by));
    if (by > 0) grown.push(growth(usage, owner, by));
  };
  for (const [id, usage] of leaving) {
    for (const { owner, orders_amount } of usage?.added ?? []) {
      const heir = staying.find(([, other]) => other?.added.some((each) => each.owner === owner));
      if (!heir || orders_amount === 0) continue;
      change(id, owner, -orders_amount);
      change(heir[0], owner, orders_amount);
    }
  }
  return { usages, grown };
}
