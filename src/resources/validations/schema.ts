import * as z from "zod";
import { Discount } from "../../model/discount";
import { inlineListOf } from "../../model/list";
import { Metadata } from "../../model/metadata";
import { Order } from "../../model/order";
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

const reach = inlineListOf(z.unknown());

/** A discount as it acted: with its effect, and never dynamic here. */
const Acted = z.intersection(Discount, z.object({ effect: z.string(), is_dynamic: z.boolean() }));

export const ApplicableRedeemable = z.object({
  status: z.literal("APPLICABLE"),
  ...entry,
  order: Order.optional(),
  result: z.object({
    discount: Acted.optional(),
    gift: z.object({ balance: z.int(), credits: z.int() }).optional(),
  }),
  applicable_to: reach,
  inapplicable_to: reach,
  metadata: Metadata.optional(),
  categories: z.array(z.unknown()).optional(),
});

export const InapplicableRedeemable = z.object({
  status: z.literal("INAPPLICABLE"),
  ...entry,
  result: z.object({
    error: RedeemableError,
    details: z.object({ message: z.string(), key: z.string() }),
  }),
});

export const SkippedRedeemable = z.object({
  status: z.literal("SKIPPED"),
  ...entry,
  result: z.object({ details: z.object({ message: z.string(), key: z.string() }) }),
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

/** Body of a validation of one code; the code stands in the path. */
export const ValidateOne = z.object({
  ...decidable,
  gift: RedeemableInput.shape.gift,
  reward: RedeemableInput.shape.reward,
});

/** What older clients read of the validation of one code: one flat object (as the reference service). */
export const VoucherValidation = z
  .object({
    valid: z.boolean(),
    code: z.string(),
    ...ApplicableRedeemable.shape.result.shape,
    applicable_to: reach.optional(),
    inapplicable_to: reach.optional(),
    metadata: Metadata.optional(),
    order: Order.optional(),
    tracking_id: z.string().optional(),
    session: Session.optional(),
    error: RedeemableError.optional(),
  })
  .meta({ id: "VoucherValidation" });
