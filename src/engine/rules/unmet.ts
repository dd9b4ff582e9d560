// Decides which rule is told where several are not met.

import { isOver, WORK } from "../../lib/work";
import type { ReadLevel, ReadRule } from "./compile";
import type { Place } from "./items";
import {
  choosesGoods,
  outcomeOfGoods,
  outcomeOfItems,
  ownOutcome,
  readLine,
  truthAt,
  truthsAt,
} from "./judge";
import { firstUnmet, type Truth } from "./logic";
import type { Scope } from "./names";

/** The first rule, by number, that kept the set from being met. */
export interface Violation {
  /** Path of the rule, such as `1` or `1.rules.2`. */
  rule: string;
  scope: Scope;
  /** What was not there, when that is why: `customer`, `order`, `order.metadata.shop`, ... */
  missing: string | null;
}

/** A rule that is not met, with the text that it or a rule around it has for the shopper. */
export interface Unmet {
  violation: Violation;
  message: string | null;
}

/** Where a rule stands: the prefix of its path, and the line that is looked at, if it is one. */
export interface Spot {
  prefix: string;
  place: Place;
  at: number | null;
}

/** The text that a rule gives a shopper; null where it gives none. */
export const textOf = (error: { message?: string | undefined } | null | undefined) =>
  error?.message ? error.message : null;

/** What is missing, which is only named where it is why the truth is unknown. */
export function gapAt({ facts }: Place, truth: Truth, missing: string | null): string | null {
  if (truth !== null) return null;
  return isOver(facts) ? WORK : missing;
}

/** The rule as a violation. */
const violationAt = (rule: string, scope: Scope, missing: string | null): Unmet => ({
  violation: { rule, scope, missing },
  message: null,
});

/**
 * What is nested in a rule on items is told of the line that decides; where that line meets it,
 * `none` itself.
 */
function unmetInItems(rule: ReadRule, spot: Spot): Unmet {
  const { row, nested } = rule;
  const path = spot.prefix + rule.key;
  const quantifier = row?.items ?? "any";
  const { truth, telling, missing, selection } = outcomeOfItems(rule, quantifier, spot.place);
  const own = violationAt(path, row?.scope ?? "redemption", gapAt(spot.place, truth, missing));
  if (nested === null || telling === null) return own;
  const place = { facts: spot.place.facts, selection };
  return unmetIn(nested, { prefix: `${path}.rules.`, place, at: telling }) ?? own;
}

/** What is nested in a rule that names goods is told of the first of their lines. */
function unmetInGoods(rule: ReadRule, nested: ReadLevel, { prefix, place }: Spot): Unmet | null {
  const path = prefix + rule.key;
  const { truth, telling, missing, selection } = outcomeOfGoods(rule, place);
  if (truth === true) return null;
  const own = violationAt(path, rule.row?.scope ?? "redemption", gapAt(place, truth, missing));
  if (telling === null) return own;
  const at = { facts: place.facts, selection };
  return unmetIn(nested, { prefix: `${path}.rules.`, place: at, at: telling }) ?? own;
}

function unmetOf(rule: ReadRule, spot: Spot): Unmet | null {
  const { row, nested } = rule;
  if (row !== null && row.items !== null) return unmetInItems(rule, spot);
  const path = spot.prefix + rule.key;
  const { place, at } = spot;
  const { truth, missing } = ownOutcome(rule, readLine(rule, place, at), place, null);
  if (truth !== true) {
    return violationAt(path, row?.scope ?? "redemption", gapAt(place, truth, missing));
  }
  if (nested === null) return null;
  if (choosesGoods(rule, place)) return unmetInGoods(rule, nested, spot);
  return unmetIn(nested, { prefix: `${path}.rules.`, place, at });
}

function firstIn(level: ReadLevel, { place, at }: Spot): ReadRule | undefined {
  const { logic, rules } = level;
  if (logic === "broken") return undefined;
  if (logic === null) return rules.find((rule) => truthAt(rule, place, at) !== true);
  const key = firstUnmet(logic, truthsAt(level, place, at));
  return rules.find((rule) => rule.key === key);
}

/** The rule to tell of a level; null where the level is met. */
export function unmetIn(level: ReadLevel, spot: Spot): Unmet | null {
  if (level.logic === "broken") {
    return violationAt(`${spot.prefix}logic`, "redemption", "logic");
  }
  const rule = firstIn(level, spot);
  const unmet = rule === undefined ? null : unmetOf(rule, spot);
  if (unmet === null || unmet.message !== null) return unmet;
  return { ...unmet, message: textOf(rule?.node?.error) };
}
