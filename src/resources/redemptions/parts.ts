import type { CustomerRow } from "../../db/tables/customers";
import type { OrderRow, RedemptionRow } from "../../db/tables/redemptions";
import type { Cart } from "../../engine/cart";
import { ApiError } from "../../errors";
import { isoNow, type Scope } from "../../http/scope";
import type { DecideRequest } from "../../model/redeemable";
import { mergeCustomer, newCustomer } from "../customers/store";
import type { Loaded } from "../validations/load";
import { shownTracking } from "../validations/tracking";

/** The customer as a redemption leaves it: found and merged, or new; null where nobody is named. */
export function customerAfter(scope: Scope, loaded: Loaded): CustomerRow | null {
  const { identity, customer } = loaded;
  if (!identity) return null;
  return customer ? mergeCustomer(customer, identity) : newCustomer(scope, identity);
}

/** The order before this redemption: stored, or new on the fly; null where none was sent. */
export function orderBefore(scope: Scope, request: DecideRequest, loaded: Loaded): OrderRow | null {
  if (!request.order) return null;
  if (loaded.order?.status === "CANCELED") {
    throw new ApiError("invalid_order", { details: "Order cannot go from CANCELED to PAID" });
  }
  return (
    loaded.order ?? {
      project_id: scope.project.id,
      id: scope.newId("ord"),
      source_id: request.order.source_id ?? null,
      status: "CREATED",
      amount: null,
      initial_amount: null,
      discount_amount: 0,
      items_discount_amount: 0,
      items: null,
      metadata: {},
      customer_id: null,
      referrer_id: null,
      redemptions: {},
      revision: 0,
      created_at: isoNow(scope),
      updated_at: null,
    }
  );
}

/** The order once it is paid with what the cart costs now. The items are kept as they were sent. */
export const paidOrder = (
  scope: Scope,
  before: OrderRow,
  cart: Cart,
  customerId: string | null,
): OrderRow => ({
  ...before,
  status: before.status === "FULFILLED" ? "FULFILLED" : "PAID",
  amount: cart.amount,
  initial_amount: cart.amount,
  discount_amount: cart.discount_amount,
  items: cart.lines.length > 0 ? cart.lines.map(({ item }) => ({ ...item })) : null,
  metadata: cart.metadata,
  customer_id: customerId ?? before.customer_id,
  updated_at: isoNow(scope),
});

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
  sort_key: id.slice(id.indexOf("_") + 1),
  id,
  object: "redemption",
  redemption_id: null,
  parent_id: null,
  voucher_id: null,
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

/** The hashed source id of whoever redeems, as it is told and stored. */
export const trackingOf = (scope: Scope, request: DecideRequest, loaded: Loaded): string | null =>
  shownTracking(scope, request, loaded.customer?.source_id ?? loaded.identity?.source_id ?? null);

/** What is left to pay of an order, minor units; 0 while its amount is unknown. */
export const orderTotal = (order: OrderRow | null): number =>
  order === null || order.amount === null ? 0 : order.amount - order.discount_amount;
