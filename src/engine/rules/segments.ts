// Decides which segments a rule set asks about.

import type { Rules } from "../../model/rule";
import { isRuleNode } from "../../model/rule-node";
import { RULE_NAMES } from "./names";

/** Every value of the conditions of `customer.segment`, at any depth, each once. */
export function segmentsNamed(rules: Rules): string[] {
  const named = Object.values(rules).flatMap((node) => {
    if (!isRuleNode(node)) return [];
    const isSegment = RULE_NAMES.get(node.name)?.name === "customer.segment";
    const own = isSegment ? Object.values(node.conditions ?? {}).flat() : [];
    return [...own.map(String), ...(node.rules ? segmentsNamed(node.rules) : [])];
  });
  return [...new Set(named)];
}
