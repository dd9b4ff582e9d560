import { customersKind } from "./customers";
import type { Kind } from "./kind";
import { ordersKind } from "./orders";
import { productsKind } from "./products";
import type { ImportKind } from "./schema";
import { skusKind } from "./skus";
import { vouchersKind } from "./vouchers";

/** The type of an import's async action. */
export const importType = (kind: ImportKind, isIntoCampaign: boolean): string =>
  `${isIntoCampaign ? "CAMPAIGN_" : ""}${kind.toUpperCase()}_IMPORT`;

/** Everything that can be imported. A new kind is a file and a row here. */
export const KINDS: Record<ImportKind, Kind> = {
  vouchers: vouchersKind,
  customers: customersKind,
  products: productsKind,
  skus: skusKind,
  orders: ordersKind,
};
