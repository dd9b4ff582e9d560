import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { retried } from "../../../commit/retry";
import type { OrderRow } from "../../../db/tables/redemptions";
import { cartWithoutClaims } from "../../../engine/claims";
import type { Scope } from "../../../scope/scope";
import { isPaid } from "../../orders/store";
import { cartOfOrder } from "../../orders/view";
import { publish } from "../../publications/publish";
import { canEarn, type Earned, earnedFor } from "./earned";
import { type Happening, type LoadedAward, loadAward } from "./load-award";
import { type Cause, type Given, planAwards } from "./plan-award";

/** It is paid, and was so first when this happened: later it is paid again, or fulfilled. */
const isPaidBy = (order: OrderRow, at: string): boolean =>
  isPaid(order) && (order.paid_at ?? at) === at;

/** What rules give; nothing for an order that was not paid by this, and for nobody. */
function earnedBy(scope: Scope, loaded: LoadedAward, happening: Happening): Earned[] {
  const { at, orderId, custom } = happening;
  const { order, judged: customer, goods, candidates, tiers } = loaded;
  if (!customer || candidates.length === 0) return [];
  if (orderId !== null && !(order && isPaidBy(order, at))) return [];
  const paid = order && { cart: cartWithoutClaims(cartOfOrder(order), order.claimed), goods };
  const occasion = {
    at: Date.parse(at),
    customer,
    order: paid,
    custom_event: custom?.event ?? null,
  };
  return earnedFor(
    scope,
    occasion,
    candidates,
    ({ rule }) => tiers.get(rule.campaign_id)?.earning_rules[rule.id] ?? null,
  );
}

/** The first program that the customer joins by what it has earned there. */
const toJoin = ({ cards }: LoadedAward, earned: readonly Earned[], tried: ReadonlySet<string>) =>
  earned.find(
    ({ program }) => program.auto_join && !cards.has(program.id) && !tried.has(program.id),
  )?.program.id;

/** Gives the customer a card of the program, if it has one to give. */
const join = (scope: Scope, program: string, customerId: string): Promise<Answer> =>
  publish(scope, {
    source: { kind: "campaign", name: program, count: 1 },
    customer: { id: customerId },
    channel: "Automation",
    metadata: {},
    source_id: null,
    join_once: true,
    mayReplay: true,
  });

/**
 * Reads and decides; a customer without a card joins the programs that say so, one by one. Each is
 * tried once, whatever came of it.
 */
async function decide(
  scope: Scope,
  happening: Happening,
  tried: ReadonlySet<string> = new Set(),
): Promise<{ loaded: LoadedAward; earned: Earned[] }> {
  const loaded = await loadAward(scope, happening);
  const earned = earnedBy(scope, loaded, happening);
  const program = happening.custom?.cardId ? undefined : toJoin(loaded, earned, tried);
  if (program === undefined) return { loaded, earned };
  await join(scope, program, happening.customerId);
  return decide(scope, happening, new Set([...tried, program]));
}

/** What goes to cards that can earn, in the order of the rules. */
const givenOf = (scope: Scope, loaded: LoadedAward, earned: readonly Earned[], at: number) =>
  earned.flatMap((each): Given[] => {
    const card = loaded.cards.get(each.program.id);
    if (!card || !canEarn(scope, card, at)) return [];
    return [{ earned: each, card, tier: loaded.tiers.get(each.program.id) ?? null }];
  });

/**
 * Gives the points that rules promise for what happened, once for each rule and its key: a second
 * award of the same breaks the key of the first. An order that was canceled meanwhile gives
 * nothing.
 */
export const award = (scope: Scope, happening: Happening, cause: Cause): Promise<Answer> =>
  retried(scope, async () => {
    const { loaded, earned } = await decide(scope, happening);
    const given = givenOf(scope, loaded, earned, Date.parse(happening.at));
    const { order, customer } = loaded;
    if (!customer || given.length === 0) return DONE;
    const effect = planAwards(scope, { happening, order, customer, cause }, given);
    const result = await commit(scope, { ...effect, answer: DONE });
    return result.ok ? DONE : null;
  });
