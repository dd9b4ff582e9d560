// Decides which lines of an order, and how many of their units, a discount may touch.
import { memoised } from "../../lib/memoised";
import type { ApplicableEntry, ApplicableTo } from "../../model/applicable-to";
import { MAX_AMOUNT, multiply } from "../money";
import { type ItemFacts, unitsOf } from "../rules/facts";
import { indexGoods, linesNamed } from "./match";
import { limited, type Piece, picked, walkOf, wholeLine } from "./walk";

/** With more units than this in the whole order, single units are not listed. */
const MAX_LISTED_UNITS = 1000;

/** How often the limits of entries count, in units and in amounts. */
export interface LimitsTimes {
  units: number;
  amounts: number;
}

const ONCE: LimitsTimes = { units: 1, amounts: 1 };

/** A limit so many times over; null is none. */
const timesOver = (limit: number | null | undefined, times: number): number | null =>
  limit === null || limit === undefined ? null : (multiply(limit, times) ?? MAX_AMOUNT);

/** One line that a discount may touch. Quantities in units, amounts in minor units. */
export interface TargetLine {
  /** Of the line in the order, from 0. */
  index: number;
  /** Covered units, after all limits; never 0. A line without a quantity is one unit. */
  units: number;
  isWhole: boolean;
  /**
   * Covered units from 0, where the entry's target is UNIT or not all are covered; null: all, or
   * not listed.
   */
  unitIndices: readonly number[] | null;
  /** Most discount on this line. */
  amount_limit: number | null;
  /** Which of the groups the line belongs to. */
  group: number;
  /** The entry that reached it; null where all lines are included. */
  entry: ApplicableEntry | null;
}

/**
 * Lines of one entry, which share the most discount that it allows over all of them, minor units.
 */
export interface TargetGroup {
  aggregated_amount_limit: number | null;
}

export interface Targets {
  /** Whether any rule names goods at all. */
  isNarrowed: boolean;
  /** Each line at most once, in the order in which they are discounted. */
  lines: readonly TargetLine[];
  groups: readonly TargetGroup[];
  included: readonly ApplicableEntry[];
  excluded: readonly ApplicableEntry[];
  /** Lines that each excluded entry leaves out, beside `excluded`. */
  excludedLines: readonly (readonly number[])[];
  /** Source ids of goods that entries name by id alone, where a line of the order knows them. */
  sources: ReadonlyMap<ApplicableEntry, string>;
}

/** An entry that two rules share counts once, so that its limits do not double. */
const union = (entries: readonly ApplicableEntry[]): ApplicableEntry[] => [
  ...new Map(entries.map((entry) => [JSON.stringify(entry), entry])).values(),
];

function unitsListed(piece: Piece, entry: ApplicableEntry | null): number[] | null {
  const isPlain = entry?.target !== "UNIT" && piece.count === piece.of;
  if (isPlain) return null;
  return Array.from({ length: piece.count }, (_, at) => piece.first + at * piece.step);
}

/**
 * The order's lines while entries walk them: lines without units and lines that are skipped count
 * as closed.
 */
interface Walked {
  items: readonly ItemFacts[];
  isListing: boolean;
  named: (entry: ApplicableEntry) => readonly number[];
  open: readonly number[];
  times: LimitsTimes;
}

/** What depends on the order alone and is the same for every redeemable: worked out once for it. */
interface Plain {
  open: readonly number[];
  isListing: boolean;
  whole: Targets;
}

const plainOrder = memoised((items: readonly ItemFacts[]): Plain => {
  const open = [...items.keys()].filter((at) => unitsOf(items[at]) > 0);
  const isListing = items.reduce((total, item) => total + unitsOf(item), 0) <= MAX_LISTED_UNITS;
  return {
    open,
    isListing,
    whole: {
      isNarrowed: false,
      lines: open.map((at) =>
        targetLine(wholeLine(at, unitsOf(items[at])), 0, null, { isListing, times: ONCE }),
      ),
      groups: [{ aggregated_amount_limit: null }],
      included: [],
      excluded: [],
      excludedLines: [],
      sources: new Map(),
    },
  };
});

/** The source id of the goods of an entry, where it names none and one of its lines has it. */
function sourceOf(entry: ApplicableEntry, { items, named }: Walked): string | null {
  if (entry.source_id || entry.object === "products_collection") return null;
  for (const at of named(entry)) {
    const goods = entry.object === "sku" ? items[at]?.sku : items[at]?.product;
    if (goods?.source_id && goods.id === entry.id) return goods.source_id;
  }
  return null;
}

