import * as z from "zod";
import { listOf, pageQuery } from "../../../http/page";
import { bulkOf } from "../../../model/bulk";
import { CustomerInput } from "../../../model/customer";
import {
  EarningChange,
  EarningInput,
  EarningRule,
  MOST_RULES,
  PendingPeriod,
} from "../../../model/loyalty/earning";
import { ExpirationRulesInput } from "../../../model/loyalty/expiration-rules";
import { Metadata } from "../../../model/metadata";
import { OrderInput } from "../../../model/order";
import { windowInput } from "../../../model/window-fields";

const settable = {
  validation_rule_id: z.string().min(1).max(100).nullish(),
  source: z.object({ banner: z.string().max(1000).nullish() }).nullish(),
  active: z.boolean().nullish(),
  pending_points: PendingPeriod.nullish(),
  expiration_rules: ExpirationRulesInput.nullish(),
  metadata: Metadata.nullish(),
  ...windowInput,
};

const id = z.string().min(1).max(255);

/** A new rule: what its event needs beside it stands in a property of its own (reference 2.13). */
export const EarningRuleInput = z.object({
  event: z.string().min(1).max(300),
  loyalty: EarningInput,
  segment: z.object({ id }).nullish(),
  custom_event: z.object({ schema_id: id.nullish() }).nullish(),
  loyalty_tier: z.object({ id }).nullish(),
  ...settable,
});
export type EarningRuleInput = z.infer<typeof EarningRuleInput>;

export const EarningRuleCreate = bulkOf(EarningRuleInput, MOST_RULES);
export type EarningRuleCreate = z.infer<typeof EarningRuleCreate>;

/** Body of an update: the event stays; absent keeps, null clears. */
export const EarningRuleUpdate = z.object({ loyalty: EarningChange.nullish(), ...settable });
export type EarningRuleUpdate = z.infer<typeof EarningRuleUpdate>;

export const EarningRuleQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at", "updated_at", "-updated_at"]).default("-created_at"),
});
export type EarningRuleQuery = z.infer<typeof EarningRuleQuery>;

export const EarningRuleList = listOf("data", EarningRule);

/** What enabling and disabling answer: the rule without its validation rule. */
export const SwitchedEarningRule = EarningRule.omit({ validation_rule_id: true }).meta({
  id: "SwitchedEarningRule",
});

/** What a create answers: all rules that it made, in the order of the body. */
export const EarningRules = z.array(EarningRule);

/** Body that asks what a paid order would give. */
export const EstimateRequest = z.object({
  customer: CustomerInput.nullish(),
  order: OrderInput.nullish(),
});
export type EstimateRequest = z.infer<typeof EstimateRequest>;

export const Estimate = z
  .object({
    campaign: z.object({ id: z.string(), name: z.string(), object: z.literal("campaign") }),
    points_estimation: z.int().min(0),
  })
  .meta({ id: "PointsEstimation" });
