// Decides, for a list of redeemables on one order, which apply, in which order, and what each takes
// off.
import { ok, type Result } from "../../lib/result";
import { Work } from "../../lib/work";
import type { AskedBundle } from "../bundles/asked";
import { type Cart, take } from "../cart";
import type { Facts } from "../rules/facts";
import { type Taken, type UsageTurn, usageTurn } from "../usage/turn";
import { checkRules, checkState, type RulesChecked, unworkable } from "./check";
import { discountOf, type Effect, effectOf } from "./effect";
import { factsAt } from "./facts";
import { count, noProgress, skipBefore, skipsWithoutEffect } from "./limits";
import { inTurn } from "./order";
import type { Refusal, SkipReason } from "./refusal";
import type { Candidate, RedeemableState, Snapshot } from "./snapshot";

/** Why the rules decided as they did; empty unless it was asked for. */
export type Traces = RulesChecked["traces"];

/** One that applies. `before` and `after` are the order at its turn. */
export interface Applied<R extends RedeemableState = RedeemableState> {
  status: "APPLICABLE";
  candidate: Candidate<R>;
  redeemable: R;
  effect: Effect;
  before: Cart | null;
  after: Cart | null;
  /** How often it and its campaign are used with this turn, and what the turn adds to each. */
  usage: UsageTurn;
  traces: Traces;
}

export interface Refused<R extends RedeemableState = RedeemableState> {
  status: "INAPPLICABLE";
  candidate: Candidate<R>;
  refusal: Refusal;
  /** The order at its turn, which it leaves as it was. */
  before: Cart | null;
  traces: Traces;
}

export interface Skipped<R extends RedeemableState = RedeemableState> {
  status: "SKIPPED";
  candidate: Candidate<R>;
  reason: SkipReason;
}

export type Outcome<R extends RedeemableState = RedeemableState> =
  | Applied<R>
  | Refused<R>
  | Skipped<R>;

/** The decision that validation shows and redemption carries out. */
export interface Decision<R extends RedeemableState = RedeemableState> {
  valid: boolean;
  /** In the order of the turns. */
  outcomes: Outcome<R>[];
  /** The order after all that applies. */
  cart: Cart | null;
}

/**
 * What the turns so far have left: the order, the usage, and the lines that may still be
 * discounted.
 */
interface Standing {
  cart: Cart | null;
  taken: Taken;
  closed: ReadonlySet<number>;
}

/** One that may be used now, before its rules: what it does, and what they see of that. */
interface Prepared<R extends RedeemableState> {
  redeemable: R;
  effect: Effect;
  after: Cart | null;
  usage: UsageTurn;
  facts: Facts;
}

function prepared<R extends RedeemableState>(
  snapshot: Snapshot<R>,
  candidate: Candidate<R>,
  { cart: before, taken, closed }: Standing,
): Result<Prepared<R>, Refusal> {
  const state = checkState(candidate, snapshot);
  if (!state.ok) return state;
  const redeemable = state.value;
  const at = { snapshot, candidate, redeemable, cart: before, closed };
  const effected = effectOf(at);
  if (!effected.ok) return effected;
  const effect = effected.value;
  const after = effect.from && take(effect.from, effect.taking);
  const owners = { redeemable: redeemable.id, campaign: redeemable.campaign?.id ?? null };
  const discount = discountOf(effect.taking);
  const { counted } = snapshot;
  const usage = usageTurn(owners, candidate.usage, taken, { cart: before, discount, counted });
  const { credits, points } = effect;
  const facts = factsAt(at, { after, credits, points, usage: usage.facts });
  return ok({ redeemable, effect, after, usage, facts });
}

