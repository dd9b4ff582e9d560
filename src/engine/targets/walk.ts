// Decides in which order an entry of applicable_to walks its lines, and which units of them it
// covers.
import type { ApplicableEntry } from "../../model/applicable-to";
import { shareOf } from "../money";
import { type ItemFacts, unitsOf } from "../rules/facts";

/**
 * Covered units of one line: `count` of its `of` units, from `first` (0-based) on, `step` apart.
 */
export interface Piece {
  index: number;
  of: number;
  first: number;
  step: number;
  count: number;
}

/** All units of a line. */
export const wholeLine = (index: number, of: number): Piece => ({
  index,
  of,
  first: 0,
  step: 1,
  count: of,
});

/** A fraction, since an amount that was sent need not be a multiple of its units. */
function unitPrice(item: ItemFacts | undefined): { amount: number; units: number } | null {
  if (item === undefined) return null;
  if (item.price !== null) return { amount: item.price, units: 1 };
  return item.amount === null ? null : { amount: item.amount, units: unitsOf(item) };
}

/** Exact for every amount; a line of unknown price comes last whichever way the walk goes. */
function compareUnitPrices(
  left: ReturnType<typeof unitPrice>,
  right: ReturnType<typeof unitPrice>,
  direction: 1 | -1,
): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (left.units === right.units) return direction * (left.amount - right.amount);
  const [a, b] = [
    BigInt(left.amount) * BigInt(right.units),
    BigInt(right.amount) * BigInt(left.units),
  ];
  return direction * (Number(a > b) - Number(a < b));
}

const DIRECTIONS: Partial<Record<NonNullable<ApplicableEntry["effect"]>, 1 | -1>> = {
  APPLY_TO_CHEAPEST: 1,
  APPLY_FROM_CHEAPEST: 1,
  APPLY_TO_MOST_EXPENSIVE: -1,
  APPLY_FROM_MOST_EXPENSIVE: -1,
};

/** Whether only the cheapest or the most expensive is meant: one line, or one unit of it. */
const isOfOne = (effect: ApplicableEntry["effect"]): boolean =>
  effect === "APPLY_TO_CHEAPEST" || effect === "APPLY_TO_MOST_EXPENSIVE";

/**
 * The lines of an entry in the order of its effect (reference service, applicable_to): as sent,
 * from the lowest or the highest unit price on, or only that one line. Equal prices: the earlier
 * line first.
 */
export function walkOf(
  { effect }: ApplicableEntry,
  lines: readonly number[],
  items: readonly ItemFacts[],
): readonly number[] {
  const direction = effect ? DIRECTIONS[effect] : undefined;
  if (direction === undefined) return lines;
  const walk = lines.toSorted(
    (a, b) => compareUnitPrices(unitPrice(items[a]), unitPrice(items[b]), direction) || a - b,
  );
  return isOfOne(effect) ? walk.slice(0, 1) : walk;
}

/** Whole lines of the walk: the first after the skipped ones, then every `repeat`th. */
const everyLine = (walk: readonly number[], items: readonly ItemFacts[], turn: Turn): Piece[] =>
  walk
    .filter((_, at) => at >= turn.skip && (at - turn.skip) % turn.repeat === 0)
    .map((index) => wholeLine(index, unitsOf(items[index])));

/**
 * Units counted on over the lines of the walk; by arithmetic, since a line may have 10^12 of them.
 */
function everyUnit(walk: readonly number[], items: readonly ItemFacts[], turn: Turn): Piece[] {
  let first = turn.skip;
  const pieces: Piece[] = [];
  for (const index of walk) {
    const of = unitsOf(items[index]);
    if (first >= of) {
      first -= of;
      continue;
    }
    const count = shareOf(of - 1 - first, 1, turn.repeat).share + 1;
    pieces.push({ index, of, first, step: turn.repeat, count });
    // How far the next covered unit lies beyond the line; no product that could leave the safe
    // integers.
    const after = of - 1 - first - (count - 1) * turn.repeat;
    first = turn.repeat - 1 - after;
  }
  return pieces;
}

interface Turn {
  skip: number;
  repeat: number;
}

/** The one unit that is meant where the cheapest unit is; none where it is skipped. */
const firstUnit = (pieces: readonly Piece[]): Piece[] =>
  pieces.filter(({ first }) => first === 0).map((piece) => ({ ...piece, count: 1 }));

/**
 * What `skip_initially` and `repeat` leave of a walk: they count lines, or with the target UNIT the
 * units over all lines of the walk (reference service, applicable_to: 2, 5, 8 of 10 for skip 1,
 * repeat 3). Of the cheapest or the most expensive unit there is one.
 */
export function picked(
  entry: ApplicableEntry,
  walk: readonly number[],
  items: readonly ItemFacts[],
): Piece[] {
  const turn = { skip: entry.skip_initially ?? 0, repeat: entry.repeat ?? 1 };
  if (entry.target !== "UNIT") return everyLine(walk, items, turn);
  const pieces = everyUnit(walk, items, turn);
  return isOfOne(entry.effect) ? firstUnit(pieces) : pieces;
}

/**
 * What is left of pieces under `quantity_limit`, units of a line, and `aggregated_quantity_limit`,
 * units of all.
 */
export function limited(
  entry: Pick<ApplicableEntry, "quantity_limit" | "aggregated_quantity_limit">,
  pieces: readonly Piece[],
): Piece[] {
  const perLine = entry.quantity_limit ?? Number.MAX_SAFE_INTEGER;
  let left = entry.aggregated_quantity_limit ?? null;
  const kept: Piece[] = [];
  for (const piece of pieces) {
    const count = Math.min(piece.count, perLine, left ?? piece.count);
    if (left !== null) left -= count;
    if (count > 0) kept.push({ ...piece, count });
  }
  return kept;
}
