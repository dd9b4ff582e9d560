import type { CustomerRow } from "../../db/tables/customers";
import { ApiError, notFound } from "../../errors";
import type { CustomerInput } from "../../model/customer";
import type { Scope } from "../../scope/scope";

export const notTheirs = () =>
  new ApiError("forbidden", { details: "The X-Customer-Token is that of another customer" });

/**
 * Refuses a customer id that is nobody's, a token whose customer was deleted, and a source id
 * beside a token that is not its customer's.
 */
export function refuseStranger(
  { shopper }: Scope,
  identity: CustomerInput | null,
  customer: CustomerRow | null,
): void {
  if (!identity?.id) return;
  if (!customer) {
    throw shopper === null
      ? notFound("customer", identity.id)
      : new ApiError("unauthorized_client");
  }
  const { source_id: source } = identity;
  if (shopper !== null && source && source !== customer.source_id) throw notTheirs();
}
