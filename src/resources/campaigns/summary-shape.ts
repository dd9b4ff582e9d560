import * as z from "zod";
import type { CampaignDayRow } from "../../db/tables/campaigns";
import { Campaign } from "../../model/campaign";
import type { CampaignType } from "../../model/campaign-types";
import { type Counters, counterFields } from "../../model/day-counters";

/** Columns of a day; each is also the name of its counter on the wire. */
type Counter = Exclude<keyof CampaignDayRow, "project_id" | "campaign_id" | "day">;

const BASE = ["orders_amount", "orders_rolledback_amount"] as const;
const DISCOUNTS = ["discounted_amount", "rolledback_discounted_amount"] as const;
const CODES = ["vouchers_created", "vouchers_deleted"] as const;
const GIFTS = [
  "created_vouchers_amount",
  "amount_added",
  "amount_deleted",
  "amount_redeemed",
  "amount_rolledback",
  "amount_subtracted",
] as const;
const POINTS = [
  "created_vouchers_points",
  "points_deleted",
  "points_subtracted",
  "points_added",
  "points_rewarded",
  "points_redeemed",
  "points_rolledback",
  "points_expired",
  "points_transferred_out",
  "points_transferred_in",
  "pending_points_added",
  "pending_points_subtracted",
  "pending_points_activated",
  "pending_points_canceled",
] as const;

const decisions = ["validations", "redemptions", "rollbacks"] as const;
const withCodes = [...decisions, "publications"] as const;

/** Counters of each campaign type (as the reference service). */
export const COUNTERS: Record<CampaignType, Counters<Counter>> = {
  DISCOUNT_COUPONS: { outcomes: withCodes, single: [...BASE, ...CODES, ...DISCOUNTS] },
  PROMOTION: { outcomes: decisions, single: [...BASE, ...DISCOUNTS] },
  GIFT_VOUCHERS: { outcomes: withCodes, single: [...BASE, ...CODES, ...GIFTS] },
  REFERRAL_PROGRAM: { outcomes: withCodes, single: [...BASE, ...CODES, "referred_customers"] },
  LOYALTY_PROGRAM: { outcomes: withCodes, single: [...BASE, ...CODES, ...POINTS] },
};

const shapeOf = (type: CampaignType) =>
  z.object({
    campaign: Campaign,
    ...counterFields(COUNTERS[type]),
    object: z.literal("campaign_summary"),
  });

/**
 * Contract, "Campaign summary"; amounts in minor units. The shapes stand in an order in which none
 * has all that an earlier one asks for.
 */
export const CampaignSummary = z
  .union([
    shapeOf("LOYALTY_PROGRAM"),
    shapeOf("GIFT_VOUCHERS"),
    shapeOf("REFERRAL_PROGRAM"),
    shapeOf("DISCOUNT_COUPONS"),
    shapeOf("PROMOTION"),
  ])
  .meta({ id: "CampaignSummary" });
