import type { ExportKind } from "./kind";
import { customer } from "./kinds/customer";
import { product, sku } from "./kinds/goods";
import { pointsExpiration, voucherTransactions } from "./kinds/ledger";
import { order } from "./kinds/order";
import { publication } from "./kinds/publication";
import { redemption } from "./kinds/redemption";
import { voucher } from "./kinds/voucher";
import type { ExportedObject } from "./schema";

/** What can be exported, and how. */
export const KINDS: Record<ExportedObject, ExportKind> = {
  voucher,
  redemption,
  customer,
  publication,
  order,
  product,
  sku,
  voucher_transactions: voucherTransactions,
  points_expiration: pointsExpiration,
};
