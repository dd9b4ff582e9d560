import { ApiError } from "../../errors";
import { checkFilters } from "../../listing/check";
import type { Filter } from "../../model/filter";
import type { Scope } from "../../scope/scope";
import { type ExportKind, hasField } from "./kind";
import type { SentParameters } from "./schema";

const invalid = (details: string) => new ApiError("invalid_export_params", { details });

function refuseFields(kind: ExportKind, fields: readonly string[]): void {
  if (fields.length > 0 && fields.every((field) => hasField(kind, field))) return;
  throw new ApiError("invalid_export_fields", {
    details: `Unsupported field used. Allowed fields: ${kind.fields.join(", ")}`,
  });
}

function refuseOrder({ orders, sorts }: ExportKind, order: string): void {
  const names = [...orders, ...Object.keys(sorts ?? {})];
  const allowed = names.flatMap((name) => [name, `-${name}`]);
  if (!allowed.includes(order)) {
    throw invalid(`Unsupported order used. Allowed orders: ${allowed.join(", ")}`);
  }
}

function refuseFilters(scope: Scope, kind: ExportKind, filters: Filter): void {
  const checked = checkFilters(kind.filters(scope), filters);
  if (checked.ok) return;
  const { field, reason } = checked.error;
  throw invalid(`Property .parameters.filters${field === null ? "" : `.${field}`} ${reason}`);
}

/** Vouchers of one campaign have a parameter of their own (reference service, exports). */
export function refuseCampaign(object: string, { campaign_id }: SentParameters): void {
  if (!campaign_id || object === "voucher") return;
  throw invalid("Property .parameters.campaign_id is taken by exports of vouchers alone");
}

/** Refuses fields (invalid_export_fields), orders and filters that the kind cannot give. */
export function refuseUnknown(
  scope: Scope,
  kind: ExportKind,
  { order, fields, filters }: SentParameters,
): void {
  if (fields) refuseFields(kind, fields);
  if (order) refuseOrder(kind, order);
  if (filters) refuseFilters(scope, kind, filters);
}
