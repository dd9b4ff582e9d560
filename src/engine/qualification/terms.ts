// Decides which terms a request must bring for a rule set to be met, so that an index finds what
// can qualify.

import { isRecord, ownText, toNumber } from "../../lib/json-value";
import type { Rules } from "../../model/rule";
import { type ReadLevel, type ReadRule, readLevel } from "../rules/compile";
import { collectionOf } from "../rules/goods";
import type { Logic } from "../rules/logic";
import { AMOUNT, amountAsked } from "./amounts";

/**
 * A rule set that asks for one of more terms than this is not indexed by them: they would cost more
 * to keep than they spare.
 */
const MOST_TERMS = 50;
const MOST_CHARACTERS = 300;

/** Any one of these must be there; null where nothing in particular must. */
type Terms = readonly string[] | null;

/** Which terms cut deepest: those of few customers, of one fact, goods, and amounts at last. */
const KINDS = ["segment:", "customer:", "goods:", "collection:", AMOUNT];

const lesser = (one: string, two: string): string => (one < two ? one : two);

const isAmount = (term: string): boolean => term.startsWith(AMOUNT);

const rank = (terms: readonly string[]): number =>
  Math.max(...terms.map((term) => KINDS.findIndex((kind) => term.startsWith(kind))));

/** Of amounts, of which each stands alone, the greater cuts deeper. */
const isDeeper = ([one = ""]: readonly string[], [two = ""]: readonly string[]): boolean =>
  isAmount(one) && one > two;

const isBetter = (one: readonly string[], two: readonly string[]): boolean =>
  rank(one) - rank(two) < 0 ||
  (rank(one) === rank(two) && (one.length < two.length || isDeeper(one, two)));

/** All parts must hold, so the best one's terms are enough. */
function bestOf(parts: readonly Terms[]): Terms {
  let best: Terms = null;
  for (const terms of parts) {
    if (terms !== null && (best === null || isBetter(terms, best))) best = terms;
  }
  return best;
}

function oneOf(parts: readonly Terms[]): Terms {
  if (parts.includes(null)) return null;
  const all = [...new Set(parts.flatMap((terms) => terms ?? []))];
  const amounts = all.filter(isAmount);
  if (amounts.length === 0) return bounded(all);
  // The least amount stands for all of them, and for nothing else beside them.
  return amounts.length === all.length ? [amounts.reduce(lesser)] : null;
}

function bounded(terms: readonly string[]): Terms {
  const fits = terms.length > 0 && terms.length <= MOST_TERMS;
  return fits && terms.every(({ length }) => length <= MOST_CHARACTERS) ? terms : null;
}

/** A text that can only be met by the same text: not one that a number or a flag meets too. */
const isPlainText = (value: unknown): value is string =>
  typeof value === "string" && toNumber(value) === null && value !== "true" && value !== "false";

/** A bare id of a collection may be that of a product, too. */
function goodsTerms(value: unknown): Terms {
  const collection = collectionOf(value);
  const listed = collection === null ? [] : [`collection:${collection}`];
  if (typeof value === "string") return [`goods:${value}`, ...listed];
  if (listed.length > 0) return listed;
  if (!isRecord(value)) return null;
  const names = [ownText(value, "id"), ownText(value, "source_id")].filter((id) => id !== null);
  return names.length > 0 ? names.map((name) => `goods:${name}`) : null;
}

type TermOf = (value: unknown) => Terms;

/** What the values of a positive condition on a fact ask for. */
function termOf({ row, node }: ReadRule): TermOf | null {
  switch (row?.name) {
    case "customer.segment":
      return (value) => (typeof value === "string" ? [`segment:${value}`] : null);
    case "customer.metadata":
      return (value) => (isPlainText(value) ? [`customer:${node?.property}=${value}`] : null);
    case "product.id":
    case "sku.id":
    case "order.items.any":
      return goodsTerms;
    default:
      return null;
  }
}

/** The operators that ask for one of their values. */
const POSITIVE = ["$is", "$in", "$from"];

const valuesOf = (values: unknown): readonly unknown[] =>
  Array.isArray(values) ? values : [values];

/** Conditions all hold, and so does what is nested, unless it is about chosen lines. */
function termsOfRule(rule: ReadRule): Terms {
  const term = termOf(rule);
  const { conditions } = rule.node ?? {};
  const own = POSITIVE.map((operator) =>
    term && conditions && Object.hasOwn(conditions, operator)
      ? oneOf(valuesOf(conditions[operator]).map(term))
      : null,
  );
  const amount = amountAsked(rule.row?.name, conditions);
  const nested = rule.nested && rule.row?.items === null ? termsOfLevel(rule.nested) : null;
  return bestOf([...own, amount === null ? null : [amount], nested]);
}

function termsOfLevel({ rules, logic }: ReadLevel): Terms {
  if (logic === "broken") return null;
  if (logic === null) return bestOf(rules.map(termsOfRule));
  const byKey = new Map(rules.map((rule) => [rule.key, termsOfRule(rule)]));
  const of = (part: Logic): Terms => {
    if (part.kind === "rule") return byKey.get(part.key) ?? null;
    const parts = part.parts.map(of);
    return part.kind === "and" ? bestOf(parts) : oneOf(parts);
  };
  return of(logic);
}

/**
 * The terms of which a request must bring one for the rules to be met: `segment:<id>`,
 * `customer:<key>=<value>`, `goods:<id>`, `collection:<id>`, or `amount:<minor units>` for an order
 * of at least that much; null where nothing in particular is needed (docs/deciding.md,
 * "Qualification"). A necessary condition only: the rules still decide.
 */
export const termsOf = (rules: Rules): string[] | null => {
  const terms = termsOfLevel(readLevel(rules));
  return terms && [...terms];
};
