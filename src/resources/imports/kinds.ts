import { customersKind } from "./customers";
import type { Kind } from "./kind";
import { ordersKind } from "./orders";
import { productsKind } from "./products";
import { ImportInput, type ImportKind, ImportState } from "./schema";
import { skusKind } from "./skus";
import { vouchersKind } from "./vouchers";

/** Background work that reads a file into the project; codes may go into a campaign. */
export const importType = (kind: ImportKind, isIntoCampaign: boolean) => ({
  type: `${isIntoCampaign ? "CAMPAIGN_" : ""}${kind.toUpperCase()}_IMPORT`,
  input: ImportInput,
  state: ImportState,
});

/** Everything that can be imported. A new kind is a file and a row here. */
export const KINDS: Record<ImportKind, Kind> = {
  vouchers: vouchersKind,
  customers: customersKind,
  products: productsKind,
  skus: skusKind,
  orders: ordersKind,
};
