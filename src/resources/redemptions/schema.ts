import * as z from "zod";
import { filteredQuery, ordersOf, pageQuery } from "../../http/page";
import { ClientCustomer, CustomerInput } from "../../model/customer";
import { Instant } from "../../model/instant";
import { EntryMetadata } from "../../model/metadata";
import { ClientOrder, Order, OrderInput } from "../../model/order";
import { ClientTier } from "../../model/promotion";
import { DecideRequest, decidable, RedeemableInput } from "../../model/redeemable";
import { Redemption, RedemptionReward, Rollback } from "../../model/redemption";
import { ClientVoucher } from "../../model/voucher";
import {
  ClientInapplicable,
  ClientSkipped,
  clientEffect,
  InapplicableRedeemable,
  SkippedRedeemable,
} from "../validations/schema";

/** Body of a redemption of one code; the code stands in the path or query. */
export const RedeemOne = z.object({
  ...decidable,
  gift: RedeemableInput.shape.gift,
  reward: RedeemableInput.shape.reward,
});
export type RedeemOne = z.infer<typeof RedeemOne>;

/** Who redeems may be told in the query too. */
export const TrackedBy = z.object({ tracking_id: z.string().max(255).optional() });
export type TrackedBy = z.infer<typeof TrackedBy>;

/** Body of a redemption by a member of a loyalty program. */
export const RewardRedemption = z.object({
  reward: RedeemableInput.shape.reward,
  order: decidable.order,
  metadata: decidable.metadata,
});
export type RewardRedemption = z.infer<typeof RewardRedemption>;

export const RedeemMany = DecideRequest;

export const LedgerEntry = z.discriminatedUnion("object", [Redemption, Rollback]);

export const RedemptionAnswer = z
  .object({
    redemptions: z.array(Redemption),
    parent_redemption: Redemption.optional(),
    order: Order.optional(),
    inapplicable_redeemables: z.array(InapplicableRedeemable).optional(),
    skipped_redeemables: z.array(SkippedRedeemable).optional(),
  })
  .meta({ id: "RedemptionAnswer" });

const ClientRedeemedVoucher = ClientVoucher.extend({
  applicable_to: clientEffect.applicable_to,
  inapplicable_to: clientEffect.inapplicable_to,
});

/**
 * What a shopper's device sees of a redemption, field by field: nothing the shop noted for itself.
 */
export const ClientRedemption = Redemption.pick({
  id: true,
  date: true,
  customer_id: true,
  tracking_id: true,
  metadata: true,
  amount: true,
  result: true,
  status: true,
  failure_code: true,
  failure_message: true,
  related_object_type: true,
  related_object_id: true,
  related_object_parent_id: true,
  promotion_stack: true,
  gift: true,
  loyalty_card: true,
  redemption: true,
  channel: true,
  object: true,
})
  .extend({
    reward: RedemptionReward.pick({
      id: true,
      name: true,
      type: true,
      parameters: true,
      assignment_id: true,
      object: true,
    }).optional(),
    order: ClientOrder.nullable(),
    voucher: ClientRedeemedVoucher.nullable().optional(),
    promotion_tier: ClientTier.optional(),
    customer: ClientCustomer.nullable(),
  })
  .meta({ id: "ClientRedemption" });

export const ClientRedemptionAnswer = z
  .object({
    redemptions: z.array(ClientRedemption),
    parent_redemption: ClientRedemption.optional(),
    order: ClientOrder.optional(),
    inapplicable_redeemables: z.array(ClientInapplicable).optional(),
    skipped_redeemables: z.array(ClientSkipped).optional(),
  })
  .meta({ id: "ClientRedemptionAnswer" });

/** What would ask for a part of what a redemption did. */
const part = z
  .never(
    "cannot be set, since a rollback gives back the whole redemption; leave it out, or give back a part by adding credits or points to the card",
  )
  .nullish();

export const RollbackBody = z.object({
  reason: z.string().max(1000).nullish(),
  tracking_id: z.string().max(255).nullish(),
  customer: CustomerInput.nullish(),
  /** Names the order. Its amount and lines, where sent, must be all of it. */
  order: OrderInput.pick({ id: true, source_id: true, amount: true, items: true }).nullish(),
  metadata: EntryMetadata.nullish(),
  items: part,
  amount: part,
  quantity: part,
  credits: part,
  points: part,
  gift: part,
  loyalty_card: part,
  reward: part,
  redeemables: part,
  release_use: part,
  recalculate: part,
});
export type RollbackBody = z.infer<typeof RollbackBody>;

/** Reason and tracking id may stand in the query, as the reference service has them. */
export const RollbackQuery = z.object({
  reason: z.string().max(1000).optional(),
  tracking_id: z.string().max(255).optional(),
});

export const RollbacksAnswer = z
  .object({
    rollbacks: z.array(Rollback),
    parent_rollback: Rollback.optional(),
    order: Order.optional(),
  })
  .meta({ id: "RollbacksAnswer" });

/** In any letter case, as older clients write it. */
const Result = z.preprocess(
  (sent) => (typeof sent === "string" ? sent.toUpperCase() : sent),
  z.enum(["SUCCESS", "FAILURE"]),
);

/** One result, or several, of which both together are all entries. */
const results = z
  .union([Result, z.array(Result).max(10)])
  .transform((sent) => {
    const [first, ...others] = new Set([sent].flat());
    return others.length === 0 ? first : undefined;
  })
  .optional();

export const RedemptionQuery = z.object({
  ...pageQuery,
  order: ordersOf("created_at", "id", "voucher_code", "tracking_id", "customer_id").default(
    "-created_at",
  ),
  result: results,
  campaign: z.string().max(255).optional(),
  customer: z.string().max(255).optional(),
  created_at: z.object({ before: Instant.optional(), after: Instant.optional() }).optional(),
  ...filteredQuery,
});
export type RedemptionQuery = z.infer<typeof RedemptionQuery>;

/** Query of one voucher's redemptions. */
export const EntriesQuery = z.object(pageQuery);
export type EntriesQuery = z.infer<typeof EntriesQuery>;

/** Query of the older path: who asks for no page gets as many as one can have. */
export const AllEntriesQuery = z.object({
  ...pageQuery,
  limit: z.coerce.number().int().min(1).max(100).default(100),
});

/** Contract, reference: the redemptions of one voucher. */
export const VoucherRedemptions = z
  .object({
    object: z.literal("list"),
    data_ref: z.literal("redemption_entries"),
    quantity: z.int().nullable(),
    redeemed_quantity: z.int(),
    redeemed_amount: z.int().optional(),
    redeemed_points: z.int().optional(),
    url: z.string(),
    redemption_entries: z.array(LedgerEntry),
    total: z.int(),
    has_more: z.boolean(),
  })
  .meta({ id: "VoucherRedemptions" });
