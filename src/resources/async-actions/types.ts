import * as z from "zod";
import type { AsyncActionRow } from "../../db/tables/work";

/** Types as the reference service names them, others as they are kept; and how they are kept. */
const KEPT = {
  "CAMPAIGN.VOUCHERS_GENERATE": "CAMPAIGN_VOUCHERS_GENERATION",
  "CAMPAIGN.VOUCHERS_DELETE": "CAMPAIGN_DELETION",
  "CAMPAIGN.VOUCHERS_IMPORT": "CAMPAIGN_VOUCHERS_IMPORT",
  "CAMPAIGN.VOUCHERS_IMPORT_CSV": "CAMPAIGN_VOUCHERS_IMPORT",
  CAMPAIGN_RESTORATION: "CAMPAIGN_RESTORATION",
  "VOUCHERS.IMPORT": "VOUCHERS_IMPORT",
  "VOUCHERS.IMPORT_CSV": "VOUCHERS_IMPORT",
  "VOUCHERS.BULK_UPDATE": "VOUCHERS_BULK_UPDATE",
  "VOUCHERS.METADATA_UPDATE": "VOUCHERS_METADATA_UPDATE",
  CODE_RELEASE: "CODE_RELEASE",
  "CUSTOMERS.IMPORT_CSV": "CUSTOMERS_IMPORT",
  "CUSTOMERS.BULK_UPDATE": "CUSTOMERS_BULK_UPDATE",
  "CUSTOMERS.METADATA_UPDATE": "CUSTOMERS_METADATA_UPDATE",
  CUSTOMER_RELEASE: "CUSTOMER_RELEASE",
  CUSTOMER_PERMANENT_DELETION: "CUSTOMER_PERMANENT_DELETION",
  "PRODUCTS.IMPORT_CSV": "PRODUCTS_IMPORT",
  "PRODUCTS.BULK_UPDATE": "PRODUCTS_BULK_UPDATE",
  "PRODUCTS.METADATA_UPDATE": "PRODUCTS_METADATA_UPDATE",
  "SKUS.IMPORT_CSV": "SKUS_IMPORT",
  "ORDERS.IMPORT": "ORDERS_IMPORT",
  EXPORT: "EXPORT",
  VALIDATION_RULE_REPOSTING: "VALIDATION_RULE_REPOSTING",
  LOYALTY_TIERS_RECALCULATION: "LOYALTY_TIERS_RECALCULATION",
  LOYALTY_TIERS_CHANGE: "LOYALTY_TIERS_CHANGE",
  AUTO_REDEEM_MARKING: "AUTO_REDEEM_MARKING",
} as const;

/** All types of background work, as the API names them. */
export const AsyncActionType = z.enum(
  Object.keys(KEPT) as [keyof typeof KEPT, ...(keyof typeof KEPT)[]],
);
export type AsyncActionType = z.infer<typeof AsyncActionType>;

/** How a type is kept: files with a title line and arrays are one type, told apart by that line. */
export const keptAs = (shown: AsyncActionType) => ({
  type: KEPT[shown],
  hasHeader: shown.endsWith("_CSV"),
});

/** What the API calls the type of a row. */
export const shownType = ({ type, input }: Pick<AsyncActionRow, "type" | "input">): string =>
  AsyncActionType.options.find((shown) => {
    const kept = keptAs(shown);
    return kept.type === type && kept.hasHeader === Boolean(input.header);
  }) ?? type;
