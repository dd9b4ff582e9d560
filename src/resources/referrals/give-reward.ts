import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { sql } from "../../db/sql";
import type { ReferralTierRow } from "../../db/tables/referrals";
import { ApiError, type ErrorKey, notFound } from "../../errors";
import type { Heard } from "../../events/listeners";
import type { DomainEvent } from "../../events/outbox";
import type { ReferralReward } from "../../model/referral";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import { customersByIds, decodeCustomer } from "../customers/store";
import { viewSimpleCustomer } from "../customers/view";
import { isUsedUp, NO_CODES, type PublishRefusal } from "../publications/refuse";
import { type Given, type Giving, give, recordNotGiven } from "../redemptions/give";
import { stockIn, stockReads } from "../redemptions/stock";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import { insertReward, type RewardKey, refusalIdOf, wasSettled } from "./reward-store";

/** A referral as it was told. */
export type Referred = Heard<"customer.referred">["data"];

/** Something that a referral gives to somebody, once for its key. */
export interface Due {
  key: RewardKey;
  customerId: string;
  reward: ReferralReward;
  /** The tier that gives it to who refers; null of what the referee gets. */
  tier: ReferralTierRow | null;
}

async function loadGiving(scope: Scope, { key, customerId, reward }: Due, attempt: number) {
  const campaign = sql`${reward.related_object_parent.id}`;
  const customer = sql`${customerId}`;
  const found = await load(scope, {
    settled: wasSettled(scope, key),
    customers: customersByIds(scope, [customerId]),
    ...stockReads(scope, { campaign, customer }, attempt),
  });
  return {
    isSettled: found.settled.length > 0,
    customer: found.customers.map(decodeCustomer)[0],
    ...stockIn(scope, found),
  };
}

/** What converted the referral, as ledgers name it. */
const causeOf = ({ referral, custom_event: event }: Referred): Record<string, unknown> =>
  event
    ? { custom_event: { id: event.id, type: event.type } }
    : { redemption: { id: referral.related_object_id } };

const viewTierOf = (tier: ReferralTierRow, { referral }: Referred) => ({
  id: tier.id,
  campaign_id: tier.campaign_id,
  banner: tier.banner ?? "",
  parameters: { event_type: referral.related_object_type },
});

function rewardedEvent(
  scope: Scope,
  { reward, tier }: Due,
  {
    customer,
    voucher,
    referred,
  }: Pick<Giving, "customer"> & Pick<Given, "voucher"> & { referred: Referred },
): DomainEvent {
  const who = viewSimpleCustomer(customer);
  const { unit } = VOUCHER_KINDS[voucher.type];
  const { amount } = reward;
  const added = unit === "points" ? { points: amount } : { amount };
  return {
    kind: "customer.rewarded",
    entity_id: customer.id,
    customer_id: customer.id,
    data: {
      customer: who,
      holder: who,
      voucher: viewVoucher(scope, voucher),
      campaign: viewCampaignOf(voucher),
      reward: null,
      balance: amount === undefined ? null : added,
      referral_tier: tier && viewTierOf(tier, referred),
      custom_event: referred.custom_event,
      customer_event: null,
      ...(referred.custom_event
        ? { redemption: null }
        : { entry: referred.referral.related_object_id }),
    },
  };
}

/** Why nothing more can be had of a campaign that is joined once, however long one waits. */
const IS_JOINED: ErrorKey = "voucher_cannot_be_published";

const refused = ({ key, facts }: PublishRefusal) => new ApiError(key, facts);

/**
 * Gives what is due, once for its key, in one batch: so much on the customer's card of the
 * campaign, which gets one if it has none, or a code. A customer who was deleted gets nothing.
 * Throws where the campaign is gone, or has nothing to give. Where the customer has had all that
 * can be had of it, that is recorded as a failed publication, once and for good.
 */
export async function giveReward(scope: Scope, due: Due, referred: Referred): Promise<void> {
  const { key, reward, customerId } = due;
  await retried(scope, async (attempt) => {
    const { isSettled, customer, campaign, ...found } = await loadGiving(scope, due, attempt);
    if (isSettled || !customer) return DONE;
    if (!campaign) throw notFound("campaign", reward.related_object_parent.id);
    const asked = { balance: reward.amount, cause: causeOf(referred), isOwed: true };
    const giving = { ...found, customer, campaign };
    const gift = give(scope, giving, asked);
    if (!gift.ok) {
      if (gift.error.key !== IS_JOINED) throw refused(gift.error);
      return recordNotGiven(scope, giving, gift.error, refusalIdOf(key));
    }
    const { voucher, ...given } = gift.value;
    const row = {
      project_id: scope.project.id,
      ...key,
      customer_id: customerId,
      voucher_id: voucher.id,
      created_at: isoNow(scope),
    };
    const rewarded = rewardedEvent(scope, due, { customer, voucher, referred });
    const result = await commit(scope, {
      statements: [insertReward(row), ...given.statements],
      events: [rewarded, ...given.events],
      corrections: given.corrections(0),
      tally: given.tally,
      days: given.days,
      answer: DONE,
    });
    if (!result.ok && isUsedUp(result.error, attempt)) throw refused(NO_CODES);
    return result.ok ? DONE : null;
  });
}
