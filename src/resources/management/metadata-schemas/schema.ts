import * as z from "zod";
import { listOf } from "../../../http/page";
import {
  DefinedName,
  MetadataProperty,
  MetadataPropertyInput,
} from "../../../model/metadata-schema";

const Properties = z.record(DefinedName, MetadataPropertyInput);

/** Body of a create. Other names than those of the service's objects are of nested objects. */
export const MetadataSchemaCreate = z.object({
  related_object: DefinedName.max(100),
  allow_defined_only: z.boolean().nullish(),
  properties: Properties.nullish(),
});
export type MetadataSchemaCreate = z.infer<typeof MetadataSchemaCreate>;

/** Body of an update: what it is for stays, definitions are added or replaced by name. */
export const MetadataSchemaUpdate = MetadataSchemaCreate.omit({ related_object: true });
export type MetadataSchemaUpdate = z.infer<typeof MetadataSchemaUpdate>;

/** What metadata of one kind of object may hold (reference service, metadata schemas). */
export const MetadataSchema = z
  .object({
    id: z.string(),
    related_object: z.string(),
    properties: z.record(z.string(), MetadataProperty),
    allow_defined_only: z.boolean(),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("metadata_schema"),
  })
  .meta({ id: "MetadataSchema" });
export type MetadataSchema = z.infer<typeof MetadataSchema>;

/** Administration lists under another name than back ends do, as the reference service. */
export const MetadataSchemaListing = listOf("data", MetadataSchema).meta({
  id: "MetadataSchemaListing",
});

export const MetadataSchemaList = listOf("schemas", MetadataSchema).meta({
  id: "MetadataSchemaList",
});
