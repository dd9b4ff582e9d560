import type { MetadataSchemaRow } from "../../../db/tables/schemas";
import type { MetadataProperty } from "../../../model/metadata-schema";
import type { ManagedSchema, MetadataSchema } from "./schema";

const viewShared = (row: MetadataSchemaRow) => ({
  id: row.id,
  related_object: row.related_object,
  allow_defined_only: row.allow_defined_only,
  created_at: row.created_at,
  updated_at: row.updated_at,
  object: "metadata_schema" as const,
});

const propertiesOf = <T>(row: MetadataSchemaRow, view: (property: MetadataProperty) => T) =>
  Object.fromEntries(Object.entries(row.properties).map(([name, each]) => [name, view(each)]));

const viewListedProperty = ({ object_type, ...property }: MetadataProperty) => ({
  ...property,
  objectType: object_type ?? null,
});

function viewManagedProperty(property: MetadataProperty) {
  const { minLength, maxLength, exactLength, ...shown } = property;
  return {
    ...shown,
    object_type: property.object_type ?? null,
    ...(minLength !== undefined && { min_length: minLength }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(exactLength !== undefined && { exact_length: exactLength }),
  };
}

/** A schema as back ends are shown it. */
export const viewMetadataSchema = (row: MetadataSchemaRow): MetadataSchema => ({
  ...viewShared(row),
  properties: propertiesOf(row, viewListedProperty),
});

/** A schema as administration is shown it. */
export const viewManagedSchema = (row: MetadataSchemaRow): ManagedSchema => ({
  ...viewShared(row),
  properties: propertiesOf(row, viewManagedProperty),
});
