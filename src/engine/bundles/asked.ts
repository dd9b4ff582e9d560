// Decides how many bundles an order holds where rules of one redeemable ask for them.
import type { ItemFacts } from "../rules/facts";
import { type Bundle, bundleOf } from "./bundle";
import { type BundleRules, hasBundle } from "./define";

/** A rule set as far as bundles go. */
interface Asking {
  id: string;
  bundle_rules: BundleRules | null;
}

/** What all that ask have together; `rule_id` is the first of them whose bundle is not whole. */
export interface AskedBundle extends Bundle {
  rule_id: string;
}

/** A line that is in the bundles of two rules has as many units in them as in the larger part. */
function unitsOfAll(bundles: readonly Bundle[]): Map<number, number> {
  const units = new Map<number, number>();
  for (const each of bundles) {
    for (const [line, count] of each.units) units.set(line, Math.max(units.get(line) ?? 0, count));
  }
  return units;
}

function leastLimit(bundles: readonly Bundle[]): number | null {
  const limits = bundles.flatMap(({ limit }) => (limit === null ? [] : [limit]));
  return limits.length === 0 ? null : Math.min(...limits);
}

/**
 * The bundles that all of these rules ask for: as many as the rule has that has the fewest, none
 * where one has none. Null where no rule asks for a bundle. Each rule looks at the whole order, so
 * that a unit may be in a bundle of each.
 */
export function bundleAsked(
  sets: readonly Asking[],
  items: readonly ItemFacts[],
): AskedBundle | null {
  const found = sets
    .flatMap(({ id, bundle_rules: rules }) =>
      hasBundle(rules) ? [{ id, rules, bundle: bundleOf(rules, items) }] : [],
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const [first, ...more] = found;
  if (!first) return null;
  if (more.length === 0) return { ...first.bundle, rule_id: first.id };
  const quantity = Math.min(...found.map(({ bundle }) => bundle.quantity));
  const bundles = found.map(({ rules, bundle }) =>
    bundle.quantity > quantity ? bundleOf(rules, items, Math.max(quantity, 1)) : bundle,
  );
  const lacking = found.find(({ bundle }) => bundle.quantity === 0) ?? first;
  return {
    rule_id: lacking.id,
    quantity,
    limit: leastLimit(bundles),
    identified: bundles.flatMap(({ identified }) => identified),
    missing: bundles.flatMap(({ missing }) => missing),
    units: quantity === 0 ? new Map() : unitsOfAll(bundles),
  };
}
