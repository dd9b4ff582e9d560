import type { EventKind } from "../src/events/catalogue";

const REDEMPTION =
  "redemptions: `POST /v1/redemptions`, `/v1/vouchers/{code}/redemption`, `/v1/loyalties/.../redemption`, `/client/v1/redemptions`, `/client/v1/redeem`";
const ROLLBACK = "`POST /v1/redemptions/{id}/rollback`, `/v1/redemptions/{id}/rollbacks`";
const PUBLICATION =
  "`POST` and `GET /v1/publications`, `POST /v1/loyalties/{id}/members`, `/client/v1/publish`, rewards, earning rules, distributions and referrals that give codes";
const VALIDATION = "validations that name a customer";
const EARNING =
  "what earning rules react to: orders that are paid, custom events, entered segments, moves between tiers";
const UPSERT = "whatever names a customer by data: redemptions, publications, orders, events";
const TIER_MOVES = "whatever moves points of a member, and the nightly run";
const CAMPAIGN =
  "`PUT /v1/campaigns/{id}`, `/v1/loyalties/{id}`, `POST /v1/trash-bin/{binEntryId}/restore`";
const REFERRAL = "referrals that convert";
const IMPORTS = "imports";
const GENERATION =
  "`POST /v1/campaigns`, `/v1/campaigns/{id}/vouchers` with `vouchers_count`, `/v1/loyalties`; not for one code alone, which `voucher.created` tells";
const ASSIGNED =
  "`POST /v1/validation-rules/{id}/assignments`, and whatever is made with `validation_rules`";
const PENDING = "`POST .../pending-points/{id}";

