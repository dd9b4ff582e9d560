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
