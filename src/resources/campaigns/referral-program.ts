import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { notFound } from "../../errors";
import type { CampaignType } from "../../model/campaign-types";
import type {
  ReferralProgram,
  ReferralProgramInput,
  ReferralReward,
  ReferralRewardInput,
} from "../../model/referral";
import type { Scope } from "../../scope/scope";
import { decodeEventSchema, schemaNamed } from "../management/custom-event-schemas/store";
import { invalid } from "./define";
import { byCampaignName, theCampaign } from "./store";

const AT = "Property .referral_program";

interface Gives {
  /** Of campaigns of this type. */
  of: CampaignType;
  /** So many points or credits, where a code is not all. */
  isCounted: boolean;
}

const GIVES: Record<ReferralReward["type"], Gives> = {
  LOYALTY_CARD: { of: "LOYALTY_PROGRAM", isCounted: true },
  GIFT_VOUCHER: { of: "GIFT_VOUCHERS", isCounted: true },
  DISCOUNT_VOUCHER: { of: "DISCOUNT_COUPONS", isCounted: false },
};

const nameOf = (
  { id, name }: { id?: string | null | undefined; name?: string | null | undefined },
  at: string,
): string => {
  const called = id || name;
  if (!called) throw invalid(`${at} must have required property 'id'`);
  return called;
};

/** The campaigns that a reward may name, for the load that it rides in. */
export const rewardReads = (scope: Scope, reward: ReferralRewardInput | null | undefined) =>
  reward
    ? byCampaignName(
        scope,
        reward.related_object_parent.id || (reward.related_object_parent.name ?? ""),
      )
    : null;

/**
 * A reward as it is kept. `at` is where it stands in the body. Refuses an unknown campaign, one
 * of another type, and points or credits without an amount.
 */
export function definedReward(
  { type, amount, related_object_parent: parent }: ReferralRewardInput,
  rows: readonly RawRow[],
  at: string,
): ReferralReward {
  const { of, isCounted } = GIVES[type];
  const { id, name, campaign_type } = theCampaign(
    rows,
    nameOf(parent, `${at}.related_object_parent`),
  );
  if (campaign_type !== of) {
    throw invalid(`${at}.type ${type} does not fit campaign ${id}, which is ${campaign_type}`);
  }
  if (isCounted && !amount) {
    throw invalid(`${at} must have required property 'amount'`);
  }
  return {
    type,
    ...(isCounted && amount && { amount }),
    related_object_parent: { id, name, object: "CAMPAIGN" },
  };
}

/** The event that converts, by the id or name of its schema. */
function eventOf(custom: ReferralProgramInput["custom_event"], rows: readonly RawRow[]) {
  if (!custom) throw invalid(`${AT} must have required property 'custom_event'`);
  const called = nameOf(custom, `${AT}.custom_event`);
  const found = rows.map(decodeEventSchema);
  const schema = found.find((each) => each.id === called) ?? found[0];
  if (!schema) throw notFound("event_schema", called);
  return { id: schema.id, name: schema.name };
}

/**
 * A referral program as it is kept, with what it names; null stays null. One round trip where it
 * names anything. Refuses what is not there (not_found) or does not fit (invalid_campaign).
 */
export async function definedProgram(
  scope: Scope,
  sent: ReferralProgramInput | null | undefined,
): Promise<ReferralProgram | null> {
  if (!sent) return null;
  const { custom_event: custom, referee_reward: reward } = sent;
  const type = sent.conversion_event_type ?? (custom ? "custom_event" : "redemption");
  if (type === "redemption" && (custom?.id || custom?.name)) {
    throw invalid(`${AT}.custom_event must NOT be sent with conversion_event_type redemption`);
  }
  const { events, campaigns } = await load(scope, {
    events: custom ? schemaNamed(scope, custom.id || (custom.name ?? "")) : null,
    campaigns: rewardReads(scope, reward),
  });
  return {
    conversion_event_type: type,
    ...(type === "custom_event" && { custom_event: eventOf(custom, events) }),
    ...(reward && { referee_reward: definedReward(reward, campaigns, `${AT}.referee_reward`) }),
  };
}
