import * as z from "zod";
import { ExpirationDate, StartDate } from "./instant";
import {
  DayOfWeek,
  type TimeWindow,
  ValidityHours,
  ValidityHoursInput,
  ValidityTimeframe,
} from "./time-window";

/** The fields of a window in a body. */
export const windowInput = {
  start_date: StartDate.nullish(),
  expiration_date: ExpirationDate.nullish(),
  validity_timeframe: ValidityTimeframe.nullish(),
  validity_day_of_week: z.array(DayOfWeek).max(7).nullish(),
  validity_hours: ValidityHoursInput.nullish(),
};

/** The fields of a window in an answer that leaves out what is not set. */
export const shownWindow = {
  start_date: z.string().optional(),
  expiration_date: z.string().optional(),
  validity_timeframe: ValidityTimeframe.optional(),
  validity_day_of_week: z.array(DayOfWeek).optional(),
  validity_hours: ValidityHours.optional(),
};

export const windowOf = (row: TimeWindow) => ({
  ...datesOf(row),
  ...(row.validity_timeframe && { validity_timeframe: row.validity_timeframe }),
  ...(row.validity_day_of_week && { validity_day_of_week: row.validity_day_of_week }),
  ...(row.validity_hours && { validity_hours: row.validity_hours }),
});

export const datesOf = (row: Pick<TimeWindow, "start_date" | "expiration_date">) => ({
  ...(row.start_date !== null && { start_date: row.start_date }),
  ...(row.expiration_date !== null && { expiration_date: row.expiration_date }),
});
