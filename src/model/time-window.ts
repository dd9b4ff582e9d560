import * as z from "zod";

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "HH:mm");
export const DayOfWeek = z.int().min(0).max(6);
const DURATION =
  /^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/;

/** ISO 8601 duration in whole units, such as `P1D` or `PT36H`. */
export const Duration = z.string().max(40).regex(DURATION, "an ISO 8601 duration");

/** Every `interval` counted from the start date the window opens for `duration`. */
export const ValidityTimeframe = z.object({ interval: Duration, duration: Duration });
export type ValidityTimeframe = z.infer<typeof ValidityTimeframe>;

/** Happy hours: half-open [start_time, expiration_time) on the named days (0 is Sunday). */
export const ValidityHours = z.object({
  daily: z
    .array(
      z.object({
        start_time: clockTime,
        expiration_time: clockTime,
        days_of_week: z.array(DayOfWeek).max(7).optional(),
      }),
    )
    .max(50),
});
export type ValidityHours = z.infer<typeof ValidityHours>;

/** Everything that decides when a redeemable is open. Instants are ISO 8601 in UTC. */
export interface TimeWindow {
  start_date: string | null;
  expiration_date: string | null;
  validity_timeframe: ValidityTimeframe | null;
  validity_day_of_week: number[] | null;
  validity_hours: ValidityHours | null;
}
