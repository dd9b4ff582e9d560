import * as z from "zod";
import { Category } from "../../model/category";
import { CustomerInput } from "../../model/customer";
import { FilterInput } from "../../model/filter";
import { Instant } from "../../model/instant";
import { inlineListOf } from "../../model/list";
import { Metadata } from "../../model/metadata";
import { ClientOrder, Order, OrderInput } from "../../model/order";
import { SessionInput } from "../../model/redeemable";
import { Scenario, SortingRule } from "../../model/scenario";
import { StackingRules } from "../../model/stacking-rules";
import { ApplicableRedeemable, clientEffect } from "../validations/schema";
import { isStart, startOf } from "./cursor";

/** Where a page begins: a creation time, or what an earlier page gave as `more_starting_after`. */
const StartingAfter = z
  .string()
  .max(80)
  .refine(isStart, {
    error: "cannot be recognized as a ISO-8601 compliant date",
  })
  .transform(startOf)
  .meta({ format: "date-time" });

const Options = z.object({
  // Clients of the reference service ask for more than it gives; none is given more than 50.
  limit: z
    .int()
    .min(1)
    .transform((limit) => Math.min(limit, 50))
    .nullish(),
  starting_after: StartingAfter.nullish(),
  filters: FilterInput.nullish(),
  expand: z.array(z.enum(["redeemable", "category", "validation_rules", "near_misses"])).nullish(),
  sorting_rule: SortingRule.nullish(),
  /** The instant to decide at (docs/behaviour.md, "Dry runs"). */
  as_of: Instant.nullish(),
});

/** Body of a qualification (contract, "POST /client/v1/qualifications"). */
export const QualifyRequest = z.object({
  customer: CustomerInput.nullish(),
  order: OrderInput.nullish(),
  tracking_id: z.string().max(255).nullish(),
  scenario: Scenario.nullish(),
  options: Options.nullish(),
  session: SessionInput.nullish(),
  metadata: Metadata.nullish(),
});
export type QualifyRequest = z.infer<typeof QualifyRequest>;

const { result, applicable_to } = ApplicableRedeemable.shape;
const reach = applicable_to;

/** A rule of an entry, and whether all of it was judged. */
const QualifiedAssignment = z.object({
  id: z.string(),
  rule_id: z.string(),
  related_object_id: z.string(),
  related_object_type: z.string(),
  validation_status: z.enum(["VALID", "PARTIALLY_VALID"]),
  validation_omitted_rules: z.array(z.string()),
  object: z.literal("validation_rules_assignment"),
});

const entry = z.object({
  id: z.string(),
  object: z.enum(["campaign", "voucher", "promotion_tier", "promotion_stack"]),
  created_at: z.string(),
  result: z.object({
    discount: result.shape.discount,
    gift: z
      .object({ balance: z.int(), credits: z.int(), locked_credits: z.int().optional() })
      .optional(),
    loyalty_card: z.object({ points: z.int(), balance: z.int() }).optional(),
    bundle: result.shape.bundle,
  }),
  order: Order.optional(),
  validation_rule_id: z.string().optional(),
  applicable_to: reach,
  inapplicable_to: reach,
  metadata: Metadata.optional(),
  categories: z.array(Category).optional(),
  banner: z.string().optional(),
  name: z.string().optional(),
  campaign_name: z.string().optional(),
  campaign_id: z.string().optional(),
  validation_rules_assignments: inlineListOf(QualifiedAssignment).optional(),
});

/** Something that a shopper can have; a stack has its tiers in it. */
export const QualifiedRedeemable = entry.extend({ redeemables: z.array(entry).optional() });
export type QualifiedRedeemable = z.infer<typeof QualifiedRedeemable>;

const goodsMissing = z.object({
  id: z.string().optional(),
  source_id: z.string().optional(),
  name: z.string().optional(),
});

/** A collection or a segment; without a name where it was deleted. */
const groupMissing = z.object({ id: z.string(), name: z.string().optional() });

/**
 * One thing that a cart lacks (docs/deciding.md, "Near misses"): so much more of what a rule asks
 * for, an instant to wait for, or a segment. Amounts in minor units.
 */
const Missing = z.object({
  fact: z.string(),
  present: z.int().optional(),
  needed: z.int().optional(),
  more: z.int().optional(),
  product: goodsMissing.optional(),
  sku: goodsMissing.optional(),
  collection: groupMissing.optional(),
  from: z.string().optional(),
  segment: groupMissing.optional(),
});
export type Missing = z.infer<typeof Missing>;

const missing = z.array(Missing);

const qualifiedPage = {
  has_more: z.boolean(),
  more_starting_after: z.string().optional(),
  /**
   * Only where deals are sorted: whether the deals of all candidates were compared. Where it is
   * false, a better one may stand further behind.
   */
  all_compared: z.boolean().optional(),
};

export const Qualification = z
  .object({
    redeemables: inlineListOf(QualifiedRedeemable).extend(qualifiedPage),
    tracking_id: z.string().optional(),
    order: Order.optional(),
    /** What the cart almost has, as entries of the cart that it would have to be. */
    near_misses: inlineListOf(entry.extend({ missing })).optional(),
    stacking_rules: StackingRules,
  })
  .meta({ id: "Qualification" });
export type Qualification = z.infer<typeof Qualification>;

const clientEntry = entry
  .pick({
    id: true,
    object: true,
    created_at: true,
    validation_rule_id: true,
    categories: true,
    banner: true,
    name: true,
    campaign_name: true,
    campaign_id: true,
    validation_rules_assignments: true,
  })
  .extend({
    ...clientEffect,
    result: entry.shape.result.pick({
      discount: true,
      gift: true,
      loyalty_card: true,
      bundle: true,
    }),
  });

/**
 * An allow-list, field by field: what is added to a qualification is not shown to browsers by
 * itself.
 */
export const ClientQualification = z
  .object({
    redeemables: inlineListOf(
      clientEntry.extend({ redeemables: z.array(clientEntry).optional() }),
    ).extend(qualifiedPage),
    tracking_id: z.string().optional(),
    order: ClientOrder.optional(),
    near_misses: inlineListOf(clientEntry.extend({ missing })).optional(),
    stacking_rules: StackingRules,
  })
  .meta({ id: "ClientQualification" });
export type ClientQualification = z.infer<typeof ClientQualification>;
