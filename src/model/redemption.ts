import * as z from "zod";
import { SimpleCustomer } from "./customer";
import { Reward } from "./loyalty/reward";
import { Metadata } from "./metadata";
import { Order, type OrderItemInput } from "./order";
import { PromotionTier } from "./promotion";
import { Reach } from "./reach";
import { Voucher } from "./voucher";

/**
 * What one redeemable did to one line. Minor units. `index` is that of the line; one behind the
 * last is a line that the redeemable put into the cart.
 */
export interface LineTaking {
  index: number;
  discount: number;
  /** Units that are free. */
  discount_quantity?: number;
  /** Units that were put into the cart, or out of it where negative, and what they cost. */
  added_quantity?: number;
  added_amount?: number;
  /** What a new line is about, and the price of one. */
  item?: OrderItemInput;
  price?: number;
  /** For shoppers: what was done to the line (contract, "Order item"). */
  application_details?: Record<string, unknown>[];
}

/** What points were spent on, as it was then (contract, "Redemption", `reward`). */
export const RedemptionReward = Reward.pick({
  id: true,
  name: true,
  type: true,
  parameters: true,
  created_at: true,
  object: true,
})
  .extend({
    updated_at: z.string().optional(),
    metadata: Metadata.optional(),
    assignment_id: z.string().nullable(),
    loyalty_tier_id: z.string().nullable(),
    customer: SimpleCustomer.nullable(),
    voucher: Voucher.nullable(),
    product: z.unknown().nullable(),
    sku: z.unknown().nullable(),
  })
  .meta({ id: "RedemptionReward" });
export type RedemptionReward = z.infer<typeof RedemptionReward>;

/** The same without whose points they were. */
export type RewardSpent = Omit<RedemptionReward, "customer">;

/** What a redemption changed, written down so that a rollback restores it without recomputing. */
export interface RedemptionEffects {
  /** Uses taken from the voucher. */
  quantity?: number;
  /** Credits taken from a gift card, minor units. */
  credits?: number;
  /** Points taken from a loyalty card. */
  points?: number;
  /** The card was of who redeemed: what it took is off the balance in their summary. */
  is_own_card?: true;
  /** The entry of the card's ledger that took them. */
  transaction_id?: string;
  /** What they were spent on, without whose they were. */
  reward?: RewardSpent;
  /**
   * What a member was given for them: a voucher, and so much added to its balance; of points also
   * the entry that added them.
   */
  given?: { voucher_id?: string; balance?: number; transaction_id?: string };
  /** Discount this redeemable gave at order level, minor units. */
  order_discount?: number;
  /** The order discount split over the lines by largest remainder, minor units per line. */
  line_shares?: number[];
  /** What it took off, and put into, single lines. */
  lines?: LineTaking[];
  /** What it added to the counters of usage, and for which periods. */
  usage?: UsageEffect;
  /**
   * A browser redeemed: the order's amount, the customer's summary and a referral wait until a back
   * end says that the order is paid.
   */
  unconfirmed?: { customer_id: string | null; refers?: true };
  /** The customer's summary does not count it. */
  uncounted?: true;
  /** The customer whose summary counts it since a back end said that the order is paid. */
  counted_for?: string;
  /** A browser named the customer without that customer's token. */
  unproven?: true;
}

/** Additions to counters: one for each owner (a voucher, a campaign) and subject. Minor units. */
export interface UsageEffect {
  day: string;
  week: string;
  month: string;
  added: {
    owner: string;
    subjects: string[];
    count: number;
    orders_amount: number;
    discounted_amount: number;
  }[];
}

/** What uses add to one counter of an owner, on the days of one calendar. Minor units. */
export interface UsageMove extends Omit<UsageEffect["added"][number], "owner" | "subjects"> {
  owner: string;
  subject: string;
  day: string;
  week: string;
  month: string;
}

export const Channel = z.object({ channel_type: z.string(), channel_id: z.string() });

/** The voucher inside a redemption tells what the redemption worked on. */
export const RedeemedVoucher = Voucher.extend({
  applicable_to: Reach,
  inapplicable_to: Reach,
}).meta({ id: "RedeemedVoucher" });

const ledgerEntry = {
  id: z.string(),
  date: z.string(),
  customer_id: z.string().nullable(),
  tracking_id: z.string().nullable(),
  metadata: Metadata.nullable(),
  amount: z.int().optional(),
  result: z.enum(["SUCCESS", "FAILURE"]),
  status: z.enum(["SUCCEEDED", "FAILED", "ROLLED_BACK"]),
  failure_code: z.string().optional(),
  failure_message: z.string().optional(),
  order: Order.nullable(),
  channel: Channel,
  customer: SimpleCustomer.nullable(),
  related_object_type: z.enum(["voucher", "promotion_tier", "redemption"]),
  related_object_id: z.string(),
  related_object_parent_id: z.string().optional(),
  /** Null where a tier was redeemed. */
  voucher: RedeemedVoucher.nullable().optional(),
  promotion_tier: PromotionTier.optional(),
  promotion_stack: z.object({ id: z.string() }).optional(),
  gift: z.object({ amount: z.int() }).optional(),
  loyalty_card: z.object({ points: z.int() }).optional(),
  reward: RedemptionReward.optional(),
};

/** Contract, "Redemption". A child of a stack names its parent in `redemption`. */
export const Redemption = z
  .object({ ...ledgerEntry, redemption: z.string().optional(), object: z.literal("redemption") })
  .meta({ id: "Redemption" });

export const Rollback = z
  .object({
    ...ledgerEntry,
    redemption: z.string(),
    reason: z.string().nullable(),
    object: z.literal("redemption_rollback"),
  })
  .meta({ id: "RedemptionRollback" });
