// Decides what a redeemable may touch at its turn: which lines, and of which bundles.
import { type AskedBundle, bundleAsked } from "../bundles/asked";
import type { Cart } from "../cart";
import type { DiscountTarget } from "../discounts/effect";
import { coversMore, withEffect, worksOnLines } from "../discounts/index";
import type { FormulaFacts } from "../formula/facts";
import { type LimitsTimes, type Targets, targetsOf } from "../targets/targets";
import { factsOfLine, formulaFacts } from "./formulas";
import { calculationBase } from "./limits";
import type { AssignedRules, Candidate, RedeemableState, Snapshot } from "./snapshot";

/** One candidate at its turn. */
export interface Turn {
  snapshot: Snapshot;
  candidate: Candidate;
  redeemable: RedeemableState;
  cart: Cart | null;
  /** Lines that another redeemable took something off, where each may be discounted only once. */
  closed: ReadonlySet<number>;
}

/**
 * The lines that a redeemable may touch, and the bundles that the order holds of what it asks for.
 */
export interface Reach {
  targets: Targets;
  bundle: AskedBundle | null;
}

/**
 * Credits or points of a card that this request may take: what other sessions hold is not among
 * them, what its own order or session took or holds is.
 */
export const spendable = ({ candidate, redeemable }: Turn): number =>
  (redeemable.balance ?? 0) -
  redeemable.held_amount +
  candidate.own.credits +
  candidate.yielding.amount;

const NOWHERE: Targets = {
  isNarrowed: false,
  lines: [],
  groups: [],
  included: [],
  excluded: [],
  excludedLines: [],
  sources: new Map(),
};

/** The lines cut down to the bundles' own units. */
function withinBundle(targets: Targets, bundle: AskedBundle): Targets {
  const lines = targets.lines.flatMap((line) => {
    const units = Math.min(line.units, bundle.units.get(line.index) ?? 0);
    if (units === 0) return [];
    return units === line.units ? [line] : [{ ...line, units, isWhole: false, unitIndices: null }];
  });
  return { ...targets, lines };
}

const narrows = ({ rules }: Candidate): boolean =>
  rules.some(({ applicable_to: { included, excluded } }) => included.length + excluded.length > 0);

/**
 * Whether a redeemable takes something off lines, assuming the usual effect where its discount
 * names none and no rule names goods.
 */
export const isOfLines = ({ discount, gift_effect }: RedeemableState): boolean =>
  gift_effect === "APPLY_TO_ITEMS" ||
  (discount !== null && worksOnLines(withEffect(discount, false)));

/** Whether rules say which goods are reached. */
export const includesGoods = (rules: readonly AssignedRules[]): boolean =>
  rules.some(({ applicable_to }) => applicable_to.included.length > 0);

/** How often the limits of entries count: once for each bundle, as far as the discount says. */
function limitsTimes({ redeemable: { discount } }: Turn, bundle: AskedBundle | null): LimitsTimes {
  const amounts = discount && bundle ? Math.max(1, bundle.quantity) : 1;
  return { amounts, units: discount && coversMore(discount) ? amounts : 1 };
}

/**
 * The lines that all rules of a candidate leave it. With a bundle these are the goods that a rule
 * names, in the bundle or beside it; where none does they are the bundle's own units.
 */
export function linesReached(turn: Turn, bundle: AskedBundle | null): Targets {
  const { candidate, snapshot, closed } = turn;
  const reach = candidate.rules.map(({ applicable_to }) => applicable_to);
  const targets = targetsOf(reach, snapshot.items, {
    skip: closed,
    times: limitsTimes(turn, bundle),
  });
  const isOpen = bundle === null || includesGoods(candidate.rules);
  return isOpen ? targets : withinBundle(targets, bundle);
}

/** Lines are only looked for where something depends on them. */
export function reachOf(turn: Turn): Reach {
  const { candidate, redeemable } = turn;
  const bundle = bundleAsked(candidate.rules, turn.snapshot.items);
  const needsLines = bundle !== null || narrows(candidate) || isOfLines(redeemable);
  return { targets: needsLines ? linesReached(turn, bundle) : NOWHERE, bundle };
}

/** What the effect works on: the cart as it stands at this turn. */
export function targetOf(turn: Turn, cart: Cart, { targets, bundle }: Reach): DiscountTarget {
  const { snapshot, candidate, redeemable } = turn;
  // Made at most once, however many lines have a formula of their own.
  let read: FormulaFacts | null = null;
  const facts = () => (read ??= formulaFacts(snapshot, candidate, redeemable, cart));
  return {
    cart,
    targets,
    closed: turn.closed,
    base: calculationBase(candidate, snapshot.stacking),
    times: bundle?.quantity ?? 1,
    goods: candidate.goods,
    factsAt: (line) => (line === null ? facts() : factsOfLine(facts(), line)),
  };
}
