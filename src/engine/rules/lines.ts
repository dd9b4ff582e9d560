// Decides what a rule reads off each line of an order, and off all of them together.
import { memoised } from "../../lib/memoised";
import { paid } from "../../lib/work";
import { type Facts, type ItemFacts, known, missing, type Quantifier, type Reading } from "./facts";

/**
 * One value a line: null where it is unknown, undefined for a line that such a rule does not look
 * at. `at` is the place of the line in the order.
 */
export interface LineFact {
  quantifier: Quantifier;
  missing: string;
  pick: (item: ItemFacts, key: string, facts: Facts, at: number) => unknown;
  /** Read from the lines alone, so that it stays the same at every turn of a stack. */
  isFixed: boolean;
  /** The names that goods go by, a list a line. */
  isNames: boolean;
}

/**
 * A sum over lines: null where a line's part is unknown, undefined for a line that does not count.
 */
export interface SumFact {
  missing: string;
  of: (item: ItemFacts, key: string) => number | null | undefined;
}

type Column = readonly unknown[];

/**
 * Columns of a cart are read by many rules and turns: made once for a list of lines and kept with
 * it.
 */
const columnsOf = memoised((_: readonly ItemFacts[]) => new Map<LineFact, Map<string, Column>>());

function keptColumns(items: readonly ItemFacts[], fact: LineFact): Map<string, Column> {
  const ofItems = columnsOf(items);
  const ofFact = ofItems.get(fact) ?? new Map<string, Column>();
  ofItems.set(fact, ofFact);
  return ofFact;
}

/** The values of all lines of the order, in their order. */
export function columnOf(
  fact: LineFact,
  key: string,
  items: readonly ItemFacts[],
  facts: Facts,
): Column {
  const make = () => {
    paid(facts, items.length);
    return items.map((item, at) => fact.pick(item, key, facts, at));
  };
  if (!fact.isFixed) return make();
  const kept = keptColumns(items, fact);
  const column = kept.get(key) ?? make();
  kept.set(key, column);
  return column;
}

const counts = (value: unknown): boolean => value !== undefined;

/** The name of what is missing on a line, with its property. */
export const gapName = (name: string, key: string): string =>
  key === "" ? name : `${name}.${key}`;

/** One value a line that counts. Without such lines the fact is missing, without any all are. */
export function linesReading(fact: LineFact, key: string, facts: Facts): Reading {
  const { order } = facts;
  if (order === null) return missing("order");
  const column = columnOf(fact, key, order.items, facts);
  const value = column.every(counts) ? column : column.filter(counts);
  if (order.items.length === 0) return missing("order.items");
  if (value.length === 0) return missing(gapName(fact.missing, key));
  const { quantifier, isNames } = fact;
  return {
    known: true,
    value,
    lines: { quantifier, isNames, missing: gapName(fact.missing, key) },
  };
}

/** What one line says: a gap that can be asked about where it says nothing. */
export function lineReading(fact: LineFact, key: string, value: unknown): Reading {
  if (value !== null && value !== undefined) return known(value);
  return { known: false, missing: gapName(fact.missing, key), answerable: true };
}

/** The sum over some lines of an order; one line whose part is unknown leaves it unknown. */
export function sumReading(
  fact: SumFact,
  key: string,
  items: readonly ItemFacts[],
  lines: readonly number[],
): Reading {
  let sum = 0;
  for (const at of lines) {
    const item = items[at];
    const part = item === undefined ? undefined : fact.of(item, key);
    if (part === null) return missing(gapName(fact.missing, key));
    sum += part ?? 0;
  }
  return known(sum);
}
