// Decides what a scenario of qualification judges, and among what it looks.
import type { Scenario } from "../../model/scenario";
import { RULE_NAMES } from "../rules/names";
import { USAGE_NAMES } from "../usage/facts";

interface Judging {
  audience: boolean;
  goods: boolean;
  /** Amounts and metadata of the order, and what is known of the redemption. */
  others: boolean;
  /** What must touch the order's products: a rule or the discount, or the discount alone. */
  touching: "anything" | "rules or discount" | "discount";
  /** Bundles must be whole. */
  bundles: boolean;
}

const EVERYTHING: Judging = {
  audience: true,
  goods: true,
  others: true,
  touching: "anything",
  bundles: true,
};
const GOODS: Judging = {
  audience: false,
  goods: true,
  others: false,
  touching: "rules or discount",
  bundles: false,
};

const JUDGING: Record<Scenario, Judging> = {
  ALL: EVERYTHING,
  CUSTOMER_WALLET: EVERYTHING,
  PROMOTION_STACKS: EVERYTHING,
  AUDIENCE_ONLY: { ...EVERYTHING, goods: false, others: false, bundles: false },
  PRODUCTS: GOODS,
  PRODUCTS_DISCOUNT: { ...GOODS, touching: "discount" },
  PRODUCTS_BY_CUSTOMER: { ...GOODS, audience: true },
  PRODUCTS_DISCOUNT_BY_CUSTOMER: { ...GOODS, audience: true, touching: "discount" },
};

/** What a scenario asks (reference service, qualification). */
export const judgingOf = (scenario: Scenario): Judging => JUDGING[scenario];

const GOODS_RULE = /^(product|sku)\.|^order\.items\./;

/** Whether a rule asks about the products of an order. */
export const isAboutGoods = (name: string): boolean =>
  GOODS_RULE.test(RULE_NAMES.get(name)?.name ?? name);

/**
 * Whether a scenario judges rules of this name. None judges how often or for how much something was
 * used: that is settled when it is validated (reference service, qualification).
 */
export function isJudged(scenario: Scenario, name: string): boolean {
  const row = RULE_NAMES.get(name);
  const known = row?.name ?? name;
  if (USAGE_NAMES.has(known) || known === "redemption.count.per_user") return false;
  const judging = judgingOf(scenario);
  if (isAboutGoods(known)) return judging.goods;
  return row?.scope === "customer" ? judging.audience : judging.others;
}
