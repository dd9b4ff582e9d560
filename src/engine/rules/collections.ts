// Decides which collections a rule set asks about, and whether it looks at goods at all.

import type { RuleNode, Rules } from "../../model/rule";
import { collectionOf, isCollection } from "./goods";
import { RULE_NAMES } from "./names";
import { isRuleNode } from "./nodes";

/** Names of lines that look at prices and metadata as sent, and at nothing of the catalogue. */
const PLAIN_NAMES: ReadonlySet<string> = new Set([
  "order.items.count",
  "order.items.price_any",
  "order.items.price_each",
  "order.items.metadata_any",
  "order.items.metadata_each",
]);
const GOODS = /^(product|sku|order\.items)\./;

const looksAtGoods = (node: RuleNode): boolean => {
  const name = RULE_NAMES.get(node.name)?.name ?? node.name;
  return GOODS.test(name) && !PLAIN_NAMES.has(name);
};

/** Only where goods are meant is a bare text such as `pc_1` a collection. */
function collectionsOf(node: RuleNode): string[] {
  const values = Object.values(node.conditions ?? {}).flat();
  const references = looksAtGoods(node) ? values : values.filter(isCollection);
  return references.map(collectionOf).filter((id) => id !== null);
}

/** The id of every collection that conditions name, at any depth, each once. */
export function collectionsNamed(rules: Rules): string[] {
  const named = Object.values(rules).flatMap((node) => {
    if (!isRuleNode(node)) return [];
    return [...collectionsOf(node), ...(node.rules ? collectionsNamed(node.rules) : [])];
  });
  return [...new Set(named)];
}

/** Whether any rule, at any depth, looks at products, SKUs or lines by what is known of their goods. */
export const readsGoods = (rules: Rules): boolean =>
  Object.values(rules).some(
    (node) =>
      isRuleNode(node) && (looksAtGoods(node) || (node.rules ? readsGoods(node.rules) : false)),
  );
