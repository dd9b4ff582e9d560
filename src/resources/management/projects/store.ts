import { load } from "../../../commit/load";
import { decode, insertRows, type Statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { pageOf } from "../../../db/page";
import { columnsFrom } from "../../../db/rows";
import { type Fragment, joined, param, raw, sql, valuesOf } from "../../../db/sql";
import { type ProjectRow, projects, trustedOrigins } from "../../../db/tables/control";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import type { PlatformScope } from "../../../scope/scope";
import type { ProjectQuery } from "./schema";

/** Nobody can page beyond this, so nothing is counted further. */
const MOST = 10_000;

/** The project as it stands now; what authentication remembers may be a minute old. */
export async function getProject(scope: PlatformScope, id: string): Promise<ProjectRow> {
  const { rows } = await load(scope, { rows: sql`SELECT * FROM projects WHERE id = ${id}` });
  if (!rows[0]) throw notFound("project", id.slice(0, 100));
  return decode(projects, rows[0]);
}

/** Behind all names that begin alike. */
const LAST = "\u{10ffff}";

/** As the index has names: A to Z and a to z are the same. */
const begins = (name: string): Fragment =>
  sql`name COLLATE NOCASE >= ${name} AND name COLLATE NOCASE < ${name + LAST}`;

const withKey = (appId: string): Fragment =>
  sql`id IN (SELECT project_id FROM api_keys
    WHERE kind IN ('server', 'client', 'management') AND app_id = ${appId})`;

/**
 * A page of the deployment's projects, the newest first, or those of a name in the order of names;
 * a project's own key sees only its own.
 */
export async function listProjects(
  scope: PlatformScope,
  query: ProjectQuery,
): Promise<Page<ProjectRow>> {
  const { limit, page, name, app_id } = query;
  const only = scope.actor.project_id;
  const conditions = [
    only === null ? raw("1") : sql`id = ${only}`,
    ...(name === undefined ? [] : [begins(name)]),
    ...(app_id === undefined ? [] : [withKey(app_id)]),
  ];
  const visible = sql`FROM projects WHERE ${joined(conditions, " AND ")}`;
  const order = raw(name === undefined ? "id DESC" : "name COLLATE NOCASE, id");
  const found = await load(scope, {
    rows: sql`SELECT * ${visible} ORDER BY ${order}
      LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
    total: sql`SELECT count(*) AS total FROM (SELECT 1 ${visible} LIMIT ${raw(MOST)})`,
  });
  return pageOf(found, (row) => decode(projects, row), query);
}

const insertOrigins = (projectId: string, origins: readonly string[]): Statement =>
  insertRows(
    trustedOrigins,
    origins.map((origin) => ({ origin, project_id: projectId })),
  );

/** The project with its trusted origins, where its counters are there already. */
export const insertProjectRow = (row: ProjectRow): Statement[] => [
  insertRows(projects, [row]),
  insertOrigins(row.id, row.client_trusted_domains),
];

/**
 * The project with its trusted origins, and its counters where it lives beside them; elsewhere they
 * are there already (`insertTallies`).
 */
export const insertProject = (row: ProjectRow): Statement[] => [
  ...insertProjectRow(row),
  ...(row.place === "DB" ? [sql`INSERT INTO tallies (project_id) VALUES (${row.id})`] : []),
];

/**
 * The project without its keys and origins, so that nobody gets in any more; what it has is taken
 * away later. Aborts where another request was first.
 */
export const removeProjectRow = (row: ProjectRow, removedAt: string): Statement[] => {
  const project = param(row.id);
  return [
    sql`DELETE FROM projects WHERE id = ${project} AND place = ${row.place} AND NOT is_moving`,
    assertChanged("project_gone"),
    sql`DELETE FROM project_moves WHERE project_id = ${project} AND phase = 'OVER'`,
    sql`DELETE FROM api_keys WHERE project_id = ${project}`,
    sql`DELETE FROM oauth_tokens WHERE project_id = ${project}`,
    sql`DELETE FROM trusted_origins
      WHERE project_id = ${project} AND origin IN (${valuesOf(row.client_trusted_domains)})`,
    sql`INSERT INTO removed_projects (project_id, home, removed_at, place)
      VALUES (${project}, ${row.place}, ${removedAt}, 0)`,
  ];
};

/** Columns of a project that an update may set. */
export type ProjectChange = Partial<
  Omit<
    ProjectRow,
    "id" | "place" | "is_moving" | "opens_at" | "case_sensitive_codes" | "created_at"
  >
>;

/** Sets columns of the project that was read; aborts where another update came between. */
export const updateProject = (row: ProjectRow, change: ProjectChange): Statement[] => [
  sql`UPDATE projects SET ${columnsFrom(change)}
    WHERE id = ${row.id} AND updated_at IS ${row.updated_at}`,
  assertChanged("project_moved"),
  ...(change.client_trusted_domains ? replaceOrigins(row, change.client_trusted_domains) : []),
];

/** Names the old origins, because their index begins with the origin. */
const replaceOrigins = (row: ProjectRow, origins: readonly string[]): Statement[] => [
  sql`DELETE FROM trusted_origins
    WHERE project_id = ${row.id} AND origin IN (${valuesOf(row.client_trusted_domains)})`,
  insertOrigins(row.id, origins),
];
