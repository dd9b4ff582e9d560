import { type Db, decode, type RawRow } from "../db/client";
import { readBatch } from "../db/commit";
import { type Fragment, param, type Slot, sql } from "../db/sql";
import { type ApiKeyRow, apiKeys, type ProjectRow, projects } from "../db/tables/control";
import { type OAuthTokenRow, oauthTokens } from "../db/tables/oauth";
import { type MetadataSchemaRow, metadataSchemas } from "../db/tables/schemas";
import { type StackingRulesRow, stackingRules } from "../db/tables/stacking";
import { Recent } from "../lib/recent";
import { type Asking, type Found, lookUp, memory, noteChange, TTL_MS, ttlOf } from "./look-up";
import { CONTROL, type Places } from "./places";

/** What metadata may hold, by the kind of object that carries it. */
export type MetadataSchemas = ReadonlyMap<string, MetadataSchemaRow>;

/** A project with the settings that requests need at hand. */
export interface KnownProject {
  project: ProjectRow;
  schemas: MetadataSchemas;
  /** The stacking rules that the project has set; the others are those of the service. */
  stacking: StackingRulesRow["rules"];
  /** Whether anybody is told of its events at once; of one made elsewhere, after the others. */
  has_webhooks: boolean;
}

/** A key as it stands in the control tables, with the project it opens. */
export interface Credential extends KnownProject {
  key: ApiKeyRow;
}

/** A token as it stands there, with the key that it was given to. */
export interface KnownToken extends Credential {
  token: OAuthTokenRow;
}

const credentials = memory<Credential>();
const tokens = memory<KnownToken>();
/** So long after it has moved, the new place begins to serve. */
export const OPENS_MS = 1_500;
const knownProjects = new Recent<KnownProject>(10_000, TTL_MS);
const origins = new Recent<boolean>(10_000, TTL_MS);

/**
 * A key with its project by kind and app id, near the caller where that one `opens`; a warm isolate
 * answers without a round trip.
 */
export const findCredential = (
  asking: Asking,
  { kind, appId, now }: { kind: ApiKeyRow["kind"]; appId: string; now: number },
  opens: (known: Credential) => boolean,
): Promise<Found<Credential> | null> =>
  lookUp({
    known: credentials,
    name: `${kind}:${appId}`,
    asking,
    now,
    read: (at) => readCredential(at, kind, appId),
    opens,
    // Management reads the project itself on the primary.
    isNear: kind !== "management",
  });

async function readCredential(
  places: Places,
  kind: string,
  appId: string,
): Promise<Credential | null> {
  const statements = credentialStatements(kind, appId);
  const [keys = [], ...rest] = await readBatch(places.control, statements);
  const [key, owner] = [keys[0], await knownProject(places, rest)];
  return key && owner ? { key: decode(apiKeys, key), ...owner } : null;
}

/** A token by its hash, however old it is, likewise. */
export const findToken = (
  asking: Asking,
  { hash, now }: { hash: string; now: number },
  opens: (known: KnownToken) => boolean,
): Promise<Found<KnownToken> | null> =>
  lookUp({
    known: tokens,
    name: hash,
    asking,
    now,
    read: (at) => readToken(at, hash),
    opens,
    isNear: true,
  });

async function readToken(places: Places, hash: string): Promise<KnownToken | null> {
  const [rows = [], keys = [], ...rest] = await readBatch(places.control, tokenStatements(hash));
  const [row, key, owner] = [rows[0], keys[0], await knownProject(places, rest)];
  if (!row || !key || !owner) return null;
  return { token: decode(oauthTokens, row), key: decode(apiKeys, key), ...owner };
}

/** Whether this isolate has found the token before, however long ago. */
export const wasKnownToken = (hash: string): boolean => tokens.has(hash);

/** What a project has set; `owner` is its id, or an expression for it. */
const settingStatements = (owner: Fragment | Slot): Fragment[] => [
  sql`SELECT * FROM metadata_schemas WHERE project_id = ${owner}`,
  sql`SELECT * FROM stacking_rules WHERE project_id = ${owner}`,
  sql`SELECT 1 FROM webhooks WHERE project_id = ${owner} AND active LIMIT 1`,
];

/**
 * Reads a project of the control tables, and what it has set if it lives beside them: then one
 * round trip is enough.
 */
