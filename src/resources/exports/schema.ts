import * as z from "zod";
import { goingOn, ordersOf, pageQuery } from "../../http/page";
import { EXPORTED_OBJECTS } from "../../model/exported-objects";
import { FilterInput } from "../../model/filter";

export const ExportedObject = z.enum(EXPORTED_OBJECTS);
export type ExportedObject = z.infer<typeof ExportedObject>;

/** Which rows, which columns, and in which order; what is not sent is not told either. */
export const ExportParameters = z.object({
  order: z.string().max(100).optional(),
  fields: z.array(z.string().max(100)).max(100).optional(),
  filters: FilterInput.optional(),
  campaign_id: z.string().max(255).optional(),
});
export type ExportParameters = z.infer<typeof ExportParameters>;

/** The same as callers send it: null is absent. */
const SentParameters = z.object({
  order: ExportParameters.shape.order.nullable(),
  fields: ExportParameters.shape.fields.nullable(),
  filters: ExportParameters.shape.filters.nullable(),
  campaign_id: ExportParameters.shape.campaign_id.nullable(),
});
export type SentParameters = z.infer<typeof SentParameters>;

/** The rows of one card or one campaign: what its routes add to the filters. */
export const Within = z.object({ field: z.string(), id: z.string() });
export type Within = z.infer<typeof Within>;

/** Body of exports whose path says what they are of. */
export const PathExport = z.object({ parameters: SentParameters.nullish() });

/** Body of `POST /exports`. */
export const ExportCreate = PathExport.extend({ exported_object: ExportedObject });
export type ExportCreate = z.infer<typeof ExportCreate>;

/** Contract, "Export". `result` is null until the file is there. */
export const Export = z
  .object({
    id: z.string(),
    object: z.literal("export"),
    created_at: z.string(),
    status: z.enum(["SCHEDULED", "IN_PROGRESS", "DONE", "ERROR"]),
    channel: z.string(),
    exported_object: z.string(),
    parameters: ExportParameters,
    result: z.object({ url: z.string() }).nullable(),
    user_id: z.string().nullable(),
    /** Says how far it is; null of old exports. */
    async_action_id: z.string().nullable(),
  })
  .meta({ id: "Export" });
export type Export = z.infer<typeof Export>;

/** What an export's file is known by: its rows without the titles, and its bytes, hashed (hex). */
export const ExportManifest = z
  .object({
    export_id: z.string(),
    object: z.literal("export_manifest"),
    rows: z.int(),
    bytes: z.int(),
    sha256: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "ExportManifest" });
export type ExportManifest = z.infer<typeof ExportManifest>;

export const ExportQuery = z.object({
  ...pageQuery,
  order: ordersOf("created_at", "status").default("-created_at"),
  ...goingOn,
});
export type ExportQuery = z.infer<typeof ExportQuery>;
