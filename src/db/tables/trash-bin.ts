import { sql } from "drizzle-orm";
import { index, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * What was deleted and can be brought back. Rows of vouchers and campaigns stay in their tables,
 * with the instant of their deletion; all others stand among the parts. `action_id` is the work
 * that is still taking its vouchers away, or bringing them back.
 */
export const trashBin = sqliteTable(
  "trash_bin",
  {
    project_id: text().notNull(),
    id: text().notNull(),
    resource_id: text().notNull(),
    resource_type: text({ enum: ["campaign", "product", "sku", "voucher"] }).notNull(),
    resource_name: text().notNull(),
    resource_parent_id: text(),
    action_id: text(),
    created_at: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.id] }),
    // One thing is in the bin once, also while it is on its way out of it.
    uniqueIndex("trash_bin_resource").on(t.project_id, t.resource_id),
  ],
);
export type BinEntryRow = typeof trashBin.$inferSelect;

/**
 * Rows that went away with something in the bin, each as JSON under the name of its table. One that
 * names a customer goes with the customer.
 */
export const trashBinParts = sqliteTable(
  "trash_bin_parts",
  {
    project_id: text().notNull(),
    object_id: text().notNull(),
    kind: text().notNull(),
    id: text().notNull(),
    customer_id: text(),
    content: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.project_id, t.object_id, t.kind, t.id] }),
    index("trash_bin_parts_customer")
      .on(t.project_id, t.customer_id, t.object_id, t.kind, t.id)
      .where(sql`customer_id IS NOT NULL`),
  ],
);
