import type { AsyncActionRow } from "../../db/tables/work";
import type { AsyncAction } from "./schema";

/** Types as the reference service names them; what it does not know is shown as it is kept. */
const NAMES: Readonly<Record<string, string>> = {
  CAMPAIGN_VOUCHERS_GENERATION: "CAMPAIGN.VOUCHERS_GENERATE",
  CAMPAIGN_DELETION: "CAMPAIGN.VOUCHERS_DELETE",
  CAMPAIGN_VOUCHERS_IMPORT: "CAMPAIGN.VOUCHERS_IMPORT",
  VOUCHERS_IMPORT: "VOUCHERS.IMPORT",
  VOUCHERS_BULK_UPDATE: "VOUCHERS.BULK_UPDATE",
  VOUCHERS_METADATA_UPDATE: "VOUCHERS.METADATA_UPDATE",
  CUSTOMERS_IMPORT: "CUSTOMERS.IMPORT",
  CUSTOMERS_BULK_UPDATE: "CUSTOMERS.BULK_UPDATE",
  CUSTOMERS_METADATA_UPDATE: "CUSTOMERS.METADATA_UPDATE",
  PRODUCTS_IMPORT: "PRODUCTS.IMPORT",
  PRODUCTS_BULK_UPDATE: "PRODUCTS.BULK_UPDATE",
  PRODUCTS_METADATA_UPDATE: "PRODUCTS.METADATA_UPDATE",
  SKUS_IMPORT: "SKUS.IMPORT",
  ORDERS_IMPORT: "ORDERS.IMPORT",
};

/** A file of rows has a header, which an array has not. */
const typeOf = ({ type, input }: AsyncActionRow): string =>
  `${NAMES[type] ?? type}${type.endsWith("_IMPORT") && input.header ? "_CSV" : ""}`;

function progressOf({ status, done, total }: AsyncActionRow): number {
  if (status === "DONE") return 100;
  return total === 0 ? 0 : Math.floor((done / total) * 100);
}

/** Work in the background: `progress` in percent, `processing_time` in milliseconds. */
export const viewAction = (row: AsyncActionRow): AsyncAction => ({
  id: row.id,
  type: typeOf(row),
  status: row.status,
  operation_status: row.operation_status ?? "UNKNOWN",
  progress: progressOf(row),
  counts: { done: row.done, total: row.total },
  processing_time: Date.parse(row.updated_at) - Date.parse(row.created_at),
  result: row.result,
  request_id: row.request_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "async_action",
});
