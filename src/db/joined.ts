import type { Joinable, JoinWay, Param, Statement } from "./client";
import { type Cells, isTooLarge } from "./run";

type Batch = readonly Joinable[];

/** Several batches as one, and what each of them would have been answered, in their order. */
export interface Joined {
  statements: readonly Statement[];
  split: (rows: readonly Cells[][]) => Cells[][][];
}

interface Keyed {
  id: string;
}

/** What one move adds to a counter of usage of a voucher. */
interface Usage extends Record<string, string | number> {
  subject: string;
}

/** By how much one batch moves one voucher. */
interface Use extends Keyed {
  key: string;
  quantity: number;
  credits: number;
  usage: readonly Usage[];
}

// The casts hold because the stores that declare a way write what it reads.
const listIn = <T>(json: Param | undefined): T[] => JSON.parse(String(json)) as T[];
const listsIn = <T>(values: readonly (Param | undefined)[]): T[][] =>
  values.map((json) => listIn<T>(json));

const concatenated = (values: readonly (Param | undefined)[]): string =>
  `[${values
    .map((json) => String(json).slice(1, -1))
    .filter((items) => items !== "")
    .join(",")}]`;

const COUNTED = ["count", "orders_amount", "discounted_amount"] as const;
const byNumber = (value: string | number | undefined): number => Number(value ?? 0);

/** Moves of one counter in one period are one; null where its periods differ. */
function summedUsage(all: readonly Usage[]): Usage[] | null {
  const summed = new Map<string, Usage>();
  for (const each of all) {
    const before = summed.get(each.subject);
    const isElse = ["day", "week", "month"].some((name) => before && before[name] !== each[name]);
    if (isElse) return null;
    const sums = COUNTED.map((name) => [name, byNumber(before?.[name]) + byNumber(each[name])]);
    summed.set(each.subject, { ...each, ...Object.fromEntries(sums) });
  }
  return [...summed.values()];
}

/** Each voucher once, as a statement changes a row once; null where its counters have no sum. */
function summedUses(all: readonly Use[]): Use[] | null {
  const summed = [...Map.groupBy(all, ({ id }) => id).values()].map((uses) => {
    const usage = summedUsage(uses.flatMap((use) => use.usage));
    const [first] = uses;
    return first && usage
      ? {
          ...first,
          quantity: uses.reduce((sum, use) => sum + use.quantity, 0),
          credits: uses.reduce((sum, use) => sum + use.credits, 0),
          usage,
        }
      : null;
  });
  const known = summed.filter((use) => use !== null);
  return known.length === summed.length ? known : null;
}

const hasEachOnce = (values: readonly (Param | undefined)[]): boolean => {
  const ids = listsIn<Keyed>(values).flatMap((rows) => rows.map(({ id }) => id));
  return new Set(ids).size === ids.length;
};

/** The value for all; undefined where there is none. */
function joinedValue(way: JoinWay, values: readonly (Param | undefined)[]): Param | undefined {
  switch (way) {
    case "same":
      return values[0];
    case "sum":
      return values.reduce((sum: number, value) => sum + Number(value), 0);
    case "list":
      return concatenated(values);
    case "set":
      return JSON.stringify([...new Set(listsIn<string>(values).flat())]);
    case "rows":
      return hasEachOnce(values) ? concatenated(values) : undefined;
    case "uses": {
      const uses = summedUses(listsIn<Use>(values).flat());
      return uses ? JSON.stringify(uses) : undefined;
    }
  }
}

/** Statements of one text as one; null where their values are not to be joined, or too large. */
function joinedStatement(all: readonly Joinable[]): Statement | null {
  const [first] = all;
  const values = first?.ways?.map((way, at) =>
    joinedValue(
      way,
      all.map(({ params }) => params[at]),
    ),
  );
  const params = values?.filter((value) => value !== undefined);
  const isWhole = first && params && params.length === first.params.length;
  return isWhole && !params.some(isTooLarge) ? { sql: first.sql, params } : null;
}

/** What a batch would have been told of its vouchers before those behind it used them, too. */
function rowsBefore(rows: readonly Cells[], own: readonly Use[], later: readonly Use[]): Cells[] {
  const more = Map.groupBy(later, ({ id }) => id);
  const mine = new Set(own.map(({ id }) => id));
  return rows
    .filter(({ id }) => mine.has(String(id)))
    .map((row) => {
      const uses = more.get(String(row.id)) ?? [];
      const credits = uses.reduce((sum, use) => sum + use.credits, 0);
      const quantity = uses.reduce((sum, use) => sum + use.quantity, 0);
      return {
        ...row,
        redeemed_quantity: Number(row.redeemed_quantity) - quantity,
        redeemed_amount: Number(row.redeemed_amount) - credits,
        balance: row.balance === null ? null : Number(row.balance) + credits,
      };
    });
}

/** The rows of one statement for each batch: only uses of vouchers return any. */
function partsOf(all: readonly Joinable[], rows: readonly Cells[]): Cells[][] {
  const at = all[0]?.ways?.indexOf("uses") ?? -1;
  if (at < 0) return all.map(() => []);
  const uses = listsIn<Use>(all.map(({ params }) => params[at]));
  return uses.map((own, place) => rowsBefore(rows, own, uses.slice(place + 1).flat()));
}

/** Whether two batches are made of the same statements, with the same values where they must be. */
const isLike = (one: Batch, other: Batch): boolean =>
  one.length === other.length &&
  one.every(({ sql, params, ways }, at) => {
    const its = other[at];
    // A worker of an older version may send none.
    if (!ways || !its?.ways || sql !== its.sql) return false;
    return ways.every((way, place) => way !== "same" || params[place] === its.params[place]);
  });

/** Batches that are alike, in the order in which the first of each kind came. */
export function kindsOf<T>(all: readonly T[], batchOf: (each: T) => Batch): T[][] {
  const kinds: T[][] = [];
  for (const each of all) {
    const alike = kinds.find(([first]) => first && isLike(batchOf(first), batchOf(each)));
    if (alike) alike.push(each);
    else kinds.push([each]);
  }
  return kinds;
}

/**
 * Batches that are alike as one of as many statements as one of them has: first all that they
 * assert, then all that they write. A store declares `ways` only where nothing that such a batch
 * asserts, or tells of as it is left, is moved by another one of its kind. Null where two of them
 * move one row, or are too large together.
 */
export function joined(batches: readonly Batch[]): Joined | null {
  const [first = []] = batches;
  const columns = first.map((_, at) => batches.flatMap((batch) => batch[at] ?? []));
  const statements = columns.map(joinedStatement).filter((statement) => statement !== null);
  if (statements.length < first.length) return null;
  return {
    statements,
    split: (rows) => {
      const parts = columns.map((all, at) => partsOf(all, rows[at] ?? []));
      return batches.map((_, place) => parts.map((part) => part[place] ?? []));
    },
  };
}
