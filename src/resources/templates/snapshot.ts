import { ApiError } from "../../errors";
import type { Discount } from "../../model/discount";
import type { TimeWindow } from "../../model/time-window";
import type { StoredTier } from "../campaigns/promotions/tiers/sql";
import type { StoredCampaign } from "../campaigns/store";
import type { RuleRow } from "../validation-rules/store";
import { viewRule } from "../validation-rules/view";
import { type JsonTemplate, TemplateType } from "./schema";

const MOST_CHARACTERS = 1_000_000;

const invalid = (details: string) => new ApiError("invalid_campaign", { details });

/** Categories go by name, which another project may know as well. */
const shared = (row: TimeWindow & Pick<StoredTier, "category" | "metadata">) => ({
  category: row.category,
  metadata: row.metadata,
  start_date: row.start_date,
  expiration_date: row.expiration_date,
  validity_timeframe: row.validity_timeframe,
  validity_day_of_week: row.validity_day_of_week,
  validity_hours: row.validity_hours,
});

const ruleOf = (rules: readonly RuleRow[]): JsonTemplate["rule"] => {
  const [rule] = rules;
  if (!rule) return null;
  const {
    name,
    rules: sent,
    bundle_rules,
    error,
    applicable_to,
    type,
    context_type,
  } = viewRule(rule);
  return { name, rules: sent, bundle_rules, error, applicable_to, type, context_type };
};

/** What is left of a campaign to make another one from. */
export interface Taken {
  campaign_type: TemplateType;
  template: JsonTemplate;
}

function refuseLarge(taken: Taken): Taken {
  if (JSON.stringify(taken.template).length <= MOST_CHARACTERS) return taken;
  throw invalid(`A template must NOT have more than ${MOST_CHARACTERS} characters`);
}

/** Refuses campaigns that are neither of discounts nor of gift cards. */
export function ofCampaign(row: StoredCampaign, rules: readonly RuleRow[]): Taken {
  const type = TemplateType.safeParse(row.campaign_type);
  if (!type.success || !row.voucher) {
    throw invalid(
      `Campaign ${row.id} is of type ${row.campaign_type}; templates are of [ ${TemplateType.options.join(", ")} ]`,
    );
  }
  // The pattern says all that the length does, which may be none.
  const { length: _, ...code_config } = row.voucher.code_config ?? {};
  const campaign = {
    ...shared(row),
    campaign_type: type.data,
    type: row.type,
    description: row.description,
    auto_join: row.auto_join,
    join_once: row.join_once,
    use_voucher_metadata_schema: row.use_voucher_metadata_schema,
    activity_duration_after_publishing: row.activity_duration_after_publishing,
    voucher: { ...row.voucher, code_config },
  };
  return refuseLarge({ campaign_type: type.data, template: { campaign, rule: ruleOf(rules) } });
}

/** A tier as a campaign of its discount; refuses one that has none. */
export function ofTier(
  row: StoredTier,
  discount: Discount | null,
  rules: readonly RuleRow[],
): Taken {
  if (!discount) throw invalid(`Promotion tier ${row.id} has no discount`);
  const campaign_type = "DISCOUNT_COUPONS" as const;
  const voucher = { type: "DISCOUNT_VOUCHER" as const, discount };
  const campaign = { ...shared(row), campaign_type, voucher };
  return refuseLarge({ campaign_type, template: { campaign, rule: ruleOf(rules) } });
}
