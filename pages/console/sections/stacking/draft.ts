import type { Schemas } from "../../../../clients/typescript/src";

export type Rules = Schemas["ProjectStackingRules"];

/** Limits with their most; an optional one may be left empty. */
export const LIMITS = [
  { name: "redeemables_limit", most: 30, isOptional: false },
  { name: "applicable_redeemables_limit", most: 30, isOptional: false },
  { name: "applicable_redeemables_per_category_limit", most: 30, isOptional: true },
  { name: "applicable_exclusive_redeemables_limit", most: 5, isOptional: false },
  { name: "applicable_exclusive_redeemables_per_category_limit", most: 30, isOptional: true },
] as const;
export type Limit = (typeof LIMITS)[number]["name"];

/** Settings with their values, the default first. */
export const MODES = {
  redeemables_application_mode: ["ALL", "PARTIAL"],
  redeemables_sorting_rule: ["REQUESTED_ORDER", "CATEGORY_HIERARCHY"],
  redeemables_products_application_mode: ["STACK", "ONCE"],
  discount_calculation_mode: ["DISCOUNTED_AMOUNT", "INITIAL_AMOUNT"],
  redeemables_no_effect_rule: ["REDEEM_ANYWAY", "SKIP"],
  redeemables_rollback_order_mode: ["WITH_ORDER", "WITHOUT_ORDER"],
} as const;
export type Modes = Pick<Rules, keyof typeof MODES>;

/** What each category can be apart from the rest, and the list of the rules that says so. */
export const EXCEPTIONS = {
  group: { exclusive: "exclusive_categories", joint: "joint_categories" },
  effect: { skip: "no_effect_skip_categories", redeem: "no_effect_redeem_anyway_categories" },
  base: {
    initial: "initial_amount_mode_categories",
    discounted: "discounted_amount_mode_categories",
  },
} as const;
export type ExceptionName = keyof typeof EXCEPTIONS;
type Lists = Pick<
  Rules,
  { [N in ExceptionName]: (typeof EXCEPTIONS)[N][keyof (typeof EXCEPTIONS)[N]] }[ExceptionName]
>;

/** The rules as they are typed: numbers as texts. */
export interface Draft {
  limits: Record<Limit, string>;
  modes: Modes;
  lists: Lists;
  categoryLimits: Record<string, string>;
}

/** Empty where it is that of all categories together: where none is set, the service tells that. */
const exclusiveOfEach = ({
  applicable_exclusive_redeemables_limit: all,
  applicable_exclusive_redeemables_per_category_limit: each,
}: Rules): string => (each === all ? "" : String(each));

export const draftOf = (rules: Rules): Draft => ({
  limits: {
    redeemables_limit: String(rules.redeemables_limit),
    applicable_redeemables_limit: String(rules.applicable_redeemables_limit),
    applicable_redeemables_per_category_limit: String(
      rules.applicable_redeemables_per_category_limit ?? "",
    ),
    applicable_exclusive_redeemables_limit: String(rules.applicable_exclusive_redeemables_limit),
    applicable_exclusive_redeemables_per_category_limit: exclusiveOfEach(rules),
  },
  modes: {
    redeemables_application_mode: rules.redeemables_application_mode,
    redeemables_sorting_rule: rules.redeemables_sorting_rule,
    redeemables_products_application_mode: rules.redeemables_products_application_mode,
    discount_calculation_mode: rules.discount_calculation_mode,
    redeemables_no_effect_rule: rules.redeemables_no_effect_rule,
    redeemables_rollback_order_mode: rules.redeemables_rollback_order_mode,
  },
  lists: {
    exclusive_categories: rules.exclusive_categories,
    joint_categories: rules.joint_categories,
    no_effect_skip_categories: rules.no_effect_skip_categories,
    no_effect_redeem_anyway_categories: rules.no_effect_redeem_anyway_categories,
    initial_amount_mode_categories: rules.initial_amount_mode_categories,
    discounted_amount_mode_categories: rules.discounted_amount_mode_categories,
  },
  categoryLimits: Object.fromEntries(
    Object.entries(rules.applicable_redeemables_category_limits).map(([id, most]) => [
      id,
      String(most),
    ]),
  ),
});

export const MOST_OF_CATEGORY = 10;

export const isCount = (text: string, most: number): boolean =>
  /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most;

const countOf = (text: string): number | null => (text === "" ? null : Number(text));

/** The body that sets all of it; what is left empty goes back to its default. */
export const bodyOf = ({ limits, modes, lists, categoryLimits }: Draft) => ({
  redeemables_limit: countOf(limits.redeemables_limit),
  applicable_redeemables_limit: countOf(limits.applicable_redeemables_limit),
  applicable_redeemables_per_category_limit: countOf(
    limits.applicable_redeemables_per_category_limit,
  ),
  applicable_exclusive_redeemables_limit: countOf(limits.applicable_exclusive_redeemables_limit),
  applicable_exclusive_redeemables_per_category_limit: countOf(
    limits.applicable_exclusive_redeemables_per_category_limit,
  ),
  applicable_redeemables_category_limits: Object.fromEntries(
    Object.entries(categoryLimits).flatMap(([id, text]) => (text ? [[id, Number(text)]] : [])),
  ),
  ...modes,
  ...lists,
});

/** Limits that cannot be sent, each with what is wrong. */
export function wrongLimits({ limits }: Draft): Partial<Record<Limit, "limit" | "above">> {
  const wrong = LIMITS.flatMap(({ name, most, isOptional }) =>
    isCount(limits[name], most) || (isOptional && limits[name] === "")
      ? []
      : [[name, "limit"] as const],
  );
  const isAbove = Number(limits.applicable_redeemables_limit) > Number(limits.redeemables_limit);
  return {
    ...(isAbove && { applicable_redeemables_limit: "above" as const }),
    ...Object.fromEntries(wrong),
  };
}
