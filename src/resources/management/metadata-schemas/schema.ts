import * as z from "zod";
import { listOf } from "../../../http/page";
import {
  DefinedName,
  KindName,
  ListedProperty,
  ManagedProperty,
  MetadataPropertyInput,
} from "../../../model/metadata-schema";

const Properties = z.record(DefinedName, MetadataPropertyInput);

/** Body of a create. Other names than those of the service's objects are of nested objects. */
export const MetadataSchemaCreate = z.object({
  related_object: KindName,
  allow_defined_only: z.boolean().nullish(),
  properties: Properties.nullish(),
});
export type MetadataSchemaCreate = z.infer<typeof MetadataSchemaCreate>;

/** Body of an update: what it is for stays, definitions are added or replaced by name. */
export const MetadataSchemaUpdate = MetadataSchemaCreate.omit({ related_object: true });
export type MetadataSchemaUpdate = z.infer<typeof MetadataSchemaUpdate>;

const shared = {
  id: z.string(),
  related_object: z.string(),
  allow_defined_only: z.boolean(),
  created_at: z.string(),
  updated_at: z.string().nullable(),
  object: z.literal("metadata_schema"),
};

/** What metadata of one kind of object may hold (reference service, metadata schemas). */
export const MetadataSchema = z
  .object({ ...shared, properties: z.record(z.string(), ListedProperty) })
  .meta({ id: "MetadataSchema" });
export type MetadataSchema = z.infer<typeof MetadataSchema>;

export const MetadataSchemaList = listOf("schemas", MetadataSchema).meta({
  id: "MetadataSchemaList",
});

/** The same as administration spells and lists it (reference service, management). */
export const ManagedSchema = z
  .object({ ...shared, properties: z.record(z.string(), ManagedProperty) })
  .meta({ id: "ManagedMetadataSchema" });
export type ManagedSchema = z.infer<typeof ManagedSchema>;

export const ManagedSchemaList = listOf("data", ManagedSchema).meta({
  id: "ManagedMetadataSchemaList",
});
