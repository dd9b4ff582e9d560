import * as z from "zod";
import type { CampaignDayRow } from "../../db/tables/campaigns";
import { Campaign } from "../../model/campaign";
import type { CampaignType } from "../../model/campaign-types";
import { CalendarDate, Instant } from "../../model/instant";

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

/** What succeeds or fails; on the wire the sum of both stands beside them. */
export type Outcome = "validations" | "redemptions" | "rollbacks" | "publications";

interface Counters {
  outcomes: readonly Outcome[];
  single: readonly Counter[];
}

const decisions = ["validations", "redemptions", "rollbacks"] as const;
const withCodes = [...decisions, "publications"] as const;

/** Counters of each campaign type (as the reference service). */
export const COUNTERS: Record<CampaignType, Counters> = {
  DISCOUNT_COUPONS: { outcomes: withCodes, single: [...BASE, ...CODES, ...DISCOUNTS] },
  PROMOTION: { outcomes: decisions, single: [...BASE, ...DISCOUNTS] },
  GIFT_VOUCHERS: { outcomes: withCodes, single: [...BASE, ...CODES, ...GIFTS] },
  REFERRAL_PROGRAM: { outcomes: withCodes, single: [...BASE, ...CODES, "referred_customers"] },
  LOYALTY_PROGRAM: { outcomes: withCodes, single: [...BASE, ...CODES, ...POINTS] },
};

const number = z.int();

const shapeOf = (type: CampaignType) => {
  const { outcomes, single } = COUNTERS[type];
  const totals = outcomes.flatMap((name) => [name, `${name}_succeeded`, `${name}_failed`]);
  const counters = Object.fromEntries([...totals, ...single].map((name) => [name, number]));
  return z.object({ campaign: Campaign, ...counters, object: z.literal("campaign_summary") });
};

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

const bound = z.union([CalendarDate, Instant]).optional();

/** Bounds of a summary: days, or instants that stand for their day. */
export const SummaryQuery = z.object({ start_date: bound, end_date: bound });
export type SummaryQuery = z.infer<typeof SummaryQuery>;
