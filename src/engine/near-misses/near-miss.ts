// Decides whether a cart almost has a redeemable, what it lacks, and what it would save.
import { isRecord } from "../../lib/json-value";
import type { OrderInput } from "../../model/order";
import type { Scenario } from "../../model/scenario";
import { nextOpening } from "../next-opening";
import {
  type Judged,
  judgedOn,
  type Qualified,
  qualified,
  type Setting,
} from "../qualification/qualify";
import { readLevel } from "../rules/compile";
import { discountOf } from "../stacking/effect";
import type { Candidate, RedeemableState } from "../stacking/snapshot";
import { windowState } from "../time-window";
import { completed } from "./complete";
import { amountIn } from "./facts";
import { moreOf, type Shop } from "./goods";
import { levelPlans, plansOfAll } from "./plans";
import { type Amounts, continued, firstOf, type Plan, type Step, unitsOf } from "./steps";

/** Everything that is asked of one candidate that does not qualify. */
export interface Asked<R extends RedeemableState> extends Omit<Shop, "order"> {
  setting: Setting<R>;
  candidate: Candidate<R>;
  scenario: Scenario;
  /** As the setting's cart was made of; null without one. */
  order: OrderInput | null;
  /** The same setting with another order; null where its amounts are too large. */
  withOrder: (order: OrderInput) => Setting<R> | null;
}

/** How far away it is: segments, milliseconds, minor units, units. */
type Distance = readonly [segments: number, wait: number, amount: number, units: number];

/** What a cart almost has, as it would be if the steps were taken. Minor units. */
export interface NearMiss<R extends RedeemableState> {
  steps: Plan;
  order: OrderInput | null;
  setting: Setting<R>;
  qualified: Qualified<R>;
  saving: number;
  distance: Distance;
}

/** So many ways are tried, and so often is what was still missing added to one of them. */
const MOST_TRIED = 3;
const MOST_ROUNDS = 16;

/** A cart after some steps. */
interface State<R extends RedeemableState> {
  order: OrderInput | null;
  setting: Setting<R>;
}

const touchesOrder = ({ kind }: Step): boolean => kind === "amount" || kind === "units";

function after<R extends RedeemableState>(asked: Asked<R>, plan: Plan): State<R> | null {
  const isSame = !plan.some(touchesOrder);
  const amount = asked.setting.cart?.initial_amount ?? 0;
  const order = isSame ? asked.order : completed(asked.order, amount, plan);
  const setting = isSame || order === null ? asked.setting : asked.withOrder(order);
  if (setting === null) return null;
  const { customer } = setting;
  const into = plan.flatMap((step) => (step.kind === "segment" ? step.segment : []));
  const dates = plan.flatMap((step) => (step.kind === "date" ? step.from : []));
  return {
    order,
    setting: {
      ...setting,
      now: Math.max(setting.now, ...dates),
      customer: customer && { ...customer, segments: [...customer.segments, ...into] },
    },
  };
}

/** Goods that a bundle lacks. */
function bundlePlans({ bundle, facts }: Judged, shop: Shop): Plan[] {
  if (bundle === null || bundle.quantity > 0) return [[]];
  const items = facts.order?.items ?? [];
  const steps = bundle.missing.map(({ id, object, item_quantity }) =>
    moreOf(shop, items, { object, id, source_id: id }, item_quantity),
  );
  const found = steps.filter((step) => step !== null);
  if (found.length < steps.length) return [];
  return plansOfAll(
    found.map((step) => [[step]]),
    shop,
  );
}

/** Ways to meet all that a candidate's rules want in this state, the cheapest first. */
function plansIn<R extends RedeemableState>(asked: Asked<R>, state: State<R>): readonly Plan[] {
  const judged = judgedOn(state.setting, asked.candidate, asked.scenario);
  if (judged === null) return [];
  const shop: Shop = { ...asked, order: state.order };
  const place = { facts: judged.facts, selection: null };
  const levels = judged.rules
    .filter(({ rules }) => isRecord(rules))
    .map(({ rules }) => levelPlans(readLevel(rules), place, null, shop));
  return plansOfAll([...levels, bundlePlans(judged, shop)], shop);
}

function distanceOf<R extends RedeemableState>(
  { setting }: Asked<R>,
  steps: Plan,
  state: State<R>,
): Distance {
  const amountOf = ({ cart }: Setting<R>): number => cart?.initial_amount ?? 0;
  return [
    steps.filter(({ kind }) => kind === "segment").length,
    state.setting.now - setting.now,
    amountOf(state.setting) - amountOf(setting),
    [...unitsOf(steps).values()].reduce((sum, units) => sum + units, 0),
  ];
}

/** Takes the steps, and those that are missing then, until it qualifies. */
function carriedOut<R extends RedeemableState>(
  asked: Asked<R>,
  plan: Plan,
  before: Amounts,
): NearMiss<R> | null {
  let steps = firstOf(plan);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const state = after(asked, steps);
    const found = state && qualified(state.setting, asked.candidate, asked.scenario);
    if (state && found) {
      const saving = discountOf(found.applied.effect.taking);
      const distance = distanceOf(asked, steps, state);
      return { steps, ...state, qualified: found, saving, distance };
    }
    const more = state ? plansIn(asked, state)[0] : undefined;
    if (!more || more.length === 0) return null;
    steps = continued(steps, firstOf(more), before);
  }
  return null;
}

/** Nearer first; at one distance what saves more. */
export function byDistance(
  a: Pick<NearMiss<RedeemableState>, "distance" | "saving">,
  b: Pick<NearMiss<RedeemableState>, "distance" | "saving">,
): number {
  const at = a.distance.findIndex((part, i) => part !== b.distance[i]);
  return at < 0 ? b.saving - a.saving : (a.distance[at] ?? 0) - (b.distance[at] ?? 0);
}

/** The instant that has to be waited for; null where it never opens. */
function waited<R extends RedeemableState>({ candidate, setting }: Asked<R>): Plan | null {
  const { redeemable } = candidate;
  const { now, timeZone } = setting;
  if (redeemable === null || windowState(redeemable, now, timeZone) === "after_expiration") {
    return null;
  }
  const from = nextOpening(redeemable, now, timeZone);
  if (from === null) return null;
  return from === now ? [] : [{ kind: "date", from }];
}

/**
 * What a cart almost has (docs/deciding.md, "Near misses"). In: a candidate that does not qualify.
 * Out: the nearest of the ways in which a shopper can make it qualify, each decided again on the
 * completed cart; null where there is none: it is switched off, closed for good or used up, or its
 * rules ask for what a shopper cannot change.
 */
export function nearMiss<R extends RedeemableState>(asked: Asked<R>): NearMiss<R> | null {
  const wait = waited(asked);
  const start = wait && after(asked, wait);
  if (!start || !wait) return null;
  const { order = null } = judgedOn(start.setting, asked.candidate, asked.scenario)?.facts ?? {};
  const before = (fact: string): number => amountIn(order, fact) ?? 0;
  const opened = wait.length > 0 ? carriedOut(asked, wait, before) : null;
  if (opened) return opened;
  const tried = plansIn(asked, start).slice(0, MOST_TRIED);
  const found = tried.flatMap((plan) =>
    plan.length === 0 ? [] : (carriedOut(asked, [...wait, ...plan], before) ?? []),
  );
  return found.sort(byDistance)[0] ?? null;
}
