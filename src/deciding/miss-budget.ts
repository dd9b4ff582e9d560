import { isNear } from "../commit/near";
import type { RawRow } from "../db/client";
import { tooManyRequests } from "../errors";
import { Recent } from "../lib/recent";
import { keyOf, voucherNames } from "../resources/vouchers/store";
import type { Scope } from "../scope/scope";
import { type Budget, budgetOf, type Sought, WHOLE_PROJECT } from "./sql/misses";

const MINUTE_MS = 60_000;

/**
 * Buckets that this isolate knows to be past their budget: refused without asking the database
 * again.
 */
const exhausted = new Recent<true>(10_000, MINUTE_MS);

const minuteOf = (scope: Scope): number => Math.floor(scope.now / MINUTE_MS);
const nameOf = (scope: Scope, bucket: string): string =>
  `${scope.project.id}|${bucket}|${minuteOf(scope)}`;

function refusePastBudget(scope: Scope): never {
  const secondsLeft = Math.ceil((MINUTE_MS - (scope.now % MINUTE_MS)) / 1000);
  throw tooManyRequests(secondsLeft, scope.now);
}

const bucketsOf = (scope: Scope): string[] => [scope.address_block ?? "", WHOLE_PROJECT];

/** Refuses a browser whose block or project this isolate knows to be past its budget. */
export function beforeLookUp(scope: Scope): void {
  if (scope.address_block === null) return;
  for (const bucket of bucketsOf(scope)) {
    if (exhausted.get(nameOf(scope, bucket), scope.now)) refusePastBudget(scope);
  }
}

/**
 * The budget as part of the look-up's own batch, null for back ends: D1 runs batches one at a time,
 * so the count is strict without an extra round trip. What is not found, or is disabled, is charged
 * to both buckets. Who never missed has no row, and is never refused.
 */
export function lookUpBudget(
  scope: Scope,
  names: readonly string[],
  sought: Sought = "vouchers",
): Budget | null {
  if (scope.address_block === null) return null;
  const budget = budgetOf({
    projectId: scope.project.id,
    keys: [...new Set(names.map((name) => keyOf(scope, name)))],
    ids: voucherNames(scope, names).ids,
    names,
    sought,
    minute: minuteOf(scope),
    block: scope.address_block,
  });
  return isNear(scope) ? { ...budget, charge: null } : budget;
}

/**
 * Refuses with 429 where the budget was spent before this look-up, whatever it would have found;
 * `charged` is what it cost, after which this isolate may know that nothing is left.
 */
export function afterLookUp(
  scope: Scope,
  { spent, charged }: Record<"spent" | "charged", readonly RawRow[]>,
): void {
  for (const { bucket, isPast } of [...spent, ...charged]) {
    if (isPast) exhausted.set(nameOf(scope, String(bucket)), true, scope.now);
  }
  if (spent.length > 0) refusePastBudget(scope);
}
