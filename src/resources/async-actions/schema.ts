import * as z from "zod";
import { pageQuery } from "../../http/page";
import { Instant } from "../../model/instant";
import { AsyncActionType } from "./types";

const text = z.string();

/** What came of the work; each type has parts of its own beside these. */
const ActionResult = z
  .object({
    message: text,
    done_count: z.int(),
    failed_count: z.int(),
    /** Of a file: the first rows that are wrong. */
    failed: z.array(z.looseObject({ row: z.int(), reason: text })),
    /** Of a file: titles of unknown columns, which became metadata. */
    metadata_columns: z.array(text),
    /** Of a bulk update: the entries that could not be written. */
    errors: z.array(z.looseObject({ key: text, message: text, details: text })),
    reports: z.array(text),
  })
  .partial()
  .loose();

/** Work in the background and how far it is (reference service, async actions). */
export const AsyncAction = z
  .object({
    id: z.string(),
    type: z.string(),
    status: z.enum(["IN_PROGRESS", "DONE"]),
    operation_status: z.enum(["SUCCESS", "FAILED", "UNKNOWN"]),
    progress: z.int().min(0).max(100),
    /** What the progress is of, in parts of the work. */
    counts: z.object({ done: z.int(), total: z.int() }),
    processing_time: z.int(),
    result: ActionResult.nullable(),
    request_id: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    object: z.literal("async_action"),
  })
  .meta({ id: "AsyncAction" });
export type AsyncAction = z.infer<typeof AsyncAction>;

/** Answer of every request that goes on in the background, with status 202. */
export const Started = z.object({ async_action_id: z.string() }).meta({ id: "AsyncActionStarted" });

export const AsyncActionQuery = z.object({
  ...pageQuery,
  order: z.enum(["created_at", "-created_at"]).default("-created_at"),
  end_date: Instant.optional(),
  type: AsyncActionType.optional(),
});
export type AsyncActionQuery = z.infer<typeof AsyncActionQuery>;

/** What came of one entry of a bulk update, which a code or a source id names. */
export const BulkResult = z.object({
  source_id: z.string().optional(),
  code: z.string().optional(),
  found: z.boolean(),
  updated: z.boolean(),
  error: z
    .object({ key: z.string(), message: z.string(), details: z.string().optional() })
    .optional(),
});
export type BulkResult = z.infer<typeof BulkResult>;
