import { refuseWithout } from "../../checks/may";
import { mayAlso, type Permission } from "../../model/permissions";
import type { Scope } from "../../scope/scope";
import type { ExportedObject } from "./schema";

/** What a file of each kind tells, by the permission that its lists need. */
export const NEEDED: Record<ExportedObject, Permission> = {
  voucher: "vouchers",
  redemption: "redemptions",
  customer: "customers",
  publication: "publications",
  order: "orders",
  product: "products",
  sku: "products",
  voucher_transactions: "vouchers",
  points_expiration: "loyalties",
};

/** Permissions under whose paths a ledger is exported, too: each shows the same entries itself. */
const LEDGERS: readonly Permission[] = ["vouchers", "campaigns", "loyalties"];

/** Whether a caller may have a file of this kind: `exports` alone says nothing of what is in it. */
export const mayExport = (scope: Scope, object: ExportedObject): boolean =>
  object === "voucher_transactions"
    ? LEDGERS.some((can) => mayAlso(scope, can))
    : mayAlso(scope, NEEDED[object]);

type Named =
  | { fields?: readonly string[] | null | undefined; filters?: object | null | undefined }
  | null
  | undefined;

/** Refuses an export of what the caller may not read. */
export function refuseExport(scope: Scope, object: ExportedObject, sent: Named): void {
  if (!mayExport(scope, object)) refuseWithout(scope, NEEDED[object], `An export of '${object}'`);
  const named = [...(sent?.fields ?? []), ...Object.keys(sent?.filters ?? {})];
  if (object === "redemption" && named.includes("customer_name")) {
    refuseWithout(scope, "customers", "The field 'customer_name'");
  }
}
