import type { Language } from "../../../shared/language";

/** Monday first, as both languages have it; 0 is Sunday, as the service has it. */
export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;

/** 4 January 1970 was a Sunday. */
const SUNDAY_MS = 3 * 86_400_000;

export const weekdayName = (day: number, spoken: Language): string =>
  new Date(SUNDAY_MS + day * 86_400_000).toLocaleDateString(spoken, {
    weekday: "short",
    timeZone: "UTC",
  });
