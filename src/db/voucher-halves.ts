import { type Fragment, raw } from "./sql";

// The index `vouchers_id` keeps live vouchers apart from those that are gone: in the bin, or of an
// import that is not through. A list walks the live ones and passes over no others, however many
// they are. Whoever looks a voucher up by its id says in which half: without, SQLite would walk all
// of the project.

const HALF = { live: "= 1", gone: "= 0", either: "IN (0, 1)" } as const;

/** Condition on a voucher, under its alias, by which `vouchers_id` finds it, as a plain text. */
export const halfText = (half: keyof typeof HALF, alias = "v"): string =>
  `${alias}.is_live ${HALF[half]}`;

export const halfOf = (half: keyof typeof HALF, alias = "v"): Fragment =>
  raw(halfText(half, alias));

/** Of the vouchers `v`: those that are there. */
export const LIVE = halfOf("live");
/** Those in the bin, and those of an import that is not through. */
export const GONE = halfOf("gone");
/** What a record tells of, which may be gone by now. */
export const EITHER = halfOf("either");

/**
 * A value of the voucher `alias` that a record names, live or gone, as a text; all are texts. What
 * is live, as most are, costs no second look-up.
 */
export function valueOfEither(
  value: string,
  { project, id, alias = "v" }: { project: string; id: string; alias?: string },
): string {
  const [live, gone] = (["live", "gone"] as const).map(
    (half) => `SELECT ${value} FROM vouchers ${alias} INDEXED BY vouchers_id
      WHERE ${alias}.project_id = ${project} AND ${halfText(half, alias)} AND ${alias}.id = ${id}`,
  );
  return `(${live}
    UNION ALL ${gone})`;
}
