import type { RawRow } from "../../../db/client";
import { ApiError, notFound } from "../../../errors";
import { type ProjectStackingRules, stackingRulesWith } from "../../../model/stacking-rules";
import type { StackingRulesInput } from "./schema";

/** What a project has set for itself; the rest are the defaults, also where they change. */
export type OwnRules = Partial<ProjectStackingRules>;

type Lists =
  | "exclusive_categories"
  | "joint_categories"
  | "no_effect_skip_categories"
  | "no_effect_redeem_anyway_categories"
  | "initial_amount_mode_categories"
  | "discounted_amount_mode_categories";

/** A category stands in one list of each pair. */
const APART: [Lists, Lists][] = [
  ["exclusive_categories", "joint_categories"],
  ["no_effect_skip_categories", "no_effect_redeem_anyway_categories"],
  ["initial_amount_mode_categories", "discounted_amount_mode_categories"],
];

const LISTS: readonly Lists[] = APART.flat();

const invalid = (details: string) => new ApiError("invalid_payload", { details });

/** A limit of a part is not above the limit of the whole. */
const WITHIN = [["applicable_redeemables_limit", "redeemables_limit"]] as const;

function refuseContradictions(rules: ProjectStackingRules): void {
  for (const [part, whole] of WITHIN) {
    if ((rules[part] ?? 0) > rules[whole]) {
      throw invalid(`Property .${part} must be <= ${rules[whole]}, which is .${whole}`);
    }
  }
  for (const [one, other] of APART) {
    const id = rules[one].find((each) => rules[other].includes(each));
    if (id !== undefined) {
      throw invalid(`Property .${one} and .${other} must NOT both have category ${id}`);
    }
  }
}

/** The categories that a body names, each once. */
export function categoriesIn(input: StackingRulesInput): string[] {
  const limits = Object.keys(input.applicable_redeemables_category_limits ?? {});
  return [...new Set([...limits, ...LISTS.flatMap((name) => input[name] ?? [])])];
}

/** Refuses the first category that the reads did not find. */
export function refuseUnknown(ids: readonly string[], rows: readonly RawRow[] = []): void {
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined) throw notFound("category", unknown);
}

/**
 * What a project has set once a body is merged in: sent fields replace, null goes back to the
 * default. Refuses rules that contradict each other. The cast holds because nulls were taken out.
 */
export function ownRules(before: OwnRules, input: StackingRulesInput): OwnRules {
  const sent = Object.entries(input).filter(([, value]) => value !== undefined);
  const merged = new Map<string, unknown>([...Object.entries(before), ...sent]);
  for (const name of LISTS) {
    if (input[name]) merged.set(name, [...new Set(input[name])]);
  }
  const set = Object.fromEntries([...merged].filter(([, value]) => value !== null)) as OwnRules;
  refuseContradictions(stackingRulesWith(set));
  return set;
}
