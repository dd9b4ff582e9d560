import * as z from "zod";

/** A name from outside goes into paths and logs; an empty one names nothing. */
export const GoodsIdentity = z
  .string()
  .max(255)
  .regex(/^[^\p{Cc}\ufffd]*$/u, "text without control characters")
  .nullish();
