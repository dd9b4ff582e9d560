import { ApiError } from "../errors";
import { type Caller, mayAlso, type Permission } from "../model/permissions";

/** Refuses what a permission beside that of the path is needed for. */
export function refuseWithout(caller: Caller, can: Permission, what: string): void {
  if (mayAlso(caller, can)) return;
  throw new ApiError("missing_required_permission", {
    details: `${what} needs the permission '${can}', which the key or its token has not`,
  });
}

/** A request's customer: a key without the permission `customers` may name one, not change it. */
export const identityFor = <I extends { id?: unknown; source_id?: unknown }>(
  caller: Caller,
  sent: I,
): I => (mayAlso(caller, "customers") ? sent : nameOf(sent));

/** The cast holds for inputs of customers, all of whose fields but these two may be absent. */
const nameOf = <I extends { id?: unknown; source_id?: unknown }>({ id, source_id }: I): I =>
  ({ ...(id !== undefined && { id }), ...(source_id !== undefined && { source_id }) }) as I;
