import { load } from "../../../commit/load";
import { decode, insertRows, type Statement, setColumns, statement } from "../../../db/client";
import { assertChanged } from "../../../db/commit";
import { totalOf } from "../../../db/page";
import { type ProjectRow, projects, trustedOrigins } from "../../../db/tables/control";
import { notFound } from "../../../errors";
import type { Page } from "../../../http/page";
import type { PlatformScope } from "../../../scope/scope";
import type { ProjectQuery } from "./schema";

/** Nobody can page beyond this, so nothing is counted further. */
const MOST = 10_000;

/** The project as it stands now; what authentication remembers may be a minute old. */
export async function getProject(scope: PlatformScope, id: string): Promise<ProjectRow> {
  const [rows = []] = await load(scope, [statement("SELECT * FROM projects WHERE id = ?1", id)]);
  if (!rows[0]) throw notFound("project", id.slice(0, 100));
  return decode(projects, rows[0]);
}

/** A page of the deployment's projects, the newest first; a project's own key sees only its own. */
export async function listProjects(
  scope: PlatformScope,
  { limit, page }: ProjectQuery,
): Promise<Page<ProjectRow>> {
  const own = scope.actor.project_id;
  const [condition, params] = own === null ? ["1", []] : ["id = ?1", [own]];
  const [rows = [], total] = await load(scope, [
    statement(
      `SELECT * FROM projects WHERE ${condition} ORDER BY id DESC LIMIT ${limit} OFFSET ${(page - 1) * limit}`,
      ...params,
    ),
    statement(
      `SELECT count(*) AS total FROM (SELECT 1 FROM projects WHERE ${condition} LIMIT ${MOST})`,
      ...params,
    ),
  ]);
  return { items: rows.map((row) => decode(projects, row)), total: totalOf(total) };
}

const insertOrigins = (projectId: string, origins: readonly string[]): Statement =>
  insertRows(
    trustedOrigins,
    origins.map((origin) => ({ origin, project_id: projectId })),
  );

/** The project with its trusted origins and its counters. */
export const insertProject = (row: ProjectRow): Statement[] => [
  insertRows(projects, [row]),
  insertOrigins(row.id, row.client_trusted_domains),
  statement("INSERT INTO tallies (project_id) VALUES (?1)", row.id),
];

/** Columns of a project that an update may set. */
export type ProjectChange = Partial<
  Omit<ProjectRow, "id" | "case_sensitive_codes" | "webhook_secret" | "created_at">
>;

/** Sets columns of the project that was read; aborts where another update came between. */
export const updateProject = (row: ProjectRow, change: ProjectChange): Statement[] => [
  statement(
    `UPDATE projects SET ${setColumns(change, "?3")} WHERE id = ?1 AND updated_at IS ?2`,
    row.id,
    row.updated_at,
    JSON.stringify(change),
  ),
  assertChanged("project_moved"),
  ...(change.client_trusted_domains ? replaceOrigins(row, change.client_trusted_domains) : []),
];

/** Names the old origins, because their index begins with the origin. */
const replaceOrigins = (row: ProjectRow, origins: readonly string[]): Statement[] => [
  statement(
    "DELETE FROM trusted_origins WHERE project_id = ?1 AND origin IN (SELECT value FROM json_each(?2))",
    row.id,
    JSON.stringify(row.client_trusted_domains),
  ),
  insertOrigins(row.id, origins),
];