const projectStatements = (owner: Fragment | Slot): Fragment[] => [
  sql`SELECT * FROM projects WHERE id = ${owner}`,
  ...settingStatements(owner),
];

function credentialStatements(kind: string, appId: string): Fragment[] {
  const keys = sql`FROM api_keys WHERE kind = ${kind} AND app_id = ${appId}`;
  return [sql`SELECT * ${keys}`, ...projectStatements(sql`(SELECT project_id ${keys})`)];
}

function tokenStatements(hash: string): Fragment[] {
  const row = sql`FROM oauth_tokens WHERE token_hash = ${hash}`;
  return [
    sql`SELECT * ${row}`,
    sql`SELECT * FROM api_keys WHERE (project_id, id) = (SELECT project_id, key_id ${row})`,
    ...projectStatements(sql`(SELECT project_id ${row})`),
  ];
}

/**
 * Waits until the place of the project serves: what was read before it moved there is remembered no
 * longer by then.
 */
export async function opened({ opens_at }: ProjectRow): Promise<void> {
  const ms = opens_at === null ? 0 : Date.parse(opens_at) - Date.now();
  if (ms > 0) await scheduler.wait(Math.min(ms, OPENS_MS));
}

/** What these statements found; of a project that lives elsewhere, what it has set there. */
async function knownProject(
  places: Places,
  [owners = [], ...beside]: readonly RawRow[][],
): Promise<KnownProject | null> {
  if (!owners[0]) return null;
  const project = decode(projects, owners[0]);
  await opened(project);
  const isHere = project.place === CONTROL;
  const [rows = [], [own] = [], webhooks = []] = isHere
    ? beside
    : await readBatch(places.at(project.place), settingStatements(param(project.id)));
  const schemas = rows.map((row) => decode(metadataSchemas, row));
  return {
    project,
    schemas: new Map(schemas.map((schema) => [schema.related_object, schema])),
    stacking: own ? decode(stackingRules, own).rules : {},
    has_webhooks: webhooks.length > 0,
  };
}

/** A project by id, for management routes that name it in their path, and for jobs. */
export async function findProject(
  places: Places,
  id: string,
  now: number,
): Promise<KnownProject | null> {
  const known = knownProjects.get(id, now);
  if (known) return known;
  const found = await knownProject(
    places,
    await readBatch(places.control, projectStatements(param(id))),
  );
  if (found) knownProjects.set(id, found, now, ttlOf(found));
  return found;
}

/** The database that a project lives in, for work that needs no more of it; null if it is gone. */
export async function databaseOf(places: Places, id: string): Promise<Db | null> {
  const known = await findProject(places, id, Date.now());
  return known && places.at(known.project.place);
}

/** Whether a key is there and not blocked; never remembered, since a link lives for a day. */
export async function isKeyOpen(
  control: Db,
  { projectId, keyId }: { projectId: string; keyId: string },
): Promise<boolean> {
  const [rows = []] = await readBatch(control, [
    sql`SELECT 1 FROM api_keys WHERE project_id = ${projectId} AND id = ${keyId}
      AND blocked_at IS NULL`,
  ]);
  return rows.length > 0;
}

/**
 * Names of hosts have 253 characters at most. What is longer is trusted nowhere, so that nobody who
 * may send any fills the memory with them.
 */
const LONGEST_ORIGIN = 300;

/** Whether any project trusts the origin: a CORS preflight carries no credentials to ask by. */
export async function isTrustedSomewhere(db: Db, origin: string, now: number): Promise<boolean> {
  if (origin.length > LONGEST_ORIGIN) return false;
  const known = origins.get(origin, now);
  if (known !== undefined) return known;
  const [rows = []] = await readBatch(db, [
    sql`SELECT 1 FROM trusted_origins WHERE origin IN (${origin}, '*') LIMIT 1`,
  ]);
  origins.set(origin, rows.length > 0, now);
  return rows.length > 0;
}

/** Whether some project trusts the origin, as far as that is known without asking. */
export const isTrustedAtHand = (origin: string, now: number): boolean =>
  origins.get(origin, now) ?? false;

/** After a change to a project or its keys, this isolate reads them anew. */
export function forgetProject(projectId: string): void {
  noteChange();
  credentials.forget(({ value }) => value.project.id === projectId);
  tokens.forget(({ value }) => value.project.id === projectId);
  knownProjects.forget(({ project }) => project.id === projectId);
  origins.forget(() => true);
}
