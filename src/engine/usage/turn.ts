// Decides what usage one turn of a stack sees, and what it adds for the turns after it.
import type { Cart } from "../cart";
import { UNUSED, type Usage, type Use, withUse } from "./counters";
import type { UsageFacts, UsageOwner, UsageSubject } from "./facts";

/** Who is counted for: the redeemable itself, and its campaign if it has one. */
export type UsageOwners = Record<UsageOwner, string | null>;

/** What the turns so far use of each owner, by its id. */
export type Taken = ReadonlyMap<string, Use>;

const NONE: Use = { count: 0, orders_amount: 0, discounted_amount: 0 };

/** The order of a turn, and what the turn takes off it. Minor units. */
interface TurnOrder {
  cart: Cart | null;
  discount: number;
  /** What earlier requests have counted of the order, by owner. */
  counted?: ReadonlyMap<string, number> | undefined;
}

/**
 * An order counts once for each owner, however many of its redeemables take part and in how many
 * requests; what it has grown by since counts beside, and units that were put into it never do.
 */
function useOf(owner: string, taken: Taken, { cart, discount, counted }: TurnOrder): Use {
  const uncounted = Math.max(0, (cart?.initial_amount ?? 0) - (counted?.get(owner) ?? 0));
  const orders_amount = taken.has(owner) ? 0 : uncounted;
  return { count: 1, orders_amount, discounted_amount: discount };
}

const plus = (a: Use, b: Use): Use => ({
  count: a.count + b.count,
  orders_amount: a.orders_amount + b.orders_amount,
  discounted_amount: a.discounted_amount + b.discounted_amount,
});

/** Uses of one turn: what rules see with it, what it adds, and what is taken after it. */
export interface UsageTurn {
  facts: UsageFacts;
  uses: ReadonlyMap<string, Use>;
  taken: Taken;
}

const mapped = (
  before: Record<UsageSubject, Usage | null>,
  change: (usage: Usage) => Usage,
): Record<UsageSubject, Usage | null> => ({
  all: before.all && change(before.all),
  customer: before.customer && change(before.customer),
  api_key: before.api_key && change(before.api_key),
});

/** `before` is the usage without this request (null where there is nobody to count for). */
export function usageTurn(
  owners: UsageOwners,
  before: UsageFacts,
  soFar: Taken,
  order: TurnOrder,
): UsageTurn {
  const uses = new Map<string, Use>();
  const taken = new Map(soFar);
  const seen = (name: UsageOwner) => {
    const id = owners[name];
    if (id === null) return before[name];
    const use = useOf(id, soFar, order);
    uses.set(id, use);
    taken.set(id, plus(soFar.get(id) ?? NONE, use));
    return mapped(before[name], (usage) => withUse(usage, taken.get(id) ?? NONE));
  };
  return { facts: { redeemable: seen("redeemable"), campaign: seen("campaign") }, uses, taken };
}

/** Nothing was used yet, and there is neither a campaign nor a customer nor a key. */
export const NO_USAGE: UsageFacts = {
  redeemable: { all: UNUSED, customer: null, api_key: null },
  campaign: { all: null, customer: null, api_key: null },
};