/** Of all entries that have one. */
const sourcesOf = (entries: readonly ApplicableEntry[], order: Walked) =>
  new Map(
    entries.flatMap((entry): [ApplicableEntry, string][] => {
      const source = sourceOf(entry, order);
      return source === null ? [] : [[entry, source]];
    }),
  );

function walkedOrder(
  items: readonly ItemFacts[],
  skip: ReadonlySet<number>,
  times: LimitsTimes,
): Walked {
  const index = indexGoods(items);
  const { open, isListing } = plainOrder(items);
  const isOpen = (at: number): boolean => !skip.has(at) && unitsOf(items[at]) > 0;
  return {
    items,
    isListing,
    times,
    named: (entry) => linesNamed(index, entry).filter(isOpen),
    open: skip.size === 0 ? open : open.filter((at) => !skip.has(at)),
  };
}

const targetLine = (
  piece: Piece,
  group: number,
  entry: ApplicableEntry | null,
  { isListing, times }: Pick<Walked, "isListing" | "times">,
): TargetLine => ({
  index: piece.index,
  units: piece.count,
  isWhole: piece.count === piece.of,
  unitIndices: isListing ? unitsListed(piece, entry) : null,
  amount_limit: timesOver(entry?.amount_limit, times.amounts),
  group,
  entry,
});

const quantityLimits = (entry: ApplicableEntry, { units }: LimitsTimes) => ({
  quantity_limit: timesOver(entry.quantity_limit, units),
  aggregated_quantity_limit: timesOver(entry.aggregated_quantity_limit, units),
});

/**
 * For each entry in turn, the units that it covers of lines that no entry before it covers; and the
 * indexes of all lines that the entries name.
 */
function linesOfEntries(
  included: readonly ApplicableEntry[],
  barred: ReadonlySet<number>,
  order: Walked,
) {
  const lines = new Map<number, TargetLine>();
  const named = new Set<number>();
  for (const [group, entry] of included.entries()) {
    const found = order.named(entry).filter((at) => !barred.has(at));
    for (const at of found) named.add(at);
    const pieces = picked(entry, walkOf(entry, found, order.items), order.items);
    const free = pieces.filter(({ index }) => !lines.has(index));
    for (const piece of limited(quantityLimits(entry, order.times), free)) {
      lines.set(piece.index, targetLine(piece, group, entry, order));
    }
  }
  return { lines: [...lines.values()], named };
}

/**
 * What the rules of one redeemable let its discount touch (reference service, applicable_to). In:
 * the `applicable_to` of its rules, which add up, and the lines; lines in `skip` are neither
 * touched nor counted; `times` multiplies the limits of entries. Excluded goes before included;
 * with nothing included or with `included_all`, all other lines are touched as well. A rule that
 * lists nothing narrows nothing. Refuses nothing.
 */
export function targetsOf(
  reach: readonly ApplicableTo[],
  items: readonly ItemFacts[],
  options: { skip?: ReadonlySet<number>; times?: LimitsTimes } = {},
): Targets {
  const { skip = new Set(), times = ONCE } = options;
  const names = (one: ApplicableTo) => one.included.length + one.excluded.length > 0;
  if (skip.size === 0 && !reach.some(names)) return plainOrder(items).whole;
  const order = walkedOrder(items, skip, times);
  const included = union(reach.flatMap((one) => one.included));
  const excluded = union(reach.flatMap((one) => one.excluded));
  const excludedLines = excluded.map((entry) => walkOf(entry, order.named(entry), items));
  const barred = new Set(excludedLines.flat());
  const { lines, named } = linesOfEntries(included, barred, order);
  const takesAll = included.length === 0 || reach.some((one) => one.included_all);
  const others = takesAll ? order.open.filter((at) => !barred.has(at) && !named.has(at)) : [];
  const group = included.length;
  return {
    isNarrowed: included.length > 0 || excluded.length > 0,
    lines: [
      ...lines,
      ...others.map((at) => targetLine(wholeLine(at, unitsOf(items[at])), group, null, order)),
    ],
    groups: [...included, null].map((entry) => ({
      aggregated_amount_limit: timesOver(entry?.aggregated_amount_limit, times.amounts),
    })),
    included,
    excluded,
    excludedLines,
    sources: sourcesOf([...included, ...excluded], order),
  };
}
