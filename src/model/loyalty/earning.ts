import * as z from "zod";
import { isRecord, withoutNulls } from "../../lib/json-value";
import { Metadata } from "../metadata";
import { shownWindow } from "../window-fields";
import { ExpirationRules } from "./expiration-rules";

/** Points that a rule gives at once, at most. */
const MOST_POINTS = 1_000_000_000;

/** A program has few rules: each event looks at all of them. */
export const MOST_RULES = 100;

const points = z.int().min(0).max(MOST_POINTS);
const points_formula = z.string().max(1000).optional();
/** So many points for every so many of what is counted; amounts are minor units. */
const every = z.int().min(1);

const Each = z.object({ every, points, points_formula });
const EachOfProperty = Each.extend({ property: z.string().min(1).max(255) });

/** Goods of which only the lines of an order count that are of them. */
export const EarningGoods = z.object({
  object: z.enum(["products_collection", "product", "sku"]),
  id: z.string().min(1).max(255),
});
export type EarningGoods = z.infer<typeof EarningGoods>;

const EachOfGoods = Each.extend({
  object: EarningGoods.shape.object.optional(),
  id: EarningGoods.shape.id.optional(),
  applicable_to: z.array(EarningGoods).min(1).max(100).optional(),
}).refine(
  ({ object, id, applicable_to }) =>
    applicable_to === undefined ? object !== undefined && id !== undefined : !object && !id,
  "must have either 'object' with 'id' or 'applicable_to'",
);

const type = z.literal("PROPORTIONAL");
const orderProperty = z.object({ metadata: EachOfProperty });

const Proportional = z.discriminatedUnion("calculation_type", [
  z.object({
    type,
    calculation_type: z.literal("ORDER_AMOUNT"),
    order: z.object({ amount: Each }),
  }),
  z.object({
    type,
    calculation_type: z.literal("ORDER_TOTAL_AMOUNT"),
    order: z.object({ total_amount: Each }),
  }),
  z.object({ type, calculation_type: z.literal("ORDER_METADATA"), order: orderProperty }),
  z.object({
    type,
    calculation_type: z.literal("ORDER_ITEMS_QUANTITY"),
    order_items: z.object({ quantity: EachOfGoods }),
  }),
  z.object({
    type,
    calculation_type: z.literal("ORDER_ITEMS_AMOUNT"),
    order_items: z.object({ amount: EachOfGoods }),
  }),
  z.object({
    type,
    calculation_type: z.literal("ORDER_ITEMS_SUBTOTAL_AMOUNT"),
    order_items: z.object({ subtotal_amount: EachOfGoods }),
  }),
  z.object({ type, calculation_type: z.literal("CUSTOMER_METADATA"), customer: orderProperty }),
  z.object({
    type,
    calculation_type: z.literal("CUSTOM_EVENT_METADATA"),
    custom_event: orderProperty,
  }),
]);
export type ProportionalEarning = z.infer<typeof Proportional>;

/** How many points an event is worth (reference 2.13, earning rules). */
export const Earning = z.discriminatedUnion("type", [
  z.object({ type: z.literal("FIXED"), points, points_formula }),
  Proportional,
]);
export type Earning = z.infer<typeof Earning>;

/** As older clients send it: points for the amount of an order name no calculation. */
function calculated(sent: unknown): unknown {
  if (!isRecord(sent)) return sent;
  const isOfAmount = isRecord(sent.order) && sent.order.amount !== undefined;
  return sent.type === "PROPORTIONAL" && sent.calculation_type === undefined && isOfAmount
    ? { ...sent, calculation_type: "ORDER_AMOUNT" }
    : sent;
}

const EarningTyped = z.preprocess((sent) => calculated(withoutNulls(sent)), Earning);

/** As older clients send it: points alone name no type. */
const typed = (sent: unknown): unknown =>
  isRecord(sent) && sent.type === undefined && sent.points !== undefined
    ? { type: "FIXED", ...sent }
    : sent;

/** The same as it is sent: null stands for what is absent, at any depth. */
export const EarningInput = z.preprocess((sent) => typed(withoutNulls(sent)), EarningTyped);

/** The parts of it that change, without the type, which stays. */
const EarningParts = z
  .record(z.string(), z.unknown())
  .refine(({ type: sent }) => sent === undefined, {
    abort: true,
    message: "has a type, and is no part of a rule",
  });

/** What an update says of it: parts, which are merged with those that it has, or the whole. */
export const EarningChange = z.union([EarningTyped, z.preprocess(withoutNulls, EarningParts)]);
export type EarningChange = z.infer<typeof EarningChange>;

/** Points of a paid order that count only so many days later. */
export const PendingPeriod = z.object({
  period_type: z.literal("DAY"),
  period_value: z.int().min(1).max(90),
});
export type PendingPeriod = z.infer<typeof PendingPeriod>;

const ofId = z.object({ id: z.string() });

/** Reference 2.13, earning rule: what is not set is left out. */
export const EarningRule = z
  .object({
    id: z.string(),
    validation_rule_id: z.string().nullable(),
    loyalty: Earning,
    event: z.string(),
    custom_event: z.object({ schema_id: z.string() }).optional(),
    segment: ofId.optional(),
    loyalty_tier: ofId.optional(),
    pending_points: PendingPeriod.optional(),
    expiration_rules: ExpirationRules.optional(),
    source: z.object({
      banner: z.string().optional(),
      object_id: z.string(),
      object_type: z.literal("campaign"),
    }),
    automation_id: z.string(),
    active: z.boolean(),
    ...shownWindow,
    metadata: Metadata,
    created_at: z.string(),
    updated_at: z.string().nullable(),
    object: z.literal("earning_rule"),
  })
  .meta({ id: "EarningRule" });
export type EarningRule = z.infer<typeof EarningRule>;

/** A rule as events of points and of assignments show it: the tier that narrows it is an id. */
export const SimpleEarningRule = EarningRule.pick({
  id: true,
  loyalty: true,
  event: true,
  custom_event: true,
  segment: true,
  source: true,
  automation_id: true,
  active: true,
  metadata: true,
  object: true,
}).extend({
  campaign_id: z.string(),
  validation_rule_id: z.string().optional(),
  loyalty_tier: z.string().optional(),
});
export type SimpleEarningRule = z.infer<typeof SimpleEarningRule>;
