import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { experimental_readRawConfig, getPlatformProxy, unstable_splitSqlQuery } from "wrangler";
import * as z from "zod";
import { CONTROL } from "../src/scope/places.ts";
import { root } from "./wrangler.ts";

const DATABASE = "v3/d1";
const MIGRATIONS = join(root, "migrations");

/** Wrangler's own table of what has been applied, as it makes it itself. */
const APPLIED = `CREATE TABLE IF NOT EXISTS "d1_migrations" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** The simulator calls nobody and writes nothing else. */
const SILENT = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_WRITE_LOGS: "false",
};

interface Migration {
  name: string;
  queries: string[];
}

/** All migrations in their order. */
async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith(".sql")).sort();
  return Promise.all(
    names.map(async (name) => ({
      name,
      queries: unstable_splitSqlQuery(await readFile(join(MIGRATIONS, name), "utf8")),
    })),
  );
}

/** Applies what is new to a place in one batch, each migration noted as applied. */
async function migrate(place: D1Database, all: readonly Migration[]): Promise<void> {
  const create = () => place.prepare(APPLIED).run();
  // The simulator may have closed the connection while it was busy with the place before.
  await create().catch(create);
  const { results } = await place.prepare("SELECT name FROM d1_migrations").all();
  const applied = new Set(results.map(({ name }) => name));
  const statements = all
    .filter(({ name }) => !applied.has(name))
    .flatMap(({ name, queries }) => [
      ...queries.map((query) => place.prepare(query)),
      place.prepare("INSERT INTO d1_migrations (name) VALUES (?1)").bind(name),
    ]);
  if (statements.length > 0) await place.batch(statements);
}

const Config = z.looseObject({ d1_databases: z.array(z.unknown()) });

/** A configuration of nothing but the places of `wrangler.toml`; answers its path. */
async function writePlaces(folder: string): Promise<string> {
  const source = join(root, "wrangler.toml");
  const { d1_databases } = Config.parse(experimental_readRawConfig({ config: source }).rawConfig);
  const path = join(folder, "places.json");
  await writeFile(path, JSON.stringify({ name: "places", d1_databases }));
  return path;
}

/**
 * Brings all places in a folder to the schema of now, the first one with the seed's rows: one
 * simulator serves them all.
 */
async function bring(
  folder: string,
  seed: string,
  { migrations, signal }: { migrations: readonly Migration[]; signal: AbortSignal | undefined },
): Promise<void> {
  await mkdir(folder, { recursive: true });
  Object.assign(process.env, SILENT);
  const { env, dispose } = await getPlatformProxy<Record<string, D1Database>>({
    configPath: await writePlaces(folder),
    persist: { path: join(folder, "v3") },
    remoteBindings: false,
  });
  try {
    for (const [name, place] of Object.entries(env)) {
      signal?.throwIfAborted();
      await migrate(place, migrations);
      const rows = name === CONTROL && seed !== "" ? unstable_splitSqlQuery(seed) : [];
      if (rows.length > 0) await place.batch(rows.map((query) => place.prepare(query)));
    }
  } finally {
    await dispose();
  }
}

const EMPTY = join(root, "node_modules/.cache/vouchsafe");

/** What empty databases are made of: other migrations or places make others. */
async function digest(migrations: readonly Migration[]): Promise<string> {
  const hash = createHash("sha256").update(await readFile(join(root, "wrangler.toml")));
  for (const { name, queries } of migrations) hash.update(JSON.stringify([name, queries]));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Empty databases of the schema of now, which every new state begins with: to apply all migrations
 * takes seconds, to copy what came of them next to none. Made beside their place, since others may
 * be making them too.
 */
export async function emptyDatabases(signal?: AbortSignal): Promise<string> {
  const migrations = await readMigrations();
  const place = join(EMPTY, await digest(migrations));
  if (existsSync(place)) return place;
  const beside = join(EMPTY, `new-${randomUUID()}`);
  try {
    await bring(beside, "", { migrations, signal });
    // Whoever comes second finds the same there.
    await rename(beside, place).catch((error: unknown) => {
      if (!existsSync(place)) throw error;
    });
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
  return place;
}

/**
 * Brings the databases in a state's folder to the schema of now, with the seed's rows. New ones are
 * made beside their place and then moved there, so that what was interrupted leaves nothing.
 */
export async function prepareDatabase(
  state: string,
  seed: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const how = { migrations: await readMigrations(), signal };
  if (existsSync(join(state, DATABASE))) return bring(state, seed, how);
  const empty = await emptyDatabases(signal);
  const beside = join(state, "new");
  await rm(beside, { recursive: true, force: true });
  await cp(join(empty, DATABASE), join(beside, DATABASE), { recursive: true });
  await bring(beside, seed, how);
  await mkdir(join(state, "v3"), { recursive: true });
  await rename(join(beside, DATABASE), join(state, DATABASE));
  await rm(beside, { recursive: true, force: true });
}