function turn<R extends RedeemableState>(
  snapshot: Snapshot<R>,
  candidate: Candidate<R>,
  standing: Standing,
): Applied<R> | Refused<R> {
  const before = standing.cart;
  const refused = (refusal: Refusal, traces: Traces = []): Refused<R> => ({
    status: "INAPPLICABLE",
    candidate,
    refusal,
    before,
    traces,
  });
  const { work } = snapshot;
  const denied = work?.denied;
  const made = prepared(snapshot, candidate, standing);
  if (!made.ok) return refused(made.error);
  const { facts, ...applied } = made.value;
  const { bundle } = applied.effect;
  const traced = snapshot.explains === true;
  const { refusal, traces } = checkRules(candidate, applied.redeemable, facts, { bundle, traced });
  if (refusal) return refused(refusal, traces);
  if (work?.denied !== denied) return refused(unworkable(candidate, applied.redeemable), traces);
  return { status: "APPLICABLE", candidate, ...applied, before, traces };
}

const atFirst = (cart: Cart | null): Standing => ({ cart, taken: new Map(), closed: new Set() });

/**
 * What the rules of a redeemable that is alone on the order see, and the bundle that they ask for;
 * null where it cannot be used whatever they say.
 */
export function seenByRules<R extends RedeemableState>(
  snapshot: Snapshot<R>,
  candidate: Candidate<R>,
): { facts: Facts; bundle: AskedBundle | null } | null {
  const made = prepared(snapshot, candidate, atFirst(snapshot.cart));
  return made.ok ? { facts: made.value.facts, bundle: made.value.effect.bundle } : null;
}

/**
 * Nothing is taken off, and nothing given, although the order's amount is known. Points get goods,
 * but those of a coin get no more than they take off.
 */
const isWithoutEffect = ({ candidate, before, effect: { taking, points } }: Applied): boolean =>
  (!points || Boolean(candidate.reward?.found?.coin)) &&
  before !== null &&
  before.amount !== null &&
  taking.order_discount === 0 &&
  taking.lines.length === 0;

/** What the turn after one that applied starts from. */
function after(
  snapshot: Snapshot,
  standing: Standing,
  { effect, after, usage }: Applied,
): Standing {
  const isOnce = snapshot.stacking.redeemables_products_application_mode === "ONCE";
  const touched = isOnce ? effect.taking.lines.map(({ index }) => index) : [];
  const closed = touched.length > 0 ? new Set([...standing.closed, ...touched]) : standing.closed;
  return { cart: after, taken: usage.taken, closed };
}

/**
 * Gives each candidate its turn, exclusive ones first and joint ones last, each on the order that
 * the ones before it left. In mode ALL one that cannot apply makes the whole invalid and skips the
 * rest; in mode PARTIAL the others go on (contract, "POST /v1/validations"; reference service,
 * stacking rules). All of them share what may be compared: what comes to its end is not met.
 * Amounts are minor units.
 */
export function decide<R extends RedeemableState>(asked: Snapshot<R>): Decision<R> {
  const snapshot = asked.work ? asked : { ...asked, work: new Work() };
  const { stacking } = snapshot;
  const outcomes: Outcome<R>[] = [];
  const progress = noProgress();
  let standing = atFirst(snapshot.cart);
  for (const candidate of inTurn(snapshot.candidates, stacking)) {
    const skipped = skipBefore(candidate, stacking, progress);
    const outcome: Outcome<R> = skipped
      ? { status: "SKIPPED", candidate, reason: skipped }
      : turn(snapshot, candidate, standing);
    if (outcome.status === "INAPPLICABLE") progress.hasFailed = true;
    if (outcome.status !== "APPLICABLE") {
      outcomes.push(outcome);
    } else if (skipsWithoutEffect(candidate, stacking) && isWithoutEffect(outcome)) {
      outcomes.push({ status: "SKIPPED", candidate, reason: "no_effect" });
    } else {
      count(candidate, stacking, progress);
      standing = after(snapshot, standing, outcome);
      outcomes.push(outcome);
    }
  }
  const isAll = stacking.redeemables_application_mode === "ALL";
  return {
    valid: progress.applicable > 0 && !(isAll && progress.hasFailed),
    outcomes,
    cart: standing.cart,
  };
}
