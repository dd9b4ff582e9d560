import * as z from "zod";

/** A word that names something. */
export const word = z.string().min(1);

const number = () => z.coerce.number<string>({ error: "must be a number" });
const whole = () => number().int("must be a whole number");

export const share = number().positive("must be more than 0");
export const wholeNumber = whole().min(1, "must be at least 1");
export const countFromZero = whole().min(0, "must be at least 0");

/** `a,b` as its parts. */
export const words = z.string().transform((text) => text.split(",").map((each) => each.trim()));

export const instant = z.iso.datetime({ offset: true, error: "must be as 2026-12-31T00:00:00Z" });

export const nothing = z.object({});

/** Which page of a list. */
export const paging = z.object({
  limit: wholeNumber
    .max(100, "must be at most 100")
    .default(20)
    .describe("rows of a page, up to 100"),
  page: wholeNumber.default(1).describe("which page"),
});
