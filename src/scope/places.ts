import { type Cost, type Db, noCost, noTrail, type Trail } from "../db/client";
import { nearDb } from "../db/near";
import type { Env } from "../env";
import { ApiError } from "../errors";

// Projects live in places, which are databases of one schema. The control tables, which say who may
// come in and where a project lives, stand in the first of them.

/** The place of the control tables, which also has projects of its own. */
export const CONTROL = "DB";
const NAME = /^DB_[1-9]\d*$/;

/** A place by its name. */
export interface NamedPlace {
  name: string;
  db: Db;
}

/** All databases of the deployment as one request or one job uses them, with one cost. */
export interface Places {
  control: Db;
  /** The database of a place; refuses one that the deployment does not bind. */
  at: (place: string) => Db;
  /** All of them by their names. */
  all: () => NamedPlace[];
}

const isDatabase = (bound: Env[keyof Env]): bound is D1Database =>
  typeof bound === "object" && "prepare" in bound;

const unbound = (place: string) =>
  new ApiError("place_unavailable", { details: `The database ${place} is not bound` });

function databaseAt(env: Env, place: string): D1Database {
  const [, found] = Object.entries(env).find(([name]) => name === place && NAME.test(name)) ?? [];
  // Never another database in its stead: the project would look empty.
  if (!isDatabase(found)) throw unbound(place);
  return found;
}

/** The names of all places: the first one, and `DB_1`, `DB_2` and so on as they are bound. */
export const placeNames = (env: Env): string[] => [
  CONTROL,
  ...Object.entries(env)
    .flatMap(([name, bound]) => (NAME.test(name) && isDatabase(bound) ? [name] : []))
    .sort((a, b) => Number(a.slice(3)) - Number(b.slice(3))),
];

interface Counted {
  cost?: Cost;
  /** That of the control tables, where the work leaves trails at all: one for each database. */
  trail?: Trail;
}

/** The places of an invocation. */
export function placesOf(env: Env, { cost = noCost(), trail }: Counted = {}): Places {
  const control: Db = { d1: env.DB, cost, trail, place: CONTROL };
  const at = (place: string): Db =>
    place === CONTROL
      ? control
      : {
          d1: databaseAt(env, place),
          cost,
          trail: trail && noTrail(place, trail.isFollowed),
          place,
        };
  return {
    control,
    at,
    all: () => placeNames(env).map((name) => ({ name, db: at(name) })),
  };
}

/** The same databases, read near the caller, where all of them leave one trail. */
export const nearPlaces = ({ control, at, all }: Places, trail: Trail): Places => ({
  all,
  control: { ...nearDb(control), trail },
  at: (place) => ({ ...nearDb(at(place)), trail }),
});
