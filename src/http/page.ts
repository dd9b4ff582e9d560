import * as z from "zod";

/** `limit` 1 to 100 (10) and `page` 1 to 100 of every page list (contract, "Limits"). */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).max(100).default(1),
};

export interface Page<T> {
  items: T[];
  total: number;
}

/** One property under a name; the cast holds because nothing else is in the object. */
const under = <N extends string, T>(name: N, value: T) => ({ [name]: value }) as Record<N, T>;

/** The list envelope of the contract: `data_ref` names the property that holds the array. */
export const listOf = <T extends z.ZodType, N extends string>(name: N, item: T) =>
  z.object({
    object: z.literal("list"),
    data_ref: z.literal(name),
    ...under(name, z.array(item)),
    total: z.int().min(0),
  });

/** A page as the envelope. */
export const viewList = <T, N extends string>(name: N, { items, total }: Page<T>) => ({
  object: "list" as const,
  data_ref: name,
  [name]: items,
  total,
});

/** A cursor list: `more_starting_after` only when there is more (contract, "List envelope"). */
export const cursorListOf = <T extends z.ZodType>(item: T) =>
  z.object({
    object: z.literal("list"),
    data_ref: z.literal("data"),
    data: z.array(item),
    has_more: z.boolean(),
    more_starting_after: z.string().optional(),
  });

/** Rows fetched with one beyond the limit, as a cursor list. */
export function viewCursorList<T extends { id: string }>(rows: T[], limit: number) {
  const data = rows.slice(0, limit);
  const last = data.at(-1);
  return {
    object: "list" as const,
    data_ref: "data" as const,
    data,
    has_more: rows.length > limit,
    ...(rows.length > limit && last && { more_starting_after: last.id }),
  };
}
