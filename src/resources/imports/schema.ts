import * as z from "zod";

/**
 * What is wrong with one row: its line in the file or place in the array, and the column or
 * property.
 */
export const RowError = z.object({
  row: z.int().min(1),
  column: z.string().optional(),
  reason: z.string(),
});
export type RowError = z.infer<typeof RowError>;

/**
 * `result` of an import's async action. `failed` are the first bad rows, `failed_count` counts all
 * of them. `metadata_columns` are the titles of columns that imports do not know, which became
 * metadata without saying so.
 */
export const ImportResult = z
  .object({
    rows: z.int(),
    created: z.int(),
    updated: z.int(),
    message: z.string(),
    done_count: z.int(),
    failed_count: z.int(),
    failed: z.array(RowError),
    metadata_columns: z.array(z.string()),
  })
  .meta({ id: "ImportResult" });
export type ImportResult = z.infer<typeof ImportResult>;

/**
 * What a row of a file says: a record's cells, or an element of an array as it is. The third part
 * is what was wrong with it before anybody read its values.
 */
export const Line = z.tuple([
  z.int(),
  z.unknown(),
  z.object({ column: z.string().optional(), reason: z.string() }).nullable(),
]);
export type Line = z.infer<typeof Line>;

export const ImportKind = z.enum(["vouchers", "customers", "products", "skus", "orders"]);
export type ImportKind = z.infer<typeof ImportKind>;

/** What an import was asked for. `header` is the title line of a CSV file, null for an array. */
export const ImportInput = z.object({
  kind: ImportKind,
  campaign_id: z.string().nullable(),
  header: z.array(z.string()).nullable(),
  bytes: z.int(),
});
export type ImportInput = z.infer<typeof ImportInput>;

/** How far an import is: its phase works on bytes `offset` to `until` of the file. */
export const ImportState = z.object({
  phase: z.string(),
  offset: z.int(),
  until: z.int(),
  created: z.int(),
  updated: z.int(),
  failed: z.int(),
  errors: z.array(RowError),
});
export type ImportState = z.infer<typeof ImportState>;
