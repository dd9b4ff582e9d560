// Decides which entries of a rule set are rules: beside them stands its `logic`, a text.
import type { RuleNode, Rules } from "../../model/rule";

/** Whether an entry is a rule rather than the logic beside the rules. */
export const isRuleNode = (node: Rules[string]): node is RuleNode =>
  typeof node === "object" && node !== null;
