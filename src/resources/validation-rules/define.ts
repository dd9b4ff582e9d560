import { checkPrices } from "../../checks/discount";
import { type BundleRules, checkBundle } from "../../engine/bundles/define";
import { termsOf } from "../../engine/qualification/terms";
import { collectionsIn } from "../../engine/rules/collections";
import { checkRules } from "../../engine/rules/define";
import { segmentsNamed } from "../../engine/rules/segments";
import { readsUsage } from "../../engine/usage/facts";
import { ApiError } from "../../errors";
import type { Rules } from "../../model/rule";
import type { ApplicableInput } from "./schema";
import type { RuleRow } from "./store";

/** Characters of JSON: three such parts stay well below the largest row that D1 stores. */
const MOST_CHARACTERS = 200_000;

const invalid = (details: string) => new ApiError("invalid_validation_rules", { details });

function refuseLarge(name: string, definition: unknown): void {
  if (JSON.stringify(definition).length <= MOST_CHARACTERS) return;
  throw invalid(`'${name}' is larger than ${MOST_CHARACTERS} characters`);
}

/** The rules as they are kept; a defect is refused with the rule's path and the reason. */
function definedRules(sent: unknown): Rules {
  const checked = checkRules(sent);
  if (!checked.ok) {
    const { rule, reason } = checked.error;
    throw invalid(reason.includes(`'${rule}'`) ? reason : `${reason} (at '${rule}')`);
  }
  refuseLarge("rules", checked.value);
  return checked.value;
}

/** The rules as they are kept, with what a decision has to read for them. */
export function ruleColumns(sent: unknown) {
  const rules = definedRules(sent);
  return {
    rules,
    segments: segmentsNamed(rules),
    reads_usage: readsUsage(rules),
    terms: termsOf(rules),
  };
}

/** Bundle rules as they are kept; a defect is refused with its path and the reason. */
export function definedBundle(sent: unknown): BundleRules {
  const checked = checkBundle(sent);
  if (!checked.ok) {
    const { rule, reason } = checked.error;
    throw invalid(`'${rule === "" ? "bundle_rules" : `bundle_rules.${rule}`}' ${reason}`);
  }
  refuseLarge("bundle_rules", checked.value);
  return checked.value;
}

/** The collections that any part of a rule names, so that a decision reads those and no others. */
export const collectionsNamed = ({
  rules,
  applicable_to,
  bundle_rules,
}: Pick<RuleRow, "rules" | "applicable_to" | "bundle_rules">): string[] =>
  collectionsIn([rules, applicable_to, bundle_rules]);

/** All three parts are always there; what was not sent is empty. */
export function definedApplicableTo(sent: ApplicableInput | null | undefined) {
  const whole = {
    included: sent?.included ?? [],
    excluded: sent?.excluded ?? [],
    included_all: sent?.included_all ?? false,
  };
  refuseLarge("applicable_to", whole);
  checkPrices(whole);
  return whole;
}
