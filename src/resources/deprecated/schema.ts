import * as z from "zod";
import { CATALOGUE_ORDERS, ordersOf } from "../../http/page";
import { Campaign } from "../../model/campaign";
import { CustomerInput } from "../../model/customer";
import { Money } from "../../model/discount";
import { FilterInput } from "../../model/filter";
import { Instant } from "../../model/instant";
import { Metadata } from "../../model/metadata";
import { ClientOrder, OrderItemInput } from "../../model/order";
import { ClientTier, PromotionTier } from "../../model/promotion";
import { decidable, TtlUnit } from "../../model/redeemable";
import { Code, Voucher } from "../../model/voucher";
import { Activity, ActivityQuery } from "../events/schema";
import { clientEffect, RedeemableError, Session, VoucherValidation } from "../validations/schema";

/** Amounts of one promotion, of its discount and of what the order took of it; minor units. */
const amounts = {
  discount_amount: Money.optional(),
  applied_discount_amount: Money.optional(),
};

const effect = VoucherValidation.pick({
  valid: true,
  discount: true,
  bundle: true,
  applicable_to: true,
  inapplicable_to: true,
  order: true,
  tracking_id: true,
  session: true,
  error: true,
});

/** Body of a validation of one tier, or of all there are. */
export const TierRequest = z.object(decidable);

/** One tier with what it does to the order, flat. */
export const TierValidation = PromotionTier.partial()
  .extend(effect.shape)
  .extend({ ...amounts, reason: z.string().optional() })
  .meta({ id: "TierValidation" });

/** Body of a validation of one rule. */
export const RuleRequest = TierRequest.omit({ session: true, options: true });

/** Whether one rule is met, and what it lets a discount touch. */
export const RuleValidation = z
  .object({
    valid: z.boolean(),
    rule_id: z.string(),
    applicable_to: effect.shape.applicable_to.unwrap(),
    reason: z.string().optional(),
    error: RedeemableError.optional(),
  })
  .meta({ id: "RuleValidation" });

/** What does not depend on an order or is not asked to: rules on it are passed over. */
const AudienceOnly = z.enum(["true", "false"]).optional();

export const PromotionsQuery = z.object({
  audienceRulesOnly: AudienceOnly,
  filters: z.strictObject({ promotion_id: FilterInput.optional() }).optional(),
});
export type PromotionsQuery = z.infer<typeof PromotionsQuery>;

export const PromotionsValidation = z
  .object({
    valid: z.boolean(),
    promotions: z.array(TierValidation),
    tracking_id: z.string().optional(),
  })
  .meta({ id: "PromotionsValidation" });

/** Body of a qualification of vouchers or campaigns. */
export const FoundRequest = z.object({
  customer: decidable.customer,
  order: decidable.order,
  metadata: decidable.metadata,
});

export const FoundQuery = z.object({
  audienceRulesOnly: AudienceOnly,
  limit: z.coerce.number().int().min(1).max(100).default(10),
  order: z
    .enum(["created_at", "-created_at", "updated_at", "-updated_at", "code", "-code"])
    .default("-created_at"),
});
export type FoundQuery = z.infer<typeof FoundQuery>;

const { applicable_to, inapplicable_to } = effect.shape;

const foundOf = <T extends z.ZodType>(item: T) =>
  z.object({
    object: z.literal("list"),
    data_ref: z.literal("data"),
    data: z.array(item),
    total: z.int(),
    id: z.string(),
    created_at: z.string(),
    tracking_id: z.string().optional(),
  });

export const FoundVouchers = foundOf(Voucher.extend({ applicable_to, inapplicable_to }));
export const FoundCampaigns = foundOf(Campaign.extend({ applicable_to, inapplicable_to }));

/**
 * Pages of it begin after an instant, or after an activity. It stands in the order of time, up or
 * down, also where it is asked for by what an activity has not.
 */
export const ActivitiesQuery = ActivityQuery.extend({
  starting_after: Instant.optional(),
  order: ordersOf(...CATALOGUE_ORDERS)
    .default("-created_at")
    .transform((order) => (order.startsWith("-") ? "-created_at" : "created_at")),
});

export const Activities = z.object({
  object: z.literal("list"),
  data_ref: z.literal("data"),
  data: z.array(Activity),
  total: z.int(),
});

export const MemberActivities = z.object({
  object: z.literal("list"),
  data_ref: z.literal("activities"),
  activities: z.array(Activity),
  total: z.int(),
});

const count = z.coerce.number().int();

/** An order line in a query, whose numbers are texts. */
const QueryItem = OrderItemInput.pick({
  source_id: true,
  related_object: true,
  product_id: true,
  sku_id: true,
}).extend({
  quantity: count.pipe(z.int().min(1)).optional(),
  price: count.pipe(Money).optional(),
  amount: count.pipe(Money).optional(),
});

/** A customer by id or source id, or with what is known of it. */
const QueryCustomer = z.union([z.string().min(1).max(255), CustomerInput]);

/** What a browser sends in the query instead of a body. */
export const PromotionsInQuery = z.object({
  tracking_id: decidable.tracking_id,
  amount: count.pipe(Money).optional(),
  item: z.array(QueryItem).max(100).optional(),
  order: z.object({ metadata: Metadata.optional() }).optional(),
  metadata: Metadata.optional(),
  customer: QueryCustomer.optional(),
});
export type PromotionsInQuery = z.infer<typeof PromotionsInQuery>;

export const ValidationInQuery = PromotionsInQuery.extend({
  code: Code,
  session_type: z.enum(["LOCK"]).optional(),
  session_key: z.string().min(1).max(255).optional(),
  session_ttl: count.pipe(z.int().min(1)).optional(),
  session_ttl_unit: TtlUnit.optional(),
  gift: z.object({ credits: count.pipe(Money.min(1)) }).optional(),
  reward: z
    .object({ id: z.string().max(100), points: count.pipe(z.int().min(1)) })
    .partial()
    .optional(),
});
export type ValidationInQuery = z.infer<typeof ValidationInQuery>;

const { metadata, order, ...clientReach } = clientEffect;

/** An allow-list, field by field, of what a browser is told of one code. */
export const ClientVoucherValidation = z
  .object({
    valid: z.boolean(),
    code: z.string(),
    discount: VoucherValidation.shape.discount,
    gift: VoucherValidation.shape.gift,
    loyalty_card: VoucherValidation.shape.loyalty_card,
    applicable_to: clientReach.applicable_to.optional(),
    inapplicable_to: clientReach.inapplicable_to.optional(),
    metadata,
    order,
    tracking_id: z.string().optional(),
    session: Session.optional(),
    reason: z.string().optional(),
    error: RedeemableError.optional(),
  })
  .meta({ id: "ClientVoucherValidation" });

/** The same of promotions. */
export const ClientPromotionsValidation = z
  .object({
    valid: z.boolean(),
    promotions: z.array(
      ClientTier.extend({
        valid: z.boolean(),
        discount: effect.shape.discount,
        ...amounts,
        applicable_to: clientReach.applicable_to,
        inapplicable_to: clientReach.inapplicable_to,
        metadata,
        order: ClientOrder.optional(),
        tracking_id: z.string().optional(),
      }),
    ),
    tracking_id: z.string().optional(),
  })
  .meta({ id: "ClientPromotionsValidation" });
