// Decides how many whole bundles an order holds, of which lines they are made, and what one would
// still need.
import { assert, present } from "../../lib/assert";
import { shareOf } from "../money";
import { type ItemFacts, unitsOf } from "../rules/facts";
import { type GoodsName, indexGoods, linesNamed } from "../targets/match";
import { type BundleRules, planBundle } from "./define";
import { type BundleEntry, PRECEDENCE } from "./entry";
import { type Demand, type Fill, fill } from "./fill";

type Kind = GoodsName["object"];

/** Units of a line that went into the bundles, under the name that found it. */
export interface BundleMatch {
  id: string;
  object: Kind;
  item_index: number;
  item_quantity: number;
}

export interface BundleMissing {
  id: string;
  object: Kind;
  item_quantity: number;
}

/** `quantity` counts whole bundles, `limit` the most that count (null: any number). */
export interface Bundle {
  quantity: number;
  limit: number | null;
  identified: readonly BundleMatch[];
  missing: readonly BundleMissing[];
  /** Units of each line that belong to the bundles; empty without a bundle. */
  units: ReadonlyMap<number, number>;
}

/** An entry with its lines: SKUs before products before collections, then as in the order. */
interface Search {
  entry: BundleEntry;
  found: ReadonlyMap<number, GoodsName>;
}

const firstName = ({ names }: BundleEntry): GoodsName => present(names[0], "name of goods");

/**
 * The name to look lines up by; an entry that may mean a product or an SKU is looked up as a
 * product.
 */
function askedName(entry: BundleEntry): GoodsName {
  const { id } = firstName(entry);
  const product = entry.names.find((name) => name.id === id && name.object === "product");
  return product ?? firstName(entry);
}

function searchesOf(entries: readonly BundleEntry[], items: readonly ItemFacts[]): Search[] {
  const index = indexGoods(items);
  const searches = entries.map((entry) => {
    const found = new Map<number, GoodsName>();
    for (const name of entry.names) {
      for (const line of linesNamed(index, name)) if (!found.has(line)) found.set(line, name);
    }
    return { entry, found };
  });
  const rank = ({ entry }: Search): number => PRECEDENCE[firstName(entry).object];
  return searches.toSorted(
    (a, b) => rank(a) - rank(b) || searches.indexOf(a) - searches.indexOf(b),
  );
}

const demandsFor = (searches: readonly Search[], bundles: number): Demand[] =>
  searches.map(({ entry, found }) => ({ lines: [...found.keys()], units: entry.units * bundles }));

const isMet = ({ lacking }: Fill): boolean => lacking.every((units) => units === 0);

/**
 * How often so many units fit into all units of these lines; sums beyond the safe integers need not
 * be exact.
 */
function timesIn(lines: Iterable<number>, supply: readonly number[], units: number): number {
  const all = [...lines].reduce((total, line) => total + (supply[line] ?? 0), 0);
  if (all < units) return 0;
  return shareOf(Math.min(all, Number.MAX_SAFE_INTEGER), 1, units).share;
}

/**
 * An upper bound of the number of bundles, from totals alone: how often each entry fits into its
 * own lines, and all entries together into all lines.
 */
function atMost(searches: readonly Search[], supply: readonly number[], limit: number): number {
  const lines = new Set(searches.flatMap(({ found }) => [...found.keys()]));
  const units = searches.reduce((total, { entry }) => total + entry.units, 0);
  const together = timesIn(lines, supply, Math.min(units, Number.MAX_SAFE_INTEGER));
  const alone = searches.map(({ entry, found }) => timesIn(found.keys(), supply, entry.units));
  return Math.min(limit, together, ...alone);
}

/** By halving, since an order that holds n bundles also holds fewer. */
function countBundles(
  searches: readonly Search[],
  supply: readonly number[],
  limit: number,
): number {
  const fits = (bundles: number) => isMet(fill(demandsFor(searches, bundles), supply));
  let high = atMost(searches, supply, limit);
  if (high === 0 || fits(high)) return high;
  let low = 0;
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const identifiedIn = (searches: readonly Search[], { taken }: Fill): BundleMatch[] =>
  searches.flatMap(({ found }, at) =>
    [...(taken[at] ?? [])].map(([line, units]) => {
      const { id, object } = present(found.get(line), "name of a line");
      return {
        id: present(id, "id of goods"),
        object,
        item_index: line,
        item_quantity: units,
      };
    }),
  );

const missingIn = (searches: readonly Search[], { lacking }: Fill): BundleMissing[] =>
  searches.flatMap(({ entry }, at) => {
    const units = lacking[at] ?? 0;
    const { id, object } = askedName(entry);
    return units === 0 ? [] : [{ id: present(id, "id of goods"), object, item_quantity: units }];
  });

function unitsIn({ taken }: Fill): Map<number, number> {
  const units = new Map<number, number>();
  for (const own of taken) {
    for (const [line, count] of own) units.set(line, (units.get(line) ?? 0) + count);
  }
  return units;
}

/**
 * The bundles in an order (reference service, bundles). In: checked bundle rules and the lines.
 * Out: how many fit by the first alternative of `logic` that makes one, and of which units; without
 * a bundle, what the first alternative finds and lacks for one. Rules without a number make no
 * bundle and lack nothing. `most` counts no more than so many. Breaks on rules that `checkBundle`
 * refuses.
 */
export function bundleOf(
  rules: BundleRules,
  items: readonly ItemFacts[],
  most: number = Number.MAX_SAFE_INTEGER,
): Bundle {
  const plan = planBundle(rules);
  assert(plan.ok, "bundle rules were saved unchecked");
  const { limit, alternatives } = plan.value;
  const supply = items.map(unitsOf);
  for (const entries of alternatives) {
    const searches = searchesOf(entries, items);
    const quantity = countBundles(searches, supply, Math.min(limit ?? most, most));
    if (quantity === 0) continue;
    const filled = fill(demandsFor(searches, quantity), supply);
    const identified = identifiedIn(searches, filled);
    return { quantity, limit, identified, missing: [], units: unitsIn(filled) };
  }
  const first = searchesOf(alternatives[0] ?? [], items);
  const filled = fill(demandsFor(first, 1), supply);
  return {
    quantity: 0,
    limit,
    identified: identifiedIn(first, filled),
    missing: missingIn(first, filled),
    units: new Map(),
  };
}
