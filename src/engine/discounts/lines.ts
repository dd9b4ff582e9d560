// Decides how much a discount of lines takes off each, within every limit that holds for it.

import { present } from "../../lib/assert";
import type { LineTaking } from "../../model/redemption";
import { allocate } from "../allocate";
import { amountLeft, type Line } from "../cart";
import { cap, shareOf, sum } from "../money";
import type { TargetLine } from "../targets/targets";
import type { DiscountTarget } from "./effect";

/** A line with the part of it that is covered. Minor units. */
export interface Covered {
  target: TargetLine;
  line: Line;
  units: number;
  /** What is left of the covered units. */
  left: number;
  /** What the covered units cost before this discount: as it is now, or before any discount. */
  base: number;
}

/** The part of an amount that so many of all its units have, rounded down. */
const partOf = (amount: number, units: number, all: number): number =>
  all <= units ? amount : shareOf(amount, units, all).share;

/**
 * The targeted lines whose amount is known, in the order in which they are discounted. A rule
 * reaches units that the shopper sent: not those that were put in since, nor those that were
 * replaced.
 */
export function coveredLines({ cart, targets, base }: DiscountTarget): Covered[] {
  const isInitial = base === "INITIAL_AMOUNT";
  const covered: Covered[] = [];
  for (const target of targets.lines) {
    const line = cart.lines[target.index];
    if (!line || line.initial_amount === null) continue;
    const sent = line.initial_quantity ?? 1;
    const there = Math.min(sent, line.quantity ?? 1);
    const units = Math.min(target.units, there);
    if (units === 0) continue;
    const left = partOf(cart.left[target.index] ?? 0, units, there);
    const initial = isInitial ? partOf(line.initial_amount, units, sent) : left;
    covered.push({ target, line, units, left, base: initial });
  }
  return covered;
}

const UNLIMITED = Number.MAX_SAFE_INTEGER;

/**
 * What each line gives of what is wanted of it: at most what is left of its covered units, its own
 * limit, that of its entry over all lines, `most` over all lines, and what is left of the order
 * (rounding.md, rule 3). Minor units; lines that give nothing are left out.
 */
export function takingsOf(
  target: DiscountTarget,
  covered: readonly Covered[],
  wanted: (covered: Covered, at: number) => number,
  most?: number,
): LineTaking[] {
  let left = cap(amountLeft(target.cart) ?? 0, most);
  const ofGroups = target.targets.groups.map(
    ({ aggregated_amount_limit: limit }) => limit ?? UNLIMITED,
  );
  const takings: LineTaking[] = [];
  covered.forEach((one, at) => {
    const { index, group, amount_limit: limit } = one.target;
    const ofGroup = present(ofGroups[group], "group");
    const discount = Math.min(wanted(one, at), one.left, limit ?? UNLIMITED, ofGroup, left);
    if (discount === 0) return;
    left -= discount;
    ofGroups[group] = ofGroup - discount;
    takings.push({ index, discount });
  });
  return takings;
}

const byLine = (one: { index: number }, other: { index: number }): number =>
  one.index - other.index;

/**
 * An amount, at most what is left of the order, split over all covered lines by `weight` within the
 * same limits. What lines cannot give of it because of the limit over those of their entry is split
 * again over the lines of the others (rounding.md, rule 4). Told in the order of the lines, as ties
 * go to the earlier one wherever the rule begins.
 */
export function splitOver(
  target: DiscountTarget,
  covered: readonly Covered[],
  amount: number,
  weight: (covered: Covered) => number,
): LineTaking[] {
  const inOrder = covered.toSorted((one, other) => byLine(one.target, other.target));
  const lefts = inOrder.map(({ left, target: { amount_limit } }) =>
    cap(left, amount_limit ?? undefined),
  );
  const allocated = allocate(amount, lefts, inOrder.map(weight));
  const shares = new Map(inOrder.map((one, at) => [one, allocated[at] ?? 0]));
  const takings = takingsOf(target, covered, (one) => shares.get(one) ?? 0);
  const given = new Map(takings.map(({ index, discount }) => [index, discount]));
  const cut = new Set(
    covered.flatMap((one) =>
      (given.get(one.target.index) ?? 0) < (shares.get(one) ?? 0) ? [one.target.group] : [],
    ),
  );
  if (cut.size === 0) return takings.toSorted(byLine);
  const others = covered.filter(({ target: { group } }) => !cut.has(group));
  const open = new Set(others.map(({ target: { index } }) => index));
  const full = takings.filter(({ index }) => !open.has(index));
  const rest = amount - sum(full.map(({ discount }) => discount));
  return [...full, ...splitOver(target, others, rest, weight)].toSorted(byLine);
}
