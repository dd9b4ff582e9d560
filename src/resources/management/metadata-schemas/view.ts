import type { MetadataSchemaRow } from "../../../db/tables/schemas";
import type { MetadataSchema } from "./schema";

export const viewMetadataSchema = (row: MetadataSchemaRow): MetadataSchema => ({
  id: row.id,
  related_object: row.related_object,
  properties: row.properties,
  allow_defined_only: row.allow_defined_only,
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "metadata_schema",
});
