// Decides which entries of a rule set are rules: beside them stands its `logic`, a text.
import type { RuleNode, Rules } from "../../model/rule";

export const isRuleNode = (node: Rules[string]): node is RuleNode =>
  typeof node === "object" && node !== null;
