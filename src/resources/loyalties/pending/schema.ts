import * as z from "zod";
import { afterId, pageQuery } from "../../../http/page";

/** Pending points are so many at most, as those that a rule gives at once. */
export const MOST_PENDING = 1_000_000_000;

/** Body that makes pending points more or, where it is negative, fewer. */
export const PendingAdjustment = z.object({
  points: z
    .int()
    .min(-MOST_PENDING)
    .max(MOST_PENDING)
    .refine((value) => value !== 0, "must not be 0"),
});
export type PendingAdjustment = z.infer<typeof PendingAdjustment>;

/** Ids begin with their time, so that their order is that of earning. */
export const PendingQuery = z.object({
  limit: pageQuery.limit,
  order: z.enum(["id", "-id"]).default("-id"),
  starting_after_id: afterId("lopp"),
});
export type PendingQuery = z.infer<typeof PendingQuery>;
