import * as z from "zod";

/** A list inside an object: always whole, so `total` is its length. */
export const inlineListOf = <T extends z.ZodType>(item: T) =>
  z.object({
    object: z.literal("list"),
    data_ref: z.literal("data"),
    data: z.array(item),
    total: z.int(),
  });

export const inlineList = <T>(data: T[]) => ({
  object: "list" as const,
  data_ref: "data" as const,
  data,
  total: data.length,
});
