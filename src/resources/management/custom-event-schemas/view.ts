import type { CustomEventSchemaRow } from "../../../db/tables/schemas";
import type { CustomEventSchema } from "./schema";

export const viewCustomEventSchema = (row: CustomEventSchemaRow): CustomEventSchema => ({
  id: row.id,
  name: row.name,
  schema: row.schema,
  created_at: row.created_at,
  ...(row.updated_at !== null && { updated_at: row.updated_at }),
  object: "custom-event-schema",
});
