// Decides which rule is told where several are not met.
import type { Truth } from "./logic";
import type { Scope } from "./names";

/** The first rule, by number, that kept the set from being met. */
export interface Violation {
  /** Path of the rule, such as `1` or `1.rules.2`. */
  rule: string;
  scope: Scope;
  /** What was not there, when that is why: `customer`, `order`, `order.metadata.shop`, ... */
  missing: string | null;
}

/** A level or a rule that is not met; null in its place means that it is. */
export interface Unmet {
  truth: false | null;
  violation: Violation;
  message: string | null;
}

/** The truth behind it. */
export const truthOf = (unmet: Unmet | null): Truth => (unmet === null ? true : unmet.truth);

/** Kleene's `and` of two parts; the first one that is not met is the one that is told. */
export function both(first: Unmet | null, second: Unmet | null): Unmet | null {
  if (first === null || second === null) return first ?? second;
  return first.truth === false || second.truth === null ? first : { ...first, truth: false };
}

/** A rule that is not met; what is missing tells only where the truth is unknown. */
export const unmetAt = (
  rule: string,
  truth: false | null,
  scope: Scope,
  missing: string,
): Unmet => ({
  truth,
  violation: { rule, scope, missing: truth === null ? missing : null },
  message: null,
});
