import * as z from "zod";

/**
 * What a back end's key may open, one for each first segment of the paths under `/v1`; `api` is
 * all.
 */
export const SERVER_PERMISSIONS = [
  "api",
  "assets",
  "async-actions",
  "campaigns",
  "categories",
  "consents",
  "customers",
  "events",
  "exports",
  "locations",
  "loyalties",
  "metadata-schemas",
  "orders",
  "product-collections",
  "products",
  "promotions",
  "publications",
  "qualifications",
  "redemptions",
  "referrals",
  "rewards",
  "segments",
  "skus",
  "task-results",
  "templates",
  "trash-bin",
  "validation-rules-assignments",
  "validation-rules",
  "validations",
  "vouchers",
] as const;

/** The same of a shopper's device, under `/client/v1`; `client_api` is all. */
export const CLIENT_PERMISSIONS = [
  "client_api",
  "client_consents",
  "client_customers",
  "client_events",
  "client_promotions",
  "client_publish",
  "client_qualifications",
  "client_redeem",
  "client_redemptions",
  "client_validate",
  "client_validations",
  "client_vouchers",
] as const;

/** What a management key may do in its project. */
export const MANAGEMENT_PERMISSIONS = ["read", "write"] as const;

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
