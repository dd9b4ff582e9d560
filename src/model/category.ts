import * as z from "zod";

/** Lower hierarchy goes first where redeemables stack (reference service, categories). */
export const Category = z
  .object({
    id: z.string(),
    name: z.string(),
    hierarchy: z.int(),
    stacking_rules_type: z.enum(["JOINT", "EXCLUSIVE"]).optional(),
    created_at: z.string(),
    updated_at: z.string().optional(),
    object: z.literal("category"),
  })
  .meta({ id: "Category" });
export type Category = z.infer<typeof Category>;

/** A category as bodies name it: an empty name is none. */
export const CategoryName = z
  .string()
  .max(255)
  .nullish()
  .overwrite((name) => (name === "" ? null : name));
