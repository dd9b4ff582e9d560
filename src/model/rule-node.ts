import type { RuleNode, Rules } from "./rule";

/** Whether an entry is a rule rather than the logic beside the rules. */
export const isRuleNode = (node: Rules[string]): node is RuleNode =>
  typeof node === "object" && node !== null;
