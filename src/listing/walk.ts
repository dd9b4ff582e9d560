// Decides which rows a page of a filtered list has, of those that one request looks at.

import { load } from "../commit/load";
import { readRows } from "../commit/read";
import type { RawRow } from "../db/client";
import type { PageRequest } from "../db/list";
import { type Fragment, raw, sql, valuesOf } from "../db/sql";
import {
  BEGINNING,
  type Place,
  placeBehind,
  placeStatement,
  type Sorted,
  undecidedStatement,
  type Walk,
  walkStatement,
} from "../db/walk";
import type { Page } from "../http/page";
import { clockOf, type Scope } from "../scope/scope";
import type { Wanted } from "./check";
import { type Compiled, compiled, meetsAll } from "./compile";
import type { Narrow } from "./fields";
import { locatedFilter } from "./locate";
import { narrowed, narrowOf } from "./narrow";
import { all } from "./operators";
import { findPlace, placeOf, textOf } from "./place";

/** Rows that a request looks at (docs/behaviour.md, "Lists"). */
export const LOOKED_AT = 5_000;
/** The same where what is asked is decided by the worker, which is given the values of each. */
export const DECIDED_AT = 500;

/** What the worker decides upon a row's values, which are a JSON list. */
export interface Decide {
  evidence: Fragment;
  meets: (evidence: unknown[]) => boolean;
}

/** A list that is filtered or sorted by what no index serves. */
export interface Listed {
  /** Its filters are those that an index serves. */
  request: PageRequest;
  /**
   * The column that names a row, such as `v.id`, and the index that finds it, among rows of which
   * that is true.
   */
  key: { column: string; index?: string; where?: Fragment };
  /** What else is asked of each row. */
  where: readonly Fragment[];
  wanted: Wanted | null;
  /** What the rows that were looked at are sorted by, where no index has that order. */
  by?: string | undefined;
  starting_after_id: string | undefined;
  /** What leads to a few rows, beside the filters. */
  few?: Fragment;
  /** What is decided by the worker, in place of a filter. */
  decide?: Decide;
  /** Rows that are looked at in any case, since a page that far behind is asked for. */
  least?: number;
}

type Hit = [sorted: Sorted, tieBreak: string, key: string, by: Sorted];

interface Seen {
  /** Those of the page. */
  hits: Hit[];
  total: number;
  /** Those of them that stand behind what was shown. */
  ahead: number;
  /** Where the walk stopped, if there is more behind. */
  stop: Place["behind"];
}

/** The casts hold because the texts are made by the statement of the walk. */
const parsed = <T>(text: unknown) => JSON.parse(String(text)) as T;

async function decided(scope: Scope, walk: Walk): Promise<Seen> {
  const { rows } = await load(scope, { rows: walkStatement(walk) });
  const { seen, total, ahead, stop, page } = rows[0] ?? {};
  return {
    hits: parsed<Hit[]>(page),
    total: Number(total),
    ahead: Number(ahead),
    stop: Number(seen) > walk.most ? parsed<Place["behind"]>(stop) : null,
  };
}

/** A row of the walk; the cast holds for what the statement selects. */
const hitOf = ({ s, t, k, b }: RawRow) => [s, t, k, b] as Hit;

async function undecided(scope: Scope, walk: Walk, { meets }: Decide): Promise<Seen> {
  const { rows } = await load(scope, { rows: undecidedStatement(walk) });
  const met = rows
    .filter(({ n, e }) => Number(n) <= walk.most && e !== null)
    .filter(({ e }) => meets(parsed<unknown[]>(e)));
  const hits = met.filter(({ is_ahead }) => is_ahead === 1).map(hitOf);
  const last = rows.find(({ n }) => Number(n) === walk.most);
  const isMore = rows.some(({ n }) => Number(n) > walk.most);
  const { limit, page } = walk.request;
  return {
    hits: hits.slice((page - 1) * limit, page * limit),
    total: met.length,
    ahead: hits.length,
    stop: isMore && last ? [hitOf(last)[0], hitOf(last)[1]] : null,
  };
}

/** Where the next page begins, behind so many that are shown; null where there is none. */
function nextOf({ request, by, after }: Walk, seen: Seen, count: number): Place | null {
  const { hits, ahead } = seen;
  const end = seen.stop ?? after.until;
  const last = hits[count - 1];
  const isAll = count === hits.length && ahead <= (request.page - 1) * request.limit + count;
  if (isAll || !last) return end && placeBehind(end);
  const [sorted, tieBreak, , sortedBy] = last;
  return by === null
    ? placeBehind([sorted, tieBreak])
    : { behind: after.behind, shown: [sortedBy, sorted, tieBreak], until: end };
}

/** What leads to the rows of a list by an index, if anything does. */
function narrowFor(scope: Scope, { wanted, few }: Listed): Narrow | null {
  if (few) return { where: few, isFew: true };
  return wanted && narrowOf(wanted, clockOf(scope));
}

/** An id, such as `prod_...`: clients also go on by that of the last entry. */
const ID = /^[a-z]{1,10}_\w{1,80}$/;

