import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Visit } from "../../src/async/sweeps/sweep";
import { CONTROL, placesOf } from "../../src/scope/places";
import { CONTROL_TABLES } from "./control-tables";

declare global {
  var homesOfProjects: Map<string, string> | undefined;
}

/** Where projects live, as far as tests have put them somewhere; all others live in the first place. */
globalThis.homesOfProjects ??= new Map();
export const homes: Map<string, string> = globalThis.homesOfProjects;

const PLACES: Record<string, D1Database> = { DB: env.DB, DB_1: env.DB_1, DB_2: env.DB_2 };

function databaseNamed(place: string): D1Database {
  const found = PLACES[place];
  if (!found) throw new Error("a project lives in a place that tests have");
  return found;
}

/** The database that a project lives in. */
export const dbOf = (projectId: string): D1Database =>
  databaseNamed(homes.get(projectId) ?? CONTROL);

declare global {
  var homeOfFile: string | undefined;
}

/** Where the projects of this file live, if it does not say otherwise. */
export const homeName = (): string => globalThis.homeOfFile ?? CONTROL;

/** The database of that place. */
export const homeDb = (): D1Database => databaseNamed(homeName());

/** Lets all projects of the file live there: it looks at databases by their bindings. */
export function liveIn(place: string): void {
  globalThis.homeOfFile = place;
}

/** Files take turns: each has a place by its name, so that its projects find it again. */
export function moveIn(file: string): void {
  const names = Object.keys(PLACES);
  const sum = [...file].reduce((before, each) => before + each.charCodeAt(0), 0);
  liveIn(names[sum % names.length] ?? CONTROL);
}

/**
 * Brings a place of projects to the schema of now, but without control tables: whoever asks for one
 * of them there fails.
 */
export async function preparePlace(place: D1Database): Promise<void> {
  const stood = await place
    .prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tallies'")
    .first<number>();
  if (stood !== null) return;
  await applyD1Migrations(place, env.TEST_MIGRATIONS);
  await place.batch(
    [...CONTROL_TABLES].map((table) => place.prepare(`DROP TABLE IF EXISTS ${table}`)),
  );
}

/** The first place has the control tables. */
export async function preparePlaces(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await Promise.all([env.DB_1, env.DB_2].map(preparePlace));
}

/** What a sweep works with on a place, at an instant (epoch milliseconds). */
export function visitOf(place = homeName(), now = Date.now()): Visit {
  const { control, at } = placesOf(env);
  return { env, place, db: at(place), control, now };
}
