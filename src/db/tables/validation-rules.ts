import {
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ApplicableTo } from "../../model/applicable-to";
import type { Rules, ValidationRule } from "../../model/rule";
import { heavyRows } from "../heavy";

type Json = Record<string, unknown>;

export const validationRules = sqliteTable(
  "validation_rules",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    name: text().notNull(),
    rules: text({ mode: "json" }).$type<Rules>().notNull(),
    bundle_rules: text({ mode: "json" }).$type<Json>(),
    error: text({ mode: "json" }).$type<{ message?: string | undefined }>(),
    applicable_to: text({ mode: "json" }).$type<ApplicableTo>().notNull(),
    type: text().$type<ValidationRule["type"]>().notNull(),
    context_type: text().$type<ValidationRule["context_type"]>().notNull(),
    assignments_count: integer().notNull().default(0),
    /** Segments that the rules name, so that a decision reads those and no others. */
    segments: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Whether the rules ask how often something was used: only then are the counters read. */
    reads_usage: integer({ mode: "boolean" }).notNull().default(false),
    /** Product collections that the rules name, in conditions, in their reach or in bundles. */
    collections: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /**
     * One of these a request must bring for the rules to be met; null where anything may meet them.
     */
    terms: text({ mode: "json" }).$type<string[]>(),
    created_at: text().notNull(),
    updated_at: text(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    index("validation_rules_created").on(t.project_id, t.created_at, t.id),
    index("validation_rules_updated").on(t.project_id, t.updated_at, t.id),
    index("validation_rules_name").on(t.project_id, t.name, t.id),
    heavyRows("validation_rules", t.project_id),
  ],
);
export type ValidationRuleRow = typeof validationRules.$inferSelect;

/** Which rules name a collection, for who deletes it; a rule has the list itself. */
export const validationRulesCollections = sqliteTable(
  "validation_rules_collections",
  {
    project_id: text().notNull(),
    collection_id: text().notNull(),
    rule_id: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.project_id, t.collection_id, t.rule_id] })],
);

export const validationRulesAssignments = sqliteTable(
  "validation_rules_assignments",
  {
    project_id: text().notNull(),
    related_object_id: text().notNull(),
    rule_id: text().notNull(),
    id: text().notNull(),
    related_object_type: text().notNull(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.related_object_id, t.rule_id] }),
    uniqueIndex("assignments_id").on(t.project_id, t.id),
    index("assignments_rule").on(t.project_id, t.rule_id, t.created_at, t.id),
    index("assignments_created").on(t.project_id, t.created_at, t.id),
  ],
);
export type AssignmentRow = typeof validationRulesAssignments.$inferSelect;
