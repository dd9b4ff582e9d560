import { getTableName } from "drizzle-orm";
import { aliasOf, indexedBy, orderBy, type PageRequest, type Part, partsOf } from "./list";
import { type Fragment, joined, param, raw, sql } from "./sql";

// Lists whose filters or order no index serves: a request looks at so many rows and no more, and
// says where it stopped, so that what it costs does not grow with the list and nothing is missed.

export type Sorted = string | number | null;

/**
 * Where a walk goes on: behind a row, or where the matches of a window are sorted, behind one of
 * those. What comes and goes meanwhile moves neither.
 */
export interface Place {
  /** Null at the beginning. */
  behind: readonly [sorted: Sorted, tieBreak: string] | null;
  /** The last match that was shown of the window that begins there. */
  shown: readonly [by: Sorted, sorted: Sorted, tieBreak: string] | null;
  /** Where that window ends, if there is more behind it. */
  until: Place["behind"];
}

export const placeBehind = (behind: Place["behind"]): Place => ({
  behind,
  shown: null,
  until: null,
});

export const BEGINNING = placeBehind(null);

export interface Walk {
  /** Its filters are those that an index serves. */
  request: PageRequest;
  /** The column that names a row, such as `v.id`. */
  key: string;
  /** What else is asked of a row. */
  where: Fragment;
  /** What the worker decides upon, where SQL does not. */
  evidence: Fragment | null;
  /** What the matches of the window are sorted by, where that is not the order of the walk. */
  by: string | null;
  after: Place;
  /** The filters lead to a few rows, which are sorted. */
  isFew: boolean;
  /** Rows that are looked at. */
  most: number;
}

/** Behind a place of the walk: null for a part that was passed altogether. */
function behind({ sort }: PageRequest, { behind: place }: Place, part: Part): Fragment[] | null {
  if (place === null) return [];
  const [sorted, tieBreak] = place;
  const sign = raw(sort.isDescending ? "<" : ">");
  const wasSet = sorted !== null;
  if (part.isSet !== null && part.isSet !== wasSet) {
    // Never-set values come last in a descending list and first in an ascending one.
    return part.isSet === sort.isDescending ? null : [];
  }
  if (!wasSet) return [sql`${raw(sort.tieBreak)} ${sign} ${tieBreak}`];
  return [sql`(${raw(`${sort.column}, ${sort.tieBreak}`)}) ${sign} (${sorted}, ${tieBreak})`];
}

/** Up to the end of a window that was begun; what is sorted has no parts and no nulls. */
const within = ({ sort }: PageRequest, { until }: Place): Fragment[] =>
  until === null
    ? []
    : [
        sql`(${raw(`${sort.column}, ${sort.tieBreak}`)}) ${raw(sort.isDescending ? ">=" : "<=")}
          (${until[0]}, ${until[1]})`,
      ];

/** Each part of the list as far as the window may reach, in the order of the list. */
function seen(walk: Walk): Fragment {
  const { request, key, where, evidence, by, after, most } = walk;
  const { sort, table } = request;
  const direction = sort.isDescending ? "DESC" : "ASC";
  const from = raw(`${getTableName(table)} ${aliasOf(request)}`);
  const columns = raw(`${sort.tieBreak} AS t, ${key} AS k, ${by ?? "0"} AS b`);
  const limit = raw(`LIMIT ${most + 1}`);
  // The plus keeps SQLite from walking the whole list in its order, looking for a few rows.
  const plus = walk.isFew ? "+" : "";
  const walks = partsOf(request).flatMap((part) => {
    const passed = behind(request, after, part);
    if (passed === null) return [];
    const conditions = joined([part.where, ...passed, ...within(request, after)], " AND ");
    // Where nothing is set, the tie-break alone is the order, which the index knows.
    const sorted = part.isSet === false ? "NULL" : sort.column;
    const order =
      part.isSet === false
        ? `ORDER BY ${plus}${sort.tieBreak} ${direction}`
        : orderBy(`${plus}${sort.column}`, sort.tieBreak, direction);
    return [
      sql`SELECT * FROM (SELECT ${raw(sorted)} AS s, ${columns},
        ${part.sought ? sql`${part.sought} AND ${where}` : where} AS h,
        ${evidence ?? raw("0")} AS e FROM ${from} ${indexedBy(part.index)}
        WHERE ${conditions} ${raw(order)} ${limit})`,
    ];
  });
  const together = joined(walks, " UNION ALL ");
  if (walks.length === 1) return together;
  return request.halves
    ? sql`SELECT * FROM (${together}) ${raw(orderBy("s", "t", direction))} ${limit}`
    : sql`${together} ${limit}`;
}

