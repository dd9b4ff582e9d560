import type { CustomerRow } from "../../db/tables/customers";
import { ApiError, notFound } from "../../errors";
import type { CustomerInput } from "../../model/customer";
import type { Scope } from "../../scope/scope";

type Names = Pick<CustomerInput, "id" | "source_id">;

export const notTheirs = () =>
  new ApiError("forbidden", { details: "The X-Customer-Token is that of another customer" });

/** Whether a customer that was not found can only be an error: by a source id they are new. */
const isNobody = ({ id, source_id }: Names): boolean => Boolean(id && !source_id);

/** Refuses a customer id that is nobody's, where no source id beside it goes on in its place. */
export function refuseNobody(named: Names | null | undefined, customer: CustomerRow | null): void {
  if (named && !customer && isNobody(named)) throw notFound("customer", named.id ?? "");
}

/**
 * Refuses a customer id that is nobody's, a token whose customer was deleted, and a source id
 * beside a token that is not its customer's.
 */
export function refuseStranger(
  { shopper }: Scope,
  identity: CustomerInput | null,
  customer: CustomerRow | null,
): void {
  if (shopper === null) refuseNobody(identity, customer);
  if (shopper === null || !identity?.id) return;
  if (!customer) throw new ApiError("unauthorized_client");
  const { source_id: source } = identity;
  if (source && source !== customer.source_id) throw notTheirs();
}
