import { Recent } from "../lib/recent";
import { type Db, decode, type Statement, statement } from "./client";
import { readBatch } from "./commit";
import { type ApiKeyRow, apiKeys, type ProjectRow, projects } from "./tables/control";

/** A key as it stands in the control tables, with the project it opens. */
export interface Credential {
  key: ApiKeyRow;
  project: ProjectRow;
}

/** A blocked key or a changed project is noticed everywhere within this time (docs/behaviour.md). */
const TTL_MS = 60_000;
const credentials = new Recent<Credential | null>(10_000, TTL_MS);
const knownProjects = new Recent<ProjectRow>(10_000, TTL_MS);
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
  const [keys = [], owners = []] = await readBatch(db, credentialStatements(kind, appId));
  const [key, owner] = [keys[0], owners[0]];
  const found =
    key && owner ? { key: decode(apiKeys, key), project: decode(projects, owner) } : null;
  // Unknown ids are not remembered: a key just made elsewhere must work at once.
  if (found) credentials.set(name, found, now);
  return found;
}

const credentialStatements = (kind: string, appId: string): Statement[] => [
  statement("SELECT * FROM api_keys WHERE kind = ?1 AND app_id = ?2", kind, appId),
  statement(
    "SELECT * FROM projects WHERE id = (SELECT project_id FROM api_keys WHERE kind = ?1 AND app_id = ?2)",
    kind,
    appId,
  ),
];

/** A project by id, for management routes that name it in their path. */
export async function findProject(db: Db, id: string, now: number): Promise<ProjectRow | null> {
  const known = knownProjects.get(id, now);
  if (known) return known;
  const [rows = []] = await readBatch(db, [statement("SELECT * FROM projects WHERE id = ?1", id)]);
  const found = rows[0] ? decode(projects, rows[0]) : null;
  if (found) knownProjects.set(id, found, now);
  return found;
}

/** Whether any project trusts the origin: a CORS preflight carries no credentials to ask by. */
export async function isTrustedSomewhere(db: Db, origin: string, now: number): Promise<boolean> {
  const known = origins.get(origin, now);
  if (known !== undefined) return known;
  const [rows = []] = await readBatch(db, [
    statement("SELECT 1 FROM trusted_origins WHERE origin IN (?1, '*') LIMIT 1", origin),
  ]);
  origins.set(origin, rows.length > 0, now);
  return rows.length > 0;
}

/** After a change to a project or its keys, this isolate reads them anew. */
export function forgetProject(projectId: string): void {
  credentials.forget((credential) => credential?.project.id === projectId);
  knownProjects.forget((project) => project.id === projectId);
  origins.forget(() => true);
}
