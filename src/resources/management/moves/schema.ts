import * as z from "zod";

export const MoveStart = z.strictObject({
  /** The name of a place, as `GET /management/v1/places` tells it. */
  place: z.string().min(1).max(100),
});
export type MoveStart = z.infer<typeof MoveStart>;

/** How far a project has come on its way to another place (docs/operations.md, "Moves"). */
export const Move = z
  .object({
    id: z.string(),
    project_id: z.string(),
    from: z.string(),
    to: z.string(),
    status: z.enum(["IN_PROGRESS", "DONE", "FAILED", "CANCELLED"]),
    phase: z.string(),
    rows_total: z.int().nonnegative(),
    rows_copied: z.int().nonnegative(),
    stood_still_ms: z.int().nonnegative().nullable(),
    error: z.string().nullable(),
    started_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    object: z.literal("move"),
  })
  .meta({ id: "Move" });
export type Move = z.infer<typeof Move>;
