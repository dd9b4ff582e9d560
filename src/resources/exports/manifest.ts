import type { ExportRow, FileManifest } from "../../db/tables/work";
import { notFound } from "../../errors";
import { hashEnd } from "../../lib/running-hash";
import type { Reached } from "./pieces";
import type { ExportManifest } from "./schema";

/** What a whole file comes to, by where its last piece ends; null where not all was hashed. */
export const manifestOf = ({ hash }: Reached, rows: number): FileManifest | null =>
  hash === "" ? null : { rows, ...hashEnd(hash) };

/** The manifest of an export's file; not found while there is none. */
export function viewManifest({ id, manifest, created_at, updated_at }: ExportRow): ExportManifest {
  if (!manifest) throw notFound("export_manifest", id);
  return {
    export_id: id,
    object: "export_manifest",
    ...manifest,
    created_at: updated_at ?? created_at,
  };
}
