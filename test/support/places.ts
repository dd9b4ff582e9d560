import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { Visit } from "../../src/async/sweeps/sweep";
import { CONTROL, placesOf } from "../../src/scope/places";

declare global {
  var homesOfProjects: Map<string, string> | undefined;
}

/** Where projects live, as far as tests have put them somewhere; all others live in the first place. */
globalThis.homesOfProjects ??= new Map();
export const homes: Map<string, string> = globalThis.homesOfProjects;

const PLACES: Record<string, D1Database> = { DB: env.DB, DB_1: env.DB_1, DB_2: env.DB_2 };

/** The database that a project lives in. */
export function dbOf(projectId: string): D1Database {
  const found = PLACES[homes.get(projectId) ?? CONTROL];
  if (!found) throw new Error("a project lives in a place that tests have");
  return found;
}

/** Tables that say who may come in and where a project lives. */
export const CONTROL_TABLES: ReadonlySet<string> = new Set([
  "projects",
  "api_keys",
  "trusted_origins",
  "users",
  "oauth_tokens",
  "oauth_tallies",
  "removed_projects",
  "places",
]);

/**
 * Brings all places to the schema of now. All but the first have no control tables here: whoever
 * asks for one of them in the database of a project fails.
 */
export async function preparePlaces(): Promise<void> {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  for (const place of [env.DB_1, env.DB_2]) {
    const stood = await place
      .prepare("SELECT 1 FROM sqlite_schema WHERE name = 'tallies'")
      .first<number>();
    if (stood !== null) continue;
    await applyD1Migrations(place, env.TEST_MIGRATIONS);
    await place.batch(
      [...CONTROL_TABLES].map((table) => place.prepare(`DROP TABLE IF EXISTS ${table}`)),
    );
  }
}

/** What a sweep works with on a place, at an instant (epoch milliseconds). */
export function visitOf(place = CONTROL, now = Date.now()): Visit {
  const { control, at } = placesOf(env);
  return { env, place, db: at(place), control, now };
}
