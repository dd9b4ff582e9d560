import type { Answer } from "../../commit/answer";
import { ApiError } from "../../errors";
import type { Scope } from "../../scope/scope";
import { createCampaign } from "../campaigns/create";
import { createTier } from "../campaigns/promotions/tiers/create";
import type { RuleRow } from "../validation-rules/store";
import { type CampaignSetUp, JsonTemplate, type TierSetUp } from "./schema";
import { getTemplate } from "./store";

/** What a body says; null clears what the template says. */
const sentOf = <T extends object>(body: T): Partial<T> => {
  const entries = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<T>;
};

/** The template as it is kept. */
const opened = async (scope: Scope, id: string): Promise<JsonTemplate> =>
  JsonTemplate.parse((await getTemplate(scope, id)).template);

const created = (rule: RuleRow | undefined) =>
  rule ? [{ id: rule.id, object: "validation_rules" as const }] : [];

/** Makes a campaign, with a rule of its own, in the same way as any other. */
export async function setUpCampaign(
  scope: Scope,
  id: string,
  body: CampaignSetUp,
): Promise<Answer> {
  const { campaign: from, rule } = await opened(scope, id);
  const { voucher, ...sent } = body;
  const input = {
    ...from,
    ...sentOf(sent),
    voucher: { ...from.voucher, ...sentOf(voucher ?? {}) },
  };
  return createCampaign(
    scope,
    { ...input, name: body.name },
    {
      rule,
      shape: (campaign, made) => ({
        created_resources: created(made),
        campaign,
        object: "campaign_setup",
      }),
    },
  );
}

/** Makes a promotion tier of the template's discount; refuses a template of gift cards. */
export async function setUpTier(
  scope: Scope,
  id: string,
  { campaign_id, ...body }: TierSetUp,
): Promise<Answer> {
  const { campaign: from, rule } = await opened(scope, id);
  const discount = from.voucher?.discount;
  if (!discount) {
    throw new ApiError("invalid_campaign", {
      details: `Campaign template ${id} has no discount; a promotion tier needs one`,
    });
  }
  const { category, metadata, start_date, expiration_date } = from;
  const { validity_timeframe, validity_day_of_week, validity_hours } = from;
  const kept = { category, metadata, start_date, expiration_date };
  const window = { validity_timeframe, validity_day_of_week, validity_hours };
  const input = { ...kept, ...window, ...sentOf(body), action: { discount } };
  return createTier(
    scope,
    campaign_id,
    { ...input, name: body.name },
    {
      rule,
      shape: (promotion_tier, made) => ({
        created_resources: created(made),
        promotion_tier,
        object: "promotion_tier_setup",
      }),
    },
  );
}
