// Decides which segments a rule set asks about.

import type { Rules } from "../../model/rule";
import { RULE_NAMES } from "./names";
import { isRuleNode } from "./nodes";

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
