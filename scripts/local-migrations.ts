import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, runWrangler } from "./wrangler.ts";

const DATABASE = "v3/d1";
const MIGRATIONS = join(root, "migrations");

/** Wrangler's own table of what has been applied, as it makes it itself. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
);`;

/** All migrations in their order, each noted as applied. */
async function migrationsSql(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(MIGRATIONS, name), "utf8")));
  const notes = names.map((name) => `INSERT INTO d1_migrations (name) VALUES ('${name}');`);
  return [APPLIED, ...texts, ...notes].join("\n");
}

const local = (place: string) => ["vouchsafe", "--local", "--persist-to", place];

const execute = (state: string, place: string, file: string, signal?: AbortSignal) =>
  runWrangler(state, ["d1", "execute", ...local(place), "--file", file, "--yes"], signal);

/**
 * Makes the database of a new state: all migrations and the seed as one file, where each migration
 * by itself starts the whole simulator again. It is made beside its place and then moved there, so
 * that one that was interrupted leaves nothing.
 */
async function make(state: string, seed: string, signal?: AbortSignal): Promise<void> {
  const place = join(state, "new");
  const file = join(state, "new.sql");
  await rm(place, { recursive: true, force: true });
  await writeFile(file, `${await migrationsSql()}\n${seed}`);
  await execute(state, place, file, signal);
  await mkdir(join(state, "v3"), { recursive: true });
  await rename(join(place, DATABASE), join(state, DATABASE));
  await Promise.all([place, file].map((each) => rm(each, { recursive: true, force: true })));
}

/** Applies the migrations that are new to a state, and what of the seed it does not have. */
async function renew(state: string, seed: string, signal?: AbortSignal): Promise<void> {
  const file = join(state, "demo.sql");
  await writeFile(file, seed);
  await runWrangler(state, ["d1", "migrations", "apply", ...local(state)], signal);
  await execute(state, state, file, signal);
}

/** Brings the database in a state's folder to the schema of now, with the seed's rows. */
export const prepareDatabase = (
  state: string,
  seed: string,
  signal?: AbortSignal,
): Promise<void> =>
  existsSync(join(state, DATABASE)) ? renew(state, seed, signal) : make(state, seed, signal);
