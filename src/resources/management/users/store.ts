import { load } from "../../../commit/load";
import { decode, insertRows, type RawRow, type Statement } from "../../../db/client";
import { deleteRow, updateRow } from "../../../db/rows";
import { type Fragment, nothing, sql, valuesOf } from "../../../db/sql";
import { type UserRow, users } from "../../../db/tables/control";
import { notFound } from "../../../errors";
import type { PlatformScope, Scope } from "../../../scope/scope";

/** A list shows all people of a project at once. */
export const MOST_USERS = 500;

export interface StoredUser extends UserRow {
  /** Roles by the ids of projects, as far as the caller may see them. */
  projects: Record<string, string>;
}

/** The cast holds because the column is made by `ofProject` alone. */
function decodeUser({ projects, ...raw }: RawRow): StoredUser {
  return {
    ...decode(users, raw),
    projects: JSON.parse(String(projects)) as StoredUser["projects"],
  };
}

/** People of the project; a project's own key sees what they are in it and nowhere else. */
function ofProject({ project, actor }: Scope, condition: Fragment): Fragment {
  const only = actor.project_id === null ? nothing : sql`AND o.project_id = u.project_id`;
  return sql`SELECT u.*, (SELECT json_group_object(o.project_id, o.role)
      FROM users o INDEXED BY users_id WHERE o.id = u.id ${only}) AS projects
    FROM users u WHERE u.project_id = ${project.id} ${condition} ORDER BY u.id`;
}

export async function listUsers(scope: Scope): Promise<StoredUser[]> {
  const { rows } = await load(scope, { rows: ofProject(scope, nothing) });
  return rows.map(decodeUser);
}

export async function getUser(scope: Scope, id: string): Promise<StoredUser> {
  const { rows } = await load(scope, { rows: ofProject(scope, sql`AND u.id = ${id}`) });
  if (!rows[0]) throw notFound("user", id);
  return decodeUser(rows[0]);
}

/** Somebody as a body names them: by an id, else by a login. */
interface Person {
  id?: string | null | undefined;
  login?: string | null | undefined;
}

/** All that the caller may see of people who are called so: one row for each of their projects. */
export async function rowsOfPeople(
  scope: PlatformScope,
  people: readonly Person[],
): Promise<UserRow[]> {
  const own = scope.actor.project_id;
  const only = own === null ? nothing : sql`AND project_id = ${own}`;
  const ids = people.flatMap(({ id }) => id || []);
  const logins = people.flatMap(({ id, login }) => (id ? [] : login || []));
  const { byId, byLogin } = await load(scope, {
    byId: sql`SELECT * FROM users INDEXED BY users_id WHERE id IN (${valuesOf(ids)}) ${only}`,
    byLogin: sql`SELECT * FROM users INDEXED BY users_login
      WHERE login IN (${valuesOf(logins)}) ${only}`,
  });
  return [...byId, ...byLogin].map((row) => decode(users, row));
}

/** Which of these projects there are. */
export const projectsOf = (ids: readonly string[]): Fragment =>
  sql`SELECT id FROM projects WHERE id IN (${valuesOf(ids)})`;

/** Adds somebody to projects; aborts with `users_full` where one has as many as it can. */
export const insertUsers = (rows: readonly UserRow[]): Statement[] => [
  insertRows(users, rows),
  ...[...new Set(rows.map(({ project_id }) => project_id))].map(
    (project_id) =>
      sql`INSERT INTO assert_v (ok, tag) SELECT count(*) <= ${MOST_USERS}, 'users_full'
        FROM users WHERE project_id = ${project_id}`,
  ),
];

/** Aborts where another update came between. */
export const updateUser = (
  row: UserRow,
  change: Pick<UserRow, "role" | "updated_at">,
): Statement[] => updateRow(users, row, change, "user_moved");

export const deleteUser = (scope: Scope, id: string): Statement[] =>
  deleteRow(users, { project_id: scope.project.id, id }, "user_gone");
