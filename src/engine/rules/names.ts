// Decides which facts a rule may name, which error a violation of each gives, and where it is read.

import { missingUsage, USAGE_NAMES, type UsageName } from "../usage/facts";
import {
  type Facts,
  known,
  metadataReading,
  missing,
  nullable,
  type OrderFacts,
  type Reading,
  unitsOf,
} from "./facts";
import { type LineFact, linesReading, type SumFact, sumReading } from "./lines";
import { ITEMS_NAMES, type ItemsQuantifier, LINE_FACTS, SUM_FACTS } from "./names-goods";

/** Whose data broke the rule: gives the error key `<scope>_rules_violated`. */
export type Scope = "customer" | "order" | "redemption";

type Read = (facts: Facts, property: string) => Reading;

/** One public rule name; a rule that has neither `read` nor `items` is never met. */
export interface RuleName {
  name: string;
  scope: Scope;
  needsProperty: boolean;
  /** The fact of the whole order, customer or redemption; null where it is not gathered. */
  read: Read | null;
  /** Where the fact has one value a line, or is a sum over lines, how a line is read. */
  line: LineFact | null;
  sum: SumFact | null;
  /** Chooses lines for what is nested in it. */
  items: ItemsQuantifier | null;
}

const ofOrder =
  (read: (order: OrderFacts, property: string) => Reading): Read =>
  (facts, key) =>
    facts.order === null ? missing("order") : read(facts.order, key);

const amount = (name: string, key: "amount" | "initial_amount" | "total_amount"): Read =>
  ofOrder((order) => nullable(order[key], name));

/** Units, not lines; of an order that was sent without lines nobody knows how many. */
const unitCount = ({ items }: OrderFacts): Reading =>
  items.length === 0
    ? missing("order.items")
    : known(items.reduce((units, item) => units + unitsOf(item), 0));

/** One property of the metadata of something that may not have been sent. */
const metadataOf =
  (owner: "customer" | "order" | "redemption" | "custom_event"): Read =>
  (facts, key) => {
    const thing = facts[owner];
    return thing ? metadataReading(thing.metadata, `${owner}.metadata`, key) : missing(owner);
  };

/** A sum over all lines of the order. */
const sumOf = (sum: SumFact): Read =>
  ofOrder((order, key) => {
    const lines = order.items.map((_, at) => at);
    return lines.length === 0 ? missing("order.items") : sumReading(sum, key, order.items, lines);
  });

type Row = [name: string, scope: Scope, property: "required" | "none", read: Read | null];

const ROWS: readonly Row[] = [
  [
    "customer.segment",
    "customer",
    "none",
    ({ customer }) => (customer === null ? missing("customer") : known(customer.segments)),
  ],
  ["customer.metadata", "customer", "required", metadataOf("customer")],
  ["custom_event.metadata", "customer", "required", metadataOf("custom_event")],

  ["order.amount", "order", "none", amount("order.amount", "amount")],
  ["order.initial_amount", "order", "none", amount("order.initial_amount", "initial_amount")],
  ["order.total_amount", "order", "none", amount("order.total_amount", "total_amount")],
  ["order.metadata", "order", "required", metadataOf("order")],
  ["order.items.count", "order", "none", ofOrder(unitCount)],

  ["redemption.metadata", "redemption", "required", metadataOf("redemption")],
  [
    "redemption.gift.amount",
    "redemption",
    "none",
    ({ redemption }) => nullable(redemption.gift_amount, "redemption.gift.amount"),
  ],
  [
    "redemption.api_key",
    "redemption",
    "none",
    ({ redemption }) => nullable(redemption.api_key, "redemption.api_key"),
  ],
  [
    "redemption.user.login",
    "redemption",
    "none",
    ({ redemption }) => nullable(redemption.user_login, "redemption.user.login"),
  ],
  [
    "redemption.reward.pay_with_points.points_used",
    "redemption",
    "none",
    ({ redemption }) =>
      nullable(redemption.points, "redemption.reward.pay_with_points.points_used"),
  ],
  ["redemption.count.per_user", "redemption", "none", null],
  [
    "publication.redeemable_by_linked_customer",
    "redemption",
    "none",
    ({ publication }) =>
      nullable(publication?.is_linked, "publication.redeemable_by_linked_customer"),
  ],
];

/**
 * A fact on usage; the redemption that is being decided counts as one more use (docs/behaviour.md,
 * "Usage").
 */
const usageOf =
  (name: UsageName): Read =>
  ({ usage }) => {
    if (usage === null) return missing("redemption");
    const counted = usage[name.owner][name.subject];
    return counted === null ? missing(missingUsage(name, usage)) : known(counted[name.measure]);
  };

/** Underscored names that older clients still send. */
const ALIASES: readonly (readonly [alias: string, name: string])[] = [
  ["customer_segment", "customer.segment"],
  ["customer_metadata", "customer.metadata"],
  ["custom_event_metadata", "custom_event.metadata"],
  ["order_metadata", "order.metadata"],
  ["order_items_metadata", "order.items.metadata"],
  ["product_metadata", "product.metadata"],
  ["redemption_metadata", "redemption.metadata"],
];

const PLAIN = { needsProperty: false, read: null, line: null, sum: null, items: null };

/** Rules on the order's lines. */
function lineNames(): RuleName[] {
  const about = (name: string, needs: string) =>
    ({ ...PLAIN, name, scope: "order", needsProperty: needs === "required" }) as const;
  return [
    ...LINE_FACTS.map(([name, needs, line]) => ({
      ...about(name, needs),
      line,
      read: (facts: Facts, key: string) => linesReading(line, key, facts),
    })),
    ...SUM_FACTS.map(([name, needs, sum]) => ({ ...about(name, needs), sum, read: sumOf(sum) })),
    ...ITEMS_NAMES.map(([name, items]) => ({ ...about(name, "none"), items })),
  ];
}

function buildTable(): ReadonlyMap<string, RuleName> {
  const table = new Map<string, RuleName>();
  for (const [name, scope, needs, read] of ROWS) {
    table.set(name, { ...PLAIN, name, scope, needsProperty: needs === "required", read });
  }
  for (const row of lineNames()) table.set(row.name, row);
  for (const [name, usage] of USAGE_NAMES) {
    table.set(name, { ...PLAIN, name, scope: "redemption", read: usageOf(usage) });
  }
  for (const [alias, name] of ALIASES) {
    const row = table.get(name);
    if (row !== undefined) table.set(alias, row);
  }
  return table;
}

/** Every name a rule may carry, old spellings included (contract, Validation rule: `name`). */
export const RULE_NAMES: ReadonlyMap<string, RuleName> = buildTable();
