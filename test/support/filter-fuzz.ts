import { expect } from "vitest";
import { insertRows } from "../../src/db/client";
import { locations } from "../../src/db/tables/locations";
import type { ListFields } from "../../src/listing/fields";
import { findWalked, type Listed } from "../../src/listing/walk";
import type { Filter } from "../../src/model/filter";
import type { LocationShape } from "../../src/model/location";
import { clockOf, type Scope } from "../../src/scope/scope";
import { anyFilter, chance, meeting, type Thing } from "./any-filter";
import { migrated } from "./large-database";
import { localD1 } from "./local-d1";
import { localScope, NOON } from "./local-scope";
import { runs } from "./runs";

/** The same filters each time. */
export const SEED = 20_260_602;
export const random = chance(SEED);

/** How many filters are tried of each kind of object: `FUZZ=5000` tries more. */
export const TIMES = Number(process.env.FUZZ ?? runs(500));

const DAY_MS = 86_400_000;

export const iso = (ms: number): string => new Date(ms).toISOString();
export const anyDate = (): string => iso(NOON + Math.floor((random() - 0.6) * 400) * DAY_MS);
export const maybe = <T>(value: () => T): T | null => (random() < 0.5 ? value() : null);

const SHAPE: LocationShape = {
  type: "circle",
  format: "distance",
  distance: { center: "0,0", radius: "1 km" },
};

/** Filters can name these; none of the things is there. */
const PLACES = insertRows(
  locations,
  ["loc_1", "loc_2"].map((id) => ({
    project_id: "proj_1",
    id,
    name: id,
    shape: SHAPE,
    created_at: iso(NOON),
    updated_at: null,
  })),
);

/** A database of plain Node with these rows, and with two locations. */
export function stocked(inserts: readonly ReturnType<typeof insertRows>[]): Scope {
  const database = migrated();
  for (const { sql, params } of [...inserts, PLACES]) {
    database.prepare(sql).run(...params.map((value) => value as string));
  }
  return localScope(localD1(database).d1);
}

interface Asked {
  scope: Scope;
  fields: ListFields;
  names: readonly string[];
  /** What may be shown, by the keys of its rows. */
  things: readonly { id: string; thing: Thing }[];
}

interface Finding extends Asked {
  /** The keys of all rows that meet a filter; null where not all were looked at. */
  find: (filters: Filter) => Promise<string[] | null>;
}

interface Fuzzed extends Asked {
  listed: (filters: Filter) => Listed;
}

/** Holds what is found to what is found in memory, so many times; answers how many parted them. */
export async function fuzzFinding(
  { scope, fields, names, things, find }: Finding,
  times: number,
): Promise<number> {
  const clock = clockOf(scope);
  const all = things.map(({ thing }) => thing);
  let parted = 0;
  for (let at = 0; at < times; at++) {
    const filters = anyFilter(random, fields, names, all);
    const ids = await find(filters);
    const meets = meeting(fields, filters, clock);
    const expected = things.filter(({ thing }) => meets(thing)).map(({ id }) => id);
    if (ids && ids.length > 0 && ids.length < things.length) parted += 1;
    if (ids?.toSorted().join() !== expected.toSorted().join()) {
      expect(ids, JSON.stringify({ SEED, at, filters })).toEqual(expected);
    }
  }
  return parted;
}

/** The same of a list. */
export const fuzz = ({ listed, ...asked }: Fuzzed, times: number): Promise<number> =>
  fuzzFinding(
    {
      ...asked,
      find: async (filters) => {
        const { hits, stop } = await findWalked(asked.scope, listed(filters));
        return stop === null ? hits.map(([, , key]) => key) : null;
      },
    },
    times,
  );
