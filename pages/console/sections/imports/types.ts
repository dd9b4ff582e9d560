import type { ServerPaths } from "../../../../clients/typescript/src";

type Query = NonNullable<ServerPaths["/v1/async-actions"]["get"]["parameters"]["query"]>;
type Type = NonNullable<Query["type"]>;

/** All work in the background, what files bring first. */
export const TYPES: readonly Type[] = [
  "VOUCHERS.IMPORT_CSV",
  "VOUCHERS.IMPORT",
  "CAMPAIGN.VOUCHERS_IMPORT_CSV",
  "CAMPAIGN.VOUCHERS_IMPORT",
  "CUSTOMERS.IMPORT_CSV",
  "PRODUCTS.IMPORT_CSV",
  "SKUS.IMPORT_CSV",
  "ORDERS.IMPORT",
  "EXPORT",
  "CAMPAIGN.VOUCHERS_GENERATE",
  "CAMPAIGN.VOUCHERS_DELETE",
  "CAMPAIGN_RESTORATION",
  "VOUCHERS.BULK_UPDATE",
  "VOUCHERS.METADATA_UPDATE",
  "CODE_RELEASE",
  "CUSTOMERS.BULK_UPDATE",
  "CUSTOMERS.METADATA_UPDATE",
  "CUSTOMER_RELEASE",
  "CUSTOMER_PERMANENT_DELETION",
  "PRODUCTS.BULK_UPDATE",
  "PRODUCTS.METADATA_UPDATE",
  "VALIDATION_RULE_REPOSTING",
  "LOYALTY_TIERS_RECALCULATION",
  "LOYALTY_TIERS_CHANGE",
  "AUTO_REDEEM_MARKING",
];

export const isType = (text: string | undefined): text is Type => TYPES.some((it) => it === text);
