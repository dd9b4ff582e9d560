import * as z from "zod";
import { listOf } from "../../../http/page";
import { DefinedName, EventProperty, EventPropertyInput } from "../../../model/metadata-schema";

const SchemaInput = z.object({ properties: z.record(DefinedName, EventPropertyInput).nullish() });

/** Body of a create; callers send events under this name. */
export const CustomEventSchemaCreate = z.object({
  name: DefinedName,
  schema: SchemaInput.nullish(),
});
export type CustomEventSchemaCreate = z.infer<typeof CustomEventSchemaCreate>;

/** Body of an update: the name stays, definitions are added or replaced by name. */
export const CustomEventSchemaUpdate = CustomEventSchemaCreate.omit({ name: true });
export type CustomEventSchemaUpdate = z.infer<typeof CustomEventSchemaUpdate>;

/** An event that callers may send, and what its metadata holds. */
export const CustomEventSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    schema: z.object({ properties: z.record(z.string(), EventProperty) }),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("custom-event-schema"),
  })
  .meta({ id: "CustomEventSchema" });
export type CustomEventSchema = z.infer<typeof CustomEventSchema>;

export const CustomEventSchemaList = listOf("data", CustomEventSchema).meta({
  id: "CustomEventSchemaList",
});
