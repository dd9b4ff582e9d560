// Decides what a redeemable may touch at its turn: which lines, and of which bundles.
import type { Discount } from "../../model/discount";
import { type Bundle, bundleOf } from "../bundles/bundle";
import { hasBundle } from "../bundles/define";
import type { Cart } from "../cart";
import type { DiscountTarget } from "../discounts/effect";
import { withEffect, worksOnLines } from "../discounts/index";
import type { FormulaFacts } from "../formula/facts";
import { type Targets, targetsOf } from "../targets/targets";
import { factsOfLine, formulaFacts } from "./formulas";
import { calculationBase } from "./limits";
import type { Candidate, RedeemableState, Snapshot } from "./snapshot";

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
  bundle: Bundle | null;
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
};

/** The bundles of the first rule that asks for one. */
function bundleAt({ candidate, snapshot }: Turn): Bundle | null {
  for (const { bundle_rules: rules } of candidate.rules) {
    if (rules && hasBundle(rules)) return bundleOf(rules, snapshot.items);
  }
  return null;
}

/** Of a bundle only its own units are touched. */
function withinBundle(targets: Targets, bundle: Bundle | null): Targets {
  if (bundle === null) return targets;
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
 * Whether the discount works on lines, assuming the usual effect where it names none and no rule
 * names goods.
 */
const onLines = (discount: Discount | null): boolean =>
  discount !== null && worksOnLines(withEffect(discount, false));

/** The lines that all rules of a candidate leave it; `bundle` cuts them down to its own units. */
export const linesReached = (
  { candidate, snapshot, closed }: Turn,
  bundle: Bundle | null,
): Targets =>
  withinBundle(
    targetsOf(
      candidate.rules.map(({ applicable_to }) => applicable_to),
      snapshot.items,
      { skip: closed },
    ),
    bundle,
  );

/** Lines are only looked for where something depends on them. */
export function reachOf(turn: Turn): Reach {
  const { candidate, redeemable } = turn;
  const bundle = bundleAt(turn);
  const needsLines =
    bundle !== null ||
    narrows(candidate) ||
    onLines(redeemable.discount) ||
    redeemable.gift_effect === "APPLY_TO_ITEMS";
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
