import { type MetadataDefect, metadataDefect } from "../engine/metadata";
import { ApiError } from "../errors";
import type { Metadata } from "../model/metadata";
import type { EventProperty } from "../model/metadata-schema";
import type { Scope } from "../scope/scope";

/** Kinds of objects whose metadata a project may define (as the reference service names them). */
export type MetadataKind =
  | "campaign"
  | "customer"
  | "earning_rule"
  | "loyalty_tier"
  | "order"
  | "order_item"
  | "product"
  | "promotion_tier"
  | "publication"
  | "redemption"
  | "reward"
  | "voucher";

const LONGEST = 100;

/** The value as an error shows it: no longer than a line. */
function shown(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "undefined");
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
}

const refusal = ({ field, requirement, value }: MetadataDefect, resource_type: string) =>
  new ApiError("metadata_validation_failed", {
    details: `${field.slice(0, LONGEST * 3)}: must be ${requirement} (actual value is '${shown(value)}')`,
    resource_type,
  });

/** What is wrong with metadata by the project's schema for its kind of object, or null. */
export function metadataError(
  scope: Pick<Scope, "schemas">,
  kind: MetadataKind,
  metadata: Metadata | null | undefined,
): ApiError | null {
  const schema = scope.schemas.get(kind);
  const defect = schema ? metadataDefect(schema, metadata ?? {}, scope.schemas) : null;
  return defect && refusal(defect, kind);
}

/**
 * Holds metadata that is about to be written against the project's schema for its kind of object;
 * null and absent are none. Refuses with metadata_validation_failed, naming the field and its
 * value.
 */
export function checkMetadata(
  scope: Pick<Scope, "schemas">,
  kind: MetadataKind,
  metadata: Metadata | null | undefined,
): void {
  const error = metadataError(scope, kind, metadata);
  if (error) throw error;
}

/**
 * Holds the metadata of a custom event against what its schema defines, beside which others may
 * stand. Refuses with metadata_validation_failed.
 */
export function checkEventMetadata(
  scope: Pick<Scope, "schemas">,
  properties: Readonly<Record<string, EventProperty>>,
  metadata: Metadata,
): void {
  const defect = metadataDefect({ allow_defined_only: false, properties }, metadata, scope.schemas);
  if (defect) throw refusal(defect, "custom_event");
}

/** Vouchers of a campaign carry the campaign's metadata, unless it asks for that of vouchers. */
export const metadataKindOf = (
  campaign: { use_voucher_metadata_schema: boolean } | null,
): MetadataKind => (campaign && !campaign.use_voucher_metadata_schema ? "campaign" : "voucher");

/** Holds a voucher's metadata against the schema of its kind, as `checkMetadata`. */
export const checkVoucherMetadata = (
  scope: Pick<Scope, "schemas">,
  campaign: { use_voucher_metadata_schema: boolean } | null,
  metadata: Metadata | null | undefined,
): void => checkMetadata(scope, metadataKindOf(campaign), metadata);