/**
 * Where the row of a key stands, in the columns of a hit; `where` is what else is true of all rows
 * that the index finds.
 */
export function placeStatement(
  { request: { sort, table, project }, request, key, by }: Walk,
  named: { key: string; index: string | undefined; where: Fragment | undefined },
): Fragment {
  const columns = `${sort.column} AS s, ${sort.tieBreak} AS t, ${by ?? "NULL"} AS b`;
  const from = raw(`${getTableName(table)} ${aliasOf(request)}`);
  const where = [project, sql`${raw(key)} = ${named.key}`, ...(named.where ? [named.where] : [])];
  return sql`SELECT ${raw(columns)} FROM ${from} ${indexedBy(named.index)}
    WHERE ${joined(where, " AND ")} LIMIT 1`;
}

const placesOf = ({ request, by }: Walk): string =>
  by === null ? "n" : `b ${request.sort.isDescending ? "DESC" : "ASC"}, n`;

/** Whether a row stands behind what was shown, in the order of `placesOf`. */
function isAhead({ request, after: { shown } }: Walk): Fragment {
  if (shown === null) return raw("1");
  const [by, sorted, tieBreak] = shown;
  return sql`(b IS NOT NULL, coalesce(b, ''), s, t) ${raw(request.sort.isDescending ? "<" : ">")}
    (${Number(by !== null)}, ${by ?? ""}, ${sorted}, ${tieBreak})`;
}

/**
 * What is found in the window: how many rows were looked at (one more where there are others
 * behind), where it stopped, how many match, how many of those were not shown yet, and those of the
 * page with their places.
 */
export function walkStatement(walk: Walk): Fragment {
  const { limit, page } = walk.request;
  const from = param((page - 1) * limit);
  const to = param(page * limit);
  const most = raw(walk.most);
  return sql`WITH seen AS MATERIALIZED (
      SELECT row_number() OVER () AS n, w.* FROM (${seen(walk)}) w),
    hits AS (
      SELECT row_number() OVER (ORDER BY ${raw(placesOf(walk))}) AS place, s, t, k, b
      FROM seen WHERE h AND n <= ${most} AND ${isAhead(walk)})
    SELECT count(*) AS seen, count(*) FILTER (WHERE h AND n <= ${most}) AS total,
      count(*) FILTER (WHERE h AND n <= ${most} AND ${isAhead(walk)}) AS ahead,
      max(iif(n = ${most}, json_array(s, t), NULL)) AS stop,
      (SELECT json_group_array(json_array(s, t, k, b)) FROM
        (SELECT * FROM hits WHERE place > ${from} AND place <= ${to} ORDER BY place)) AS page
    FROM seen`;
}

/** The same without the decision: all that may match, with what it is decided upon. */
export const undecidedStatement = (walk: Walk): Fragment =>
  sql`WITH seen AS MATERIALIZED (
      SELECT row_number() OVER () AS n, w.* FROM (${seen(walk)}) w)
    SELECT s, t, k, b, iif(h, e, NULL) AS e, n, ${isAhead(walk)} AS is_ahead FROM seen
    WHERE h OR n >= ${raw(walk.most)} ORDER BY ${raw(placesOf(walk))}`;
