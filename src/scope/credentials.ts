import { type Db, decode, type RawRow } from "../db/client";
import { readBatch } from "../db/commit";
import { type Fragment, param, type Slot, sql } from "../db/sql";
import { type ApiKeyRow, apiKeys, type ProjectRow, projects } from "../db/tables/control";
import { type OAuthTokenRow, oauthTokens } from "../db/tables/oauth";
import { type MetadataSchemaRow, metadataSchemas } from "../db/tables/schemas";
import { type StackingRulesRow, stackingRules } from "../db/tables/stacking";
import { Recent } from "../lib/recent";

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

/**
 * A blocked key or a changed project is noticed everywhere within this time (docs/behaviour.md).
 */
const TTL_MS = 60_000;
const credentials = new Recent<Credential>(10_000, TTL_MS);
const tokens = new Recent<KnownToken>(10_000, TTL_MS);
/**
 * How long an unknown key is remembered as unknown, since such keys are tried again and again; one
 * that was just made elsewhere works after this.
 */
const UNKNOWN_MS = 5_000;
const unknown = new Recent<true>(10_000, UNKNOWN_MS);
const knownProjects = new Recent<KnownProject>(10_000, TTL_MS);
const origins = new Recent<boolean>(10_000, TTL_MS);

/** A key with its project by kind and app id; a warm isolate answers without a round trip. */
export async function findCredential(
  db: Db,
  kind: ApiKeyRow["kind"],
  appId: string,
  now: number,
): Promise<Credential | null> {
  const name = `${kind}:${appId}`;
  const known = credentials.get(name, now);
  if (known !== undefined) return known;
  if (unknown.get(name, now)) return null;
  const [keys = [], ...settings] = await readBatch(db, credentialStatements(kind, appId));
  const [key, owner] = [keys[0], knownProject(settings)];
  const found = key && owner ? { key: decode(apiKeys, key), ...owner } : null;
  if (found) credentials.set(name, found, now);
  else unknown.set(name, true, now);
  return found;
}

/** A token by its hash, however old it is; a warm isolate answers without a round trip. */
export async function findToken(db: Db, hash: string, now: number): Promise<KnownToken | null> {
  const known = tokens.get(hash, now);
  if (known !== undefined) return known;
  if (unknown.get(hash, now)) return null;
  const [rows = [], keys = [], ...settings] = await readBatch(db, tokenStatements(hash));
  const [row, key, owner] = [rows[0], keys[0], knownProject(settings)];
  const found =
    row && key && owner
      ? { token: decode(oauthTokens, row), key: decode(apiKeys, key), ...owner }
      : null;
  if (found) tokens.set(hash, found, now);
  else unknown.set(hash, true, now);
  return found;
}

/** Whether this isolate has found the token before, however long ago. */
export const wasKnownToken = (hash: string): boolean => tokens.has(hash);

/** Whether this isolate has found the key before, however long ago: then it is worth a look-up. */
export const wasKnown = (kind: ApiKeyRow["kind"], appId: string): boolean =>
  credentials.has(`${kind}:${appId}`);

/**
 * Reads a project with its schemas and stacking rules, and whether it has webhooks; `owner` is its
 * id, or an expression for it.
 */
const settingStatements = (owner: Fragment | Slot): Fragment[] => [
  sql`SELECT * FROM projects WHERE id = ${owner}`,
  sql`SELECT * FROM metadata_schemas WHERE project_id = ${owner}`,
  sql`SELECT * FROM stacking_rules WHERE project_id = ${owner}`,
  sql`SELECT 1 FROM webhooks WHERE project_id = ${owner} AND active LIMIT 1`,
];

function credentialStatements(kind: string, appId: string): Fragment[] {
  const keys = sql`FROM api_keys WHERE kind = ${kind} AND app_id = ${appId}`;
  return [sql`SELECT * ${keys}`, ...settingStatements(sql`(SELECT project_id ${keys})`)];
}

function tokenStatements(hash: string): Fragment[] {
  const row = sql`FROM oauth_tokens WHERE token_hash = ${hash}`;
  return [
    sql`SELECT * ${row}`,
    sql`SELECT * FROM api_keys WHERE (project_id, id) = (SELECT project_id, key_id ${row})`,
    ...settingStatements(sql`(SELECT project_id ${row})`),
  ];
}

function knownProject(settings: readonly RawRow[][]): KnownProject | null {
  const [owners = [], rows = [], [own] = [], webhooks = []] = settings;
  if (!owners[0]) return null;
  const schemas = rows.map((row) => decode(metadataSchemas, row));
  return {
    project: decode(projects, owners[0]),
    schemas: new Map(schemas.map((schema) => [schema.related_object, schema])),
    stacking: own ? decode(stackingRules, own).rules : {},
    has_webhooks: webhooks.length > 0,
  };
}

/** A project by id, for management routes that name it in their path, and for jobs. */
export async function findProject(db: Db, id: string, now: number): Promise<KnownProject | null> {
  const known = knownProjects.get(id, now);
  if (known) return known;
  const found = knownProject(await readBatch(db, settingStatements(param(id))));
  if (found) knownProjects.set(id, found, now);
  return found;
}

/** Whether any project trusts the origin: a CORS preflight carries no credentials to ask by. */
export async function isTrustedSomewhere(db: Db, origin: string, now: number): Promise<boolean> {
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
  credentials.forget((credential) => credential.project.id === projectId);
  tokens.forget(({ project }) => project.id === projectId);
  knownProjects.forget(({ project }) => project.id === projectId);
  origins.forget(() => true);
  unknown.forget(() => true);
}
