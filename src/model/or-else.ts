import type * as z from "zod";

/** What stands where nothing is sent, or null. */
export const orElse = <T extends z.ZodType>(schema: T, value: z.output<T>) =>
  schema
    .nullish()
    .meta({ default: value })
    .transform((sent): z.output<T> => sent ?? value);
