import { integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { EventProperty, MetadataProperty } from "../../model/metadata-schema";

/** What the metadata of an event may hold. */
export interface EventDefinition {
  properties: Record<string, EventProperty>;
}

/** What metadata of one kind of object may hold. Part of a project's settings, as keys are. */
export const metadataSchemas = sqliteTable(
  "metadata_schemas",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    related_object: text().notNull(),
    allow_defined_only: integer({ mode: "boolean" }).notNull(),
    properties: text({ mode: "json" }).$type<Record<string, MetadataProperty>>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("metadata_schemas_object").on(t.project_id, t.related_object),
  ],
);
export type MetadataSchemaRow = typeof metadataSchemas.$inferSelect;

/** Events that callers may send, and what their metadata holds. */
export const customEventSchemas = sqliteTable(
  "custom_event_schemas",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    schema: text({ mode: "json" }).$type<EventDefinition>().notNull(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    uniqueIndex("custom_event_schemas_name").on(t.project_id, t.name),
  ],
);
export type CustomEventSchemaRow = typeof customEventSchemas.$inferSelect;
