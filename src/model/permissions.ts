import * as z from "zod";
import { CLIENT_PERMISSIONS, MANAGEMENT_PERMISSIONS, SERVER_PERMISSIONS } from "./permission-names";

/** Something that a key or a token can be given. */
export const Permission = z.enum([
  ...SERVER_PERMISSIONS,
  ...CLIENT_PERMISSIONS,
  ...MANAGEMENT_PERMISSIONS,
]);
export type Permission = z.infer<typeof Permission>;

/**
 * What an operation asks for; `deployment` has only the deployment's own pair, `key` every key but
 * no token.
 */
export type Can = Permission | "deployment" | "key";

const isServer = (can: Can): boolean => SERVER_PERMISSIONS.some((each) => each === can);
const isClient = (can: Can): boolean => CLIENT_PERMISSIONS.some((each) => each === can);

/**
 * Whether who has these permissions may call an operation that asks for `can`; null is all of them.
 */
export const mayCall = (permissions: readonly string[] | null, can: Can): boolean =>
  permissions === null ||
  permissions.includes(can) ||
  (permissions.includes("api") && isServer(can)) ||
  (permissions.includes("client_api") && isClient(can));

/**
 * What a token opens: of its scopes what its key may still do, since the key can lose permissions
 * while the token lives. `api` then stands for those of the key.
 */
export function sharedPermissions(
  scopes: readonly Permission[],
  ofKey: readonly Permission[] | null,
): Permission[] {
  const kept = scopes.filter((each) => mayCall(ofKey, each));
  const narrowed = (ofKey ?? []).filter((each) => mayCall(scopes, each));
  return [...new Set([...kept, ...narrowed])];
}

/** Who calls, as far as what they may do goes. */
export interface Caller {
  actor: { family: string; permissions: readonly string[] | null };
}

/** Whether a caller has a permission of back ends; the rights of browsers and people are others. */
export const mayAlso = ({ actor }: Caller, can: Permission): boolean =>
  actor.family !== "server" || mayCall(actor.permissions, can);