/** Where an entry stands in the list; the beginning where there is none of this id. */
async function placeOfEntry(scope: Scope, walk: Walk, { key }: Listed, id: string): Promise<Place> {
  const named = { key: id, index: key.index, where: key.where };
  const { rows } = await load(scope, { rows: placeStatement(walk, named) });
  const [found] = rows;
  if (!found) return BEGINNING;
  const [sorted, tieBreak, , by] = hitOf({ ...found, k: null });
  return walk.by === null
    ? placeBehind([sorted, tieBreak])
    : { ...BEGINNING, shown: [by, sorted, tieBreak] };
}

/** Where the walk goes on: behind a place that a list answered, or behind an entry by its id. */
async function placed(scope: Scope, walk: Walk, listed: Listed): Promise<Walk> {
  const { starting_after_id: text } = listed;
  if (text === undefined || findPlace(text) !== null || !ID.test(text)) return walk;
  return { ...walk, after: await placeOfEntry(scope, walk, listed, text) };
}

function walkOf(
  scope: Scope,
  listed: Listed,
  filter: Compiled | null,
  decide: Decide | null,
): Walk {
  const { key, where, starting_after_id, least = 0 } = listed;
  const narrow = narrowFor(scope, listed);
  const { request, by, isFew } = narrowed(
    listed.request,
    key.column,
    narrow,
    listed.by !== undefined,
  );
  return {
    request,
    key: key.column,
    where: all(...where, ...(filter ? [filter.where] : []), raw("1")),
    evidence: decide?.evidence ?? null,
    by: listed.by ?? by,
    after: placeOf(starting_after_id),
    isFew,
    most: decide ? DECIDED_AT : Math.max(LOOKED_AT, least),
  };
}

/** The rows of a page as they are read by their keys; `has_more` where they were too large. */
type Entries<T> = (request: PageRequest) => Promise<Pick<Page<T>, "items" | "has_more">>;

interface Reading<T> {
  entries: Entries<T>;
  keyOf: (item: T) => string;
}

/** The rows of keys, in the order of the list. */
function byKeys({ request, key }: Listed, wanted: readonly string[]): PageRequest {
  const { halves: _, ...rest } = request;
  return {
    ...rest,
    filters: [sql`${raw(key.column)} IN (${valuesOf(wanted)})`, ...(key.where ? [key.where] : [])],
    filterIndex: key.index,
    sort: { ...request.sort, isNullable: false },
    page: 1,
  };
}

/** The matches of a page up to the first that its bytes leave no room for: one at least. */
async function readHits<T>(listed: Listed, hits: readonly Hit[], reading: Reading<T>) {
  const keys = hits.map(([, , key]) => key);
  if (keys.length === 0) return { count: 0, items: [] };
  const page = await reading.entries(byKeys(listed, keys));
  const found = new Map(page.items.map((item) => [reading.keyOf(item), item]));
  const cut = page.has_more ? keys.findIndex((key) => !found.has(key)) : -1;
  if (cut === 0) {
    const first = await reading.entries(byKeys(listed, keys.slice(0, 1)));
    return { count: 1, items: first.items };
  }
  const shown = cut < 0 ? keys : keys.slice(0, cut);
  return { count: shown.length, items: shown.flatMap((key) => found.get(key) ?? []) };
}

/** What SQL leaves undecided of a filter; null where that is nothing. */
function decisionOf(scope: Scope, wanted: Wanted, filter: Compiled | null): Decide | null {
  if (!filter?.evidence) return null;
  const clock = clockOf(scope);
  return { evidence: filter.evidence, meets: (evidence) => meetsAll(wanted, evidence, clock) };
}

/** The matches of a page, as far as one request looks, and the walk that found them. */
export async function findWalked(scope: Scope, listed: Listed): Promise<Seen & { walk: Walk }> {
  const wanted = await locatedFilter(scope, listed.wanted);
  const filter = wanted && compiled(wanted, clockOf(scope));
  const decide = listed.decide ?? (wanted && decisionOf(scope, wanted, filter));
  const walk = await placed(scope, walkOf(scope, listed, filter, decide), listed);
  const seen = await (decide ? undecided(scope, walk, decide) : decided(scope, walk));
  return { ...seen, walk };
}

/**
 * A page of a list that no index serves, in two round trips. `total` counts the matches among the
 * rows that were looked at; `has_more` says whether there are others behind the page, found or not
 * looked at yet, and `more_starting_after` where the next request goes on.
 */
export async function listWalked<T>(
  scope: Scope,
  listed: Listed,
  reading: Reading<T>,
): Promise<Page<T>> {
  const { walk, ...seen } = await findWalked(scope, listed);
  const { count, items } = await readHits(listed, seen.hits, reading);
  const next = nextOf(walk, seen, count);
  return {
    items,
    total: seen.total,
    has_more: next !== null,
    ...(next && { more_starting_after: textOf(next) }),
  };
}

/** The same of rows that need nothing beside them. */
export const listRows = <T>(
  scope: Scope,
  listed: Listed,
  read: (row: RawRow) => T,
  keyOf: (item: T) => string,
): Promise<Page<T>> =>
  listWalked(scope, listed, {
    entries: (request) => readRows(scope, request, read),
    keyOf,
  });
