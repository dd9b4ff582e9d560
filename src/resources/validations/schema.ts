import * as z from "zod";
import { Category } from "../../model/category";
import { Discount } from "../../model/discount";
import { Metadata } from "../../model/metadata";
import { ClientOrder, Order } from "../../model/order";
import { Reach } from "../../model/reach";
import { decidable, RedeemableInput } from "../../model/redeemable";
import { StackingRules } from "../../model/stacking-rules";

/** The error of a redeemable that cannot apply (contract, "Errors"). */
export const RedeemableError = z.object({
  code: z.int(),
  key: z.string(),
  message: z.string(),
  details: z.string().optional(),
  request_id: z.string(),
  resource_id: z.string().optional(),
  resource_type: z.string().optional(),
  error: z.object({ message: z.string() }).optional(),
});

const entry = { id: z.string(), object: z.string() };

/** A discount as it acted: with its effect, and never dynamic here. */
export const Acted = z.intersection(
  Discount,
  z.object({ effect: z.string(), is_dynamic: z.boolean() }),
);

const Verdict = z.enum(["matched", "not_matched", "unknown"]);

const tree = { logic: z.string().optional(), verdict: Verdict };

/**
 * One rule: the value it saw, what it wanted, and what came of it; nested rules have the same
 * shape.
 */
const RuleExplanation = z.object({
  rule: z.string(),
  name: z.string(),
  property: z.string().optional(),
  actual: z.unknown(),
  conditions: z.array(
    z.object({ operator: z.string(), expected: z.array(z.unknown()), verdict: Verdict }),
  ),
  verdict: Verdict,
  missing: z.string().optional(),
  get rules() {
    return z.object({ ...tree, rules: z.array(RuleExplanation) }).optional();
  },
});
// Not by `meta`, whose type would have to know the shape that is still being said.
z.globalRegistry.add(RuleExplanation, { id: "RuleExplanation" });

/**
 * Why a redeemable came out as it did (docs/deciding.md, "Explanations"). Amounts in minor units.
 */
export const Explanation = z
  .object({
    rules: z.array(z.object({ id: z.string(), ...tree, rules: z.array(RuleExplanation) })),
    stacking: z.object({
      turn: z.int(),
      group: z.enum(["COMMON", "EXCLUSIVE", "JOINT"]),
      discount_calculation_mode: z.enum(["INITIAL_AMOUNT", "DISCOUNTED_AMOUNT"]),
      effect: z.string().optional(),
      missing: z.string().optional(),
      amount_before: z.int().nullish(),
      discount_amount: z.int().optional(),
      items_discount_amount: z.int().optional(),
      amount_after: z.int().nullish(),
      line_shares: z.array(z.int()).optional(),
      lines: z.array(z.object({ index: z.int(), discount_amount: z.int() })).optional(),
      /** How many bundles the order holds, where a rule asks for them. */
      bundles: z.int().optional(),
      /** What is easily overlooked of how the discount came about. */
      note: z.string().optional(),
      skipped: z.string().optional(),
    }),
  })
  .meta({ id: "Explanation" });
export type Explanation = z.infer<typeof Explanation>;

const explained = { explanation: Explanation.optional() };

const bundled = z.object({ id: z.string(), object: z.string(), item_quantity: z.int() });

/** What the order holds of a bundle, and what it would still need. */
export const BundleResult = z
  .object({
    quantity: z.int(),
    limit: z.int().nullable(),
    identified: z.array(bundled.extend({ item_index: z.int() })),
    missing: z.array(bundled),
  })
  .meta({ id: "BundleResult" });

const expanded = {
  metadata: Metadata.optional(),
  name: z.string().optional(),
  banner: z.string().optional(),
  campaign_name: z.string().optional(),
  campaign_id: z.string().optional(),
  categories: z.array(Category).optional(),
};

export const ApplicableRedeemable = z.object({
  status: z.literal("APPLICABLE"),
  ...entry,
  order: Order.optional(),
  result: z.object({
    discount: Acted.optional(),
    gift: z.object({ balance: z.int(), credits: z.int() }).optional(),
    loyalty_card: z.object({ points: z.int() }).optional(),
    bundle: BundleResult.optional(),
  }),
  applicable_to: Reach,
  inapplicable_to: Reach,
  ...expanded,
  ...explained,
});

export const InapplicableRedeemable = z.object({
  status: z.literal("INAPPLICABLE"),
  ...entry,
  result: z.object({
    error: RedeemableError,
    details: z.object({ message: z.string(), key: z.string() }),
  }),
  ...expanded,
  ...explained,
});

