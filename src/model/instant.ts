import * as z from "zod";

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

const NOT_A_DATE = "cannot be recognized as a ISO-8601 compliant date";

/** A date-time of the contract, kept as UTC with milliseconds. */
export const Instant = z
  .string()
  .max(40)
  .refine((text) => toInstant(text) !== null, NOT_A_DATE)
  .transform((text) => toInstant(text) ?? text)
  .meta({ format: "date-time" });

/** A calendar date, `YYYY-MM-DD`. */
export const CalendarDate = z.iso.date({ error: NOT_A_DATE });
