import { type Answer, DONE } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import type { Statement } from "../../../db/client";
import type { Conflict } from "../../../db/commit";
import type { UserRow } from "../../../db/tables/control";
import { ApiError, notFound } from "../../../errors";
import { isoNow, type PlatformScope, type Scope } from "../../../scope/scope";
import type { UserAssign, UserInvite, UserRole } from "./schema";
import {
  deleteUser,
  getUser,
  insertUsers,
  MOST_USERS,
  projectsOf,
  rowsOfPeople,
  updateUser,
} from "./store";
import { viewUser } from "./view";

const invalid = (details: string) => new ApiError("invalid_payload", { details });

const duplicate = (login: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated user exists with login ${login}`,
    resource_type: "user",
  });

/** Why somebody cannot be added. */
const refusal = ({ constraint }: Conflict, login: string): ApiError =>
  constraint === "users_full"
    ? invalid(`A project can have ${MOST_USERS} users at most`)
    : duplicate(login);

type Named = Pick<UserRow, "id" | "login" | "email" | "first_name" | "last_name">;

/** A row for each project, by its id and the role in it. */
const rowsFor = (scope: PlatformScope, person: Named, roles: Record<string, string>): UserRow[] =>
  Object.entries(roles).map(([project_id, role]) => ({
    project_id,
    ...person,
    role,
    created_at: isoNow(scope),
    updated_at: null,
  }));

/** Whom a body means among those that were found: a login that is not known is somebody new. */
function personOf(
  scope: PlatformScope,
  found: readonly UserRow[],
  { id, login }: UserAssign,
): Named & { roles: Record<string, string> } {
  const known = found.find((row) => (id ? row.id === id : row.login === login));
  // Projects that do not see each other may have made the same login twice.
  const theirs = found.filter((row) => row.id === known?.id);
  const roles = Object.fromEntries(theirs.map(({ project_id, role }) => [project_id, role]));
  if (known) {
    const { first_name, last_name, email } = known;
    return { id: known.id, login: known.login, email, first_name, last_name, roles };
  }
  if (id) throw notFound("user", id);
  if (!login) throw invalid("Payload must name one of [ id, login ]");
  return { id: scope.newId("user"), login, email: login, first_name: "", last_name: "", roles };
}

/** Gives people roles in a new project; refuses who is named twice. */
export async function firstUsers(
  scope: PlatformScope,
  projectId: string,
  sent: readonly UserAssign[],
): Promise<Statement[]> {
  if (sent.length === 0) return [];
  const found = await rowsOfPeople(scope, sent);
  const named = new Set<string>();
  const rows = sent.flatMap((each) => {
    const { roles: _, ...person } = personOf(scope, found, each);
    if (named.has(person.login)) throw duplicate(person.login);
    named.add(person.login);
    return rowsFor(scope, person, { [projectId]: each.role });
  });
  return insertUsers(rows);
}

/** Gives somebody a role in the project; refuses whoever has one there. */
export async function assignUser(scope: Scope, sent: UserAssign): Promise<Answer> {
  const { roles, ...person } = personOf(scope, await rowsOfPeople(scope, [sent]), sent);
  const own = { [scope.project.id]: sent.role };
  const rows = rowsFor(scope, person, own);
  const answer = { ...person, projects: { ...roles, ...own }, is_owner: false };
  const result = await commit(scope, { statements: insertUsers(rows), answer });
  if (!result.ok) throw refusal(result.error, person.login);
  return answer;
}

/** Gives somebody another role in the project. */
export const changeRole = (scope: Scope, id: string, { role }: UserRole): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getUser(scope, id);
    const change = { role, updated_at: nextUpdate(scope, row) };
    if (changesNothing(row, change)) return viewUser(row);
    const projects = { ...row.projects, [scope.project.id]: role };
    const answer = viewUser({ ...row, projects });
    const result = await commit(scope, { statements: updateUser(row, change), answer });
    return result.ok ? answer : null;
  });

/** Takes somebody out of the project, with name and address; other projects keep them. */
export async function removeUser(scope: Scope, id: string): Promise<Answer> {
  const result = await commit(scope, { statements: deleteUser(scope, id), answer: DONE });
  if (!result.ok) throw notFound("user", id.slice(0, 100));
  return DONE;
}

/** Refuses projects that are not there, and to a project's own key all others. */
async function refuseProjects(scope: PlatformScope, ids: readonly string[]): Promise<void> {
  const own = scope.actor.project_id;
  const { rows } = await load(scope, { rows: projectsOf(ids) });
  const known = new Set(rows.map(({ id }) => id).filter((id) => own === null || id === own));
  const missing = ids.find((id) => !known.has(id));
  if (missing !== undefined) throw notFound("project", missing);
}

/** Adds somebody to projects, all of them or none. Nothing is sent: nobody signs in here. */
export async function inviteUser(scope: PlatformScope, sent: UserInvite): Promise<Answer> {
  const { email, first_name, last_name, projects } = sent;
  await refuseProjects(scope, Object.keys(projects));
  const [known] = await rowsOfPeople(scope, [{ login: email }]);
  const id = known?.id ?? scope.newId("user");
  const rows = rowsFor(scope, { id, login: email, email, first_name, last_name }, projects);
  const result = await commit(scope, { statements: insertUsers(rows), answer: DONE });
  if (!result.ok) throw refusal(result.error, email);
  return DONE;
}
