import type { RedemptionRow } from "../../db/tables/redemptions";
import { isoNow, type Scope } from "../../http/scope";
import type { DecideRequest } from "../../model/redeemable";
import { sortKey } from "./store";

/** Through which door the caller came. */
export const channelOf = (scope: Scope) => ({
  channel_type: "API",
  channel_id: scope.actor.app_id,
});

/** An entry of the ledger before it is known what it is about. */
export const blankEntry = (
  scope: Scope,
  request: Pick<DecideRequest, "metadata"> & Partial<DecideRequest>,
  id: string,
): RedemptionRow => ({
  project_id: scope.project.id,
  sort_key: sortKey(id),
  id,
  object: "redemption",
  redemption_id: null,
  parent_id: null,
  voucher_id: null,
  promotion_tier_id: null,
  promotion_stack_id: null,
  customer_id: null,
  order_id: null,
  tracking_id: null,
  metadata: request.metadata ?? null,
  amount: null,
  result: "SUCCESS",
  status: "SUCCEEDED",
  failure_code: null,
  failure_message: null,
  reason: null,
  order: null,
  effects: {},
  channel: channelOf(scope),
  created_at: isoNow(scope),
});

/** Ids in ascending order: a stack's members are read back in the order of the request. */
export const idsInOrder = (scope: Scope, prefix: string, count: number): string[] =>
  Array.from({ length: count }, () => scope.newId(prefix)).sort();
