import * as z from "zod";
import { afterId, listOf, pageQuery } from "../../http/page";
import { Category } from "../../model/category";

const name = z.string().min(1).max(255);
const hierarchy = z.int().min(0);
const stacking_rules_type = z.enum(["JOINT", "EXCLUSIVE"]).nullish();

export const CategoryCreate = z.object({
  name,
  hierarchy: hierarchy.nullish(),
  stacking_rules_type,
});
export type CategoryCreate = z.infer<typeof CategoryCreate>;

/** What may be changed of a category: absent keeps; null takes the stacking type away. */
export const CategoryUpdate = z.object({
  name: name.nullish(),
  hierarchy: hierarchy.nullish(),
  stacking_rules_type,
});
export type CategoryUpdate = z.infer<typeof CategoryUpdate>;

/** The list tells both its total and whether there is more (reference service, categories). */
export const CategoryList = listOf("data", Category);

/** Query of the list, newest first: by page, or after the last one that was seen. */
export const CategoryQuery = z.object({
  ...pageQuery,
  // The reference service knows no pages of it: who does not ask for one gets all there are.
  limit: z.coerce.number().int().min(1).max(1000).default(1000),
  starting_after_id: afterId("cat"),
});
export type CategoryQuery = z.infer<typeof CategoryQuery>;