/** Which operations cause the events of each kind; the compiler asks for every one. */
export const OPERATIONS: Record<EventKind, string> = {
  "voucher.created": `\`POST /v1/vouchers\`, \`/v1/campaigns/{id}/vouchers\`, ${IMPORTS}; publications that make a code`,
  "voucher.updated": `\`PUT /v1/vouchers/{code}\`, \`POST /v1/trash-bin/{binEntryId}/restore\`; ${PUBLICATION}`,
  "voucher.deleted": "`DELETE /v1/vouchers/{code}`",
  "voucher.enabled": "`POST /v1/vouchers/{code}/enable`",
  "voucher.disabled": "`POST /v1/vouchers/{code}/disable`; the rollback of a reward that gave it",
  "voucher.gift.balance_aded": `\`POST /v1/vouchers/{code}/balance\` of a gift card, where it adds credits; ${REFERRAL}`,
  "voucher.gift.transaction.created": `\`POST /v1/vouchers/{code}/balance\` of a gift card; ${REDEMPTION}; rollbacks; ${REFERRAL}`,
  "voucher.loyalty_card.points_aded": `\`POST /v1/loyalties/.../members/{code}/balance\`, \`/v1/vouchers/{code}/balance\`; ${EARNING}; ${REFERRAL}`,
  "voucher.loyalty_card.pending_points.aded": EARNING,
  "voucher.loyalty_card.pending_points.updated": `${PENDING}/balance\``,
  "voucher.loyalty_card.pending_points.canceled": `${PENDING}/cancel\`; orders that are canceled`,
  "voucher.loyalty_card.pending_points.activated": `${PENDING}/activate\`, and the nightly run`,
  "voucher.loyalty_card.points_expired": "the nightly run",
  "customer.voucher.loyalty_card.points_transferred":
    "`POST /v1/loyalties/{id}/members/{code}/transfers`",
  "voucher.loyalty_card.transaction.created": `whatever moves points: balances, transfers, ${EARNING}; redemptions, rollbacks, ${REFERRAL}, the nightly run`,
  "customer.rewarded": `${REDEMPTION} of a reward; ${REFERRAL}`,
  "customer.reward_redemptions.created": `${REDEMPTION} of a reward`,
  "customer.reward_redemptions.completed": `${REDEMPTION} of a reward`,
  "customer.reward_redemptions.rolledback": `${ROLLBACK} of a reward`,
  "business_validation_rule.created": "`POST /v1/validation-rules`",
  "business_validation_rule.updated": "`PUT /v1/validation-rules/{id}`",
  "business_validation_rule.deleted": "`DELETE /v1/validation-rules/{id}`",
  "business_validation_rule.assignment.created": ASSIGNED,
  "business_validation_rule.assignment.deleted":
    "`DELETE /v1/validation-rules/{id}/assignments/{id}`, and the removal of the rule or of what it is on",
  "customer.loyalty.tier.joined": TIER_MOVES,
  "customer.loyalty.tier.left": TIER_MOVES,
  "customer.loyalty.tier.prolonged": TIER_MOVES,
  "customer.loyalty.tier.upgraded": TIER_MOVES,
  "customer.loyalty.tier.downgraded": TIER_MOVES,
  "customer.loyalty.tier.expiration.changed": TIER_MOVES,
  "customer.created": `\`POST /v1/customers\`, imports; ${UPSERT}`,
  "customer.updated": `\`PUT\` and \`POST /v1/customers\`, consents, imports; ${UPSERT}`,
  "customer.deleted": "`DELETE /v1/customers/{id}`, `POST /v1/customers/{id}/permanent-deletion`",
  "customer.holder.assignment.created":
    "`POST /v1/referrals/members/{memberId}/holders`, also with the campaign in the path; a referral that converts by redemption",
  "customer.holder.assignment.deleted":
    "`DELETE /v1/referrals/members/{memberId}/holders/{holderId}`, also with the campaign in the path",
  "customer.segment.entered": "whatever changes a customer of a segment that follows it",
  "customer.segment.left": "whatever changes a customer of a segment that follows it",
  "customer.referred": "a redemption or an event that converts a referral",
  "customer.custom_event": "`POST /v1/events`, `/client/v1/events`",
  "customer.order.created": "`POST /v1/orders`, imports",
  "customer.order.updated":
    "`POST /v1/orders`, `PUT /v1/orders/{id}`, imports; redemptions for somebody else than whose the order was",
  "customer.order.paid": "`POST /v1/orders`, `PUT /v1/orders/{id}`, imports",
  "customer.order.fulfilled": "`POST /v1/orders`, `PUT /v1/orders/{id}`, imports",
  "customer.order.canceled": "`POST /v1/orders`, `PUT /v1/orders/{id}`, imports",
  "customer.rewarded.loyalty_points": EARNING,
  "campaign.created": "`POST /v1/campaigns`, `/v1/loyalties`",
  "campaign.updated": CAMPAIGN,
  "campaign.deleted": "`DELETE /v1/campaigns/{id}`, `/v1/loyalties/{id}`",
  "campaign.enabled": "`POST /v1/campaigns/{id}/enable`",
  "campaign.disabled": "`POST /v1/campaigns/{id}/disable`",
  "campaign.promotion_tier.created": "`POST /v1/promotions/{campaignId}/tiers`, `/v1/campaigns`",
  "campaign.promotion_tier.updated": "`PUT /v1/promotions/tiers/{id}`",
  "campaign.promotion_tier.deleted": "`DELETE /v1/promotions/tiers/{id}`",
  "campaign.promotion_tier.enabled": "`POST /v1/promotions/tiers/{id}/enable`",
  "campaign.promotion_tier.disabled": "`POST /v1/promotions/tiers/{id}/disable`",
  "campaign.referral_tier.created": "`POST /v1/referrals/{campaignId}/tiers`",
  "campaign.referral_tier.updated": "`PUT /v1/referrals/{campaignId}/tiers/{id}`",
  "campaign.referral_tier.deleted": "`DELETE /v1/referrals/{campaignId}/tiers/{id}`",
  "campaign.loyalty_tier.created": "`POST /v1/loyalties/{id}/tiers`",
  "campaign.loyalty_tier.updated": "`PUT /v1/loyalties/{id}/tiers/{id}`",
  "campaign.loyalty_tier.deleted": "`DELETE /v1/loyalties/{id}/tiers/{id}`",
  "campaign.promotion_stack.created": "`POST /v1/promotions/{campaignId}/stacks`",
  "campaign.promotion_stack.updated": "`PUT /v1/promotions/{campaignId}/stacks/{id}`",
  "campaign.earning_rule.assigned": "`POST /v1/loyalties/{id}/earning-rules`",
  "campaign.earning_rule.updated": "`PUT /v1/loyalties/{id}/earning-rules/{id}`",
  "campaign.earning_rule.deleted": "`DELETE /v1/loyalties/{id}/earning-rules/{id}`",
  "campaign.earning_rule.enabled": "`POST /v1/loyalties/{id}/earning-rules/{id}/enable`",
  "campaign.earning_rule.disabled": "`POST /v1/loyalties/{id}/earning-rules/{id}/disable`",
  "campaign.reward.assignment.created":
    "`POST /v1/rewards/{id}/assignments`, `/v1/loyalties/{id}/rewards`",
  "campaign.reward.assignment.updated":
    "`PUT /v1/rewards/{id}/assignments/{id}`, `/v1/loyalties/{id}/rewards/{id}`",
  "campaign.reward.assignment.deleted":
    "`DELETE /v1/rewards/{id}/assignments/{id}`, `/v1/loyalties/{id}/rewards/{id}`",
  "campaign.vouchers.aded": "`POST /v1/campaigns/{id}/vouchers`, imports into a campaign",
  "campaign.vouchers.generation.started": GENERATION,
  "campaign.vouchers.generation.completed": GENERATION,
  "campaign.vouchers.generation.failed": GENERATION,
  "customer.publication.failed": PUBLICATION,
  "customer.validation.failed": VALIDATION,
  "customer.validation.succeeded": VALIDATION,
  "publication.succeeded": PUBLICATION,
  "voucher.published": PUBLICATION,
  "redemption.succeeded": REDEMPTION,
  "redemption.failed": REDEMPTION,
  "redemption.rollback.succeeded": ROLLBACK,
  "redemption.rollback.failed": ROLLBACK,
};