export const SkippedRedeemable = z.object({
  status: z.literal("SKIPPED"),
  ...entry,
  result: z.object({ details: z.object({ message: z.string(), key: z.string() }) }),
  ...expanded,
  ...explained,
});

export const Session = z.object({
  key: z.string(),
  type: z.literal("LOCK"),
  ttl: z.int(),
  ttl_unit: z.string(),
});

/** Contract, "POST /v1/validations". */
export const Validation = z
  .object({
    id: z.string(),
    valid: z.boolean(),
    redeemables: z.array(
      z.discriminatedUnion("status", [
        ApplicableRedeemable,
        InapplicableRedeemable,
        SkippedRedeemable,
      ]),
    ),
    skipped_redeemables: z.array(SkippedRedeemable).optional(),
    inapplicable_redeemables: z.array(InapplicableRedeemable).optional(),
    order: Order.optional(),
    tracking_id: z.string().optional(),
    session: Session.optional(),
    stacking_rules: StackingRules,
  })
  .meta({ id: "Validation" });

/** What a redeemable does to an order, as a browser is told it. */
export const clientEffect = {
  order: ClientOrder.optional(),
  applicable_to: Reach,
  inapplicable_to: Reach,
  metadata: Metadata.optional(),
};

const ClientApplicable = z.object({
  status: z.literal("APPLICABLE"),
  ...entry,
  ...clientEffect,
  name: z.string().optional(),
  banner: z.string().optional(),
  campaign_name: z.string().optional(),
  campaign_id: z.string().optional(),
  categories: z.array(Category).optional(),
  result: ApplicableRedeemable.shape.result.pick({
    discount: true,
    gift: true,
    loyalty_card: true,
    bundle: true,
  }),
});

const why = z.object({ message: z.string(), key: z.string() });

/** A redeemable that cannot apply or was passed over, as a browser is told it. */
export const ClientInapplicable = z.object({
  status: z.literal("INAPPLICABLE"),
  ...entry,
  result: z.object({
    error: RedeemableError.pick({
      code: true,
      key: true,
      message: true,
      details: true,
      request_id: true,
      resource_id: true,
      resource_type: true,
      error: true,
    }),
    details: why,
  }),
});

export const ClientSkipped = z.object({
  status: z.literal("SKIPPED"),
  ...entry,
  result: z.object({ details: why }),
});

/**
 * An allow-list, field by field: what is added to a validation is not shown to browsers by itself.
 */
export const ClientValidation = z
  .object({
    id: z.string(),
    valid: z.boolean(),
    redeemables: z.array(
      z.discriminatedUnion("status", [ClientApplicable, ClientInapplicable, ClientSkipped]),
    ),
    skipped_redeemables: z.array(ClientSkipped).optional(),
    inapplicable_redeemables: z.array(ClientInapplicable).optional(),
    order: ClientOrder.optional(),
    tracking_id: z.string().optional(),
    session: Session.pick({ key: true, type: true, ttl: true, ttl_unit: true }).optional(),
    stacking_rules: StackingRules,
  })
  .meta({ id: "ClientValidation" });
export type ClientValidation = z.infer<typeof ClientValidation>;

/** Body of a validation of one code; the code stands in the path. */
export const ValidateOne = z.object({
  ...decidable,
  gift: RedeemableInput.shape.gift,
  reward: RedeemableInput.shape.reward,
});

/**
 * What older clients read of the validation of one code: one flat object (as the reference
 * service).
 */
export const VoucherValidation = z
  .object({
    valid: z.boolean(),
    code: z.string(),
  })
  .extend(ApplicableRedeemable.shape.result.shape)
  .extend({
    gift: z
      .object({
        amount: z.int(),
        balance: z.int(),
        credits: z.int(),
        effect: z.string().optional(),
      })
      .optional(),
    loyalty: z.object({ points_cost: z.int() }).optional(),
    reward: z.object({ id: z.string(), assignment_id: z.string(), points: z.int() }).optional(),
    campaign: z.string().optional(),
    campaign_id: z.string().optional(),
    start_date: z.string().optional(),
    expiration_date: z.string().optional(),
    applicable_to: Reach.optional(),
    inapplicable_to: Reach.optional(),
    metadata: Metadata.optional(),
    order: Order.optional(),
    tracking_id: z.string().optional(),
    session: Session.optional(),
    customer_id: z.string().optional(),
    reason: z.string().optional(),
    error: RedeemableError.optional(),
  })
  .meta({ id: "VoucherValidation" });
