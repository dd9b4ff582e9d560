import * as z from "zod";
import { Filters } from "../model/filter";
import { Instant } from "../model/instant";

/** `limit` 1 to 100 (10) and `page` 1 to 100 of every page list (contract, "Limits"). */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(10),
  page: z.coerce.number().int().min(1).max(100).default(1),
};

/** Orders by these names: ascending, and with a minus descending. */
export const ordersOf = <const N extends string>(...names: readonly N[]) =>
  z.enum(names.flatMap((name): (N | `-${N}`)[] => [name, `-${name}`]));

/** `ids=a&ids=b`, `ids[]=a` and `ids=["a"]` all arrive. */
function listed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return /^\[".*"\]$/s.test(value) ? parseList(value) : [value];
}

function parseList(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [text];
  }
}

/**
 * Orders that the reference service takes for what is in the catalogue, and for activities as older
 * clients read them; those by what a row has not leave it in the order of creation.
 */
export const CATALOGUE_ORDERS = [
  "created_at",
  "updated_at",
  "type",
  "code",
  "campaign",
  "category",
] as const;

/** Ids as a query has them. */
export const listOfIds = z.preprocess(listed, z.array(z.string().max(255)).max(100).optional());

/** A cursor that is the id of an entry, such as `vtx_...`. */
export const afterId = (prefix: string) =>
  z
    .string()
    .max(100)
    .regex(new RegExp(`^${prefix}_\\w+$`), `the id of an entry, ${prefix}_...`)
    .optional();

/** When an entry was made, from and until these instants. */
export const madeBetween = { start_date: Instant.optional(), end_date: Instant.optional() };

/** Where a list that looks at a part of its rows goes on: with names that it is sorted by. */
export const goingOn = { starting_after_id: z.string().max(4000).optional() };

/** A list that is filtered by any field; a part of it may be looked at, which goes on. */
export const filteredQuery = {
  filters: Filters.optional(),
  ...goingOn,
};

export interface Page<T> {
  items: T[];
  total: number;
  /** Whether more stands behind the page: clients loop over the pages of every list by it. */
  has_more: boolean;
  /** Where a list that looks at a part of its rows goes on. */
  more_starting_after?: string;
}

/** What routes list whole. */
export { wholeList } from "../lib/whole-list";

/** One property under a name; the cast holds because nothing else is in the object. */
const under = <N extends string, T>(name: N, value: T) => ({ [name]: value }) as Record<N, T>;

/** The list envelope of the contract: `data_ref` names the property that holds the array. */
export const listOf = <T extends z.ZodType, N extends string>(name: N, item: T) =>
  z.object({
    object: z.literal("list"),
    data_ref: z.literal(name),
    ...under(name, z.array(item)),
    total: z.int().min(0),
    has_more: z.boolean(),
    more_starting_after: z
      .string()
      .optional()
      .meta({ description: "sent as `starting_after_id`, goes on behind the rows looked at" }),
  });

/** A page as the envelope. */
export const viewList = <T, N extends string>(
  name: N,
  { items, total, has_more, more_starting_after: more }: Page<T>,
) => ({
  object: "list" as const,
  data_ref: name,
  [name]: items,
  total,
  has_more,
  ...(more !== undefined && { more_starting_after: more }),
});

/** A page with its items as they are shown. */
export const shownAs = <T, V>(page: Page<T>, view: (item: T) => V): Page<V> => ({
  ...page,
  items: page.items.map(view),
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

/** A page that may be short of its limit and still have more behind the entry that it names. */
export interface CursorPage<T> {
  items: T[];
  more_starting_after: string | null;
}

/** A page as a cursor list, with its items as they are shown. */
export const viewCursorPage = <T, V>(
  { items, more_starting_after: more }: CursorPage<T>,
  view: (item: T) => V,
) => ({
  object: "list" as const,
  data_ref: "data" as const,
  data: items.map(view),
  has_more: more !== null,
  ...(more !== null && { more_starting_after: more }),
});

/** Rows fetched with one beyond the limit, or cut before it, as a cursor list. */
export function viewCursorList<T extends { id: string }>(rows: T[], limit: number, isCut = false) {
  const items = rows.slice(0, limit);
  const last = isCut || rows.length > limit ? items.at(-1) : undefined;
  return viewCursorPage({ items, more_starting_after: last?.id ?? null }, (item) => item);
}
