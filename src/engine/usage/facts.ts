// Decides which counter answers which rule on usage.

import type { Rules } from "../../model/rule";
import { isRuleNode } from "../../model/rule-node";
import type { Usage } from "./counters";

/** Whose uses are counted, and of whom: the redeemable's own, or all of its campaign. */
export type UsageOwner = "redeemable" | "campaign";
export type UsageSubject = "all" | "customer" | "api_key";

export interface UsageName {
  owner: UsageOwner;
  subject: UsageSubject;
  measure: keyof Usage;
}

const PERIODS = [
  ["", "count"],
  [".daily", "day_count"],
  [".weekly", "week_count"],
  [".monthly", "month_count"],
] as const;

const counted = (name: string, owner: UsageOwner, subject: UsageSubject): [string, UsageName][] =>
  PERIODS.map(([suffix, measure]) => [name + suffix, { owner, subject, measure }]);

const ofCampaign = (measure: keyof Usage): UsageName => ({
  owner: "campaign",
  subject: "all",
  measure,
});

/** Every rule name that asks how often or for how much something was used (reference service). */
export const USAGE_NAMES: ReadonlyMap<string, UsageName> = new Map([
  ...counted("redemption.count", "redeemable", "all").slice(1),
  ...counted("redemption.count.per_customer", "redeemable", "customer"),
  ["redemption.count.per_api_key", { owner: "redeemable", subject: "api_key", measure: "count" }],
  ...counted("campaign.redemptions.count", "campaign", "all"),
  ...counted("campaign.redemptions.customers_count", "campaign", "customer"),
  ["campaign.orders.amount", ofCampaign("orders_amount")],
  ["campaign.orders.amount_discounted", ofCampaign("discounted_amount")],
]);

/**
 * What rules see at one turn, the redemption that is decided included (docs/behaviour.md, "Usage").
 * Null where there is no campaign, no customer or no key to count for.
 */
export type UsageFacts = Record<UsageOwner, Record<UsageSubject, Usage | null>>;

/** What is missing where a usage is null. */
export const missingUsage = ({ owner, subject }: UsageName, facts: UsageFacts): string =>
  owner === "campaign" && facts.campaign.all === null ? "campaign" : MISSING[subject];

const MISSING: Record<UsageSubject, string> = {
  all: "redemption",
  customer: "customer",
  api_key: "redemption.api_key",
};

/** Whether any rule, at any depth, asks about usage. */
export const readsUsage = (rules: Rules): boolean =>
  Object.values(rules).some(
    (node) =>
      isRuleNode(node) &&
      (USAGE_NAMES.has(node.name) || (node.rules ? readsUsage(node.rules) : false)),
  );
