import * as z from "zod";
import { readProject } from "./reading";

const INSTANT =
  /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

const UTC_LENGTH = "2026-01-01T00:00:00.000Z".length;

/**
 * ISO 8601 text as an instant in UTC with milliseconds; a date is its midnight, UTC where no offset
 * says else.
 */
function toInstant(text: string): string | null {
  const match = INSTANT.exec(text);
  if (!match) return null;
  const hasOffset = match[1] !== undefined || !text.includes("T");
  const at = new Date(hasOffset ? text : `${text}Z`);
  if (Number.isNaN(at.getTime()) || isRolledOver(text, at)) return null;
  const instant = at.toISOString();
  // An offset can leave the years 0 to 9999, whose texts alone sort in the order of time.
  return instant.length === UTC_LENGTH ? instant : null;
}

/** 30 February parses as 2 March; a day that does not exist is refused instead. */
function isRolledOver(text: string, at: Date): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() < day || Number.isNaN(at.getTime());
}

const BARE_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The first or last millisecond of a bare date on the project's calendar; else as `toInstant`. */
function toEdge(text: string, edge: "start" | "end"): string | null {
  const instant = toInstant(text);
  if (instant === null || !BARE_DATE.test(text)) return instant;
  const day = Temporal.PlainDate.from(text).add({ days: edge === "end" ? 1 : 0 });
  const at =
    day.toZonedDateTime(readProject().timezone).epochMilliseconds - (edge === "end" ? 1 : 0);
  return toInstant(new Date(at).toISOString());
}

const NOT_A_DATE = "cannot be recognized as a ISO-8601 compliant date";

/** A text that `read` takes for an instant, kept as that. */
const dateTime = (read: (text: string) => string | null, description?: string) =>
  z
    .string()
    .max(40)
    .refine((text) => read(text) !== null, NOT_A_DATE)
    .transform((text) => read(text) ?? text)
    .meta({ format: "date-time", ...(description && { description }) });

/** A date-time of the contract, kept as UTC with milliseconds. */
export const Instant = dateTime(toInstant);

const windowDate = (edge: "start" | "end") =>
  dateTime(
    (text) => toEdge(text, edge),
    `A date without a time means the ${edge} of that day in the project's time zone.`,
  );

/** When something begins: a bare date is the start of that day in the project's time zone. */
export const StartDate = windowDate("start");
/** When something ends: a bare date is the end of that day in the project's time zone. */
export const ExpirationDate = windowDate("end");

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = z.iso.date({ error: NOT_A_DATE });
