import * as z from "zod";
import { bulkOf } from "../../../model/bulk";
import { CalendarDate, Instant } from "../../../model/instant";

const text = (most: number) => z.string().max(most).nullish();

/** Body that adds points, or takes some away where they are negative. */
export const PointsAdjustment = z.object({
  points: z.int().refine((value) => value !== 0, "must not be 0"),
  expiration_type: z.enum(["PROGRAM_RULES", "CUSTOM_DATE", "NON_EXPIRING"]).nullish(),
  /** A day of the project's calendar, or an instant on it. */
  expiration_date: z.union([CalendarDate, Instant]).nullish(),
  reason: text(1000),
  source_id: text(255),
});
export type PointsAdjustment = z.infer<typeof PointsAdjustment>;

/** Points that come from another card, `code`, of this program or of another. */
export const Transfer = z.object({
  code: z.string().trim().min(1).max(255),
  points: z.int().min(1),
  reason: text(1000),
  source_id: text(255),
});
export const Transfers = bulkOf(Transfer, 20);
export type Transfers = z.infer<typeof Transfers>;
