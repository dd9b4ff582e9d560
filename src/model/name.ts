import * as z from "zod";

/** What a campaign or a promotion is called: one line of text. */
export const Name = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .regex(/^[^\p{Cc}\ufffd]*$/u, "text without control characters");
