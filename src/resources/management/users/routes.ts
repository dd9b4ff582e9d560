import { viewList, wholeList } from "../../../http/page";
import { platformRoute, route } from "../../../http/route";
import { User, UserAssign, UserInvite, UserList, UserRole } from "./schema";
import { getUser, listUsers } from "./store";
import { viewUser } from "./view";
import { assignUser, changeRole, inviteUser, removeUser } from "./write";

/** They say who may come in, or what people are: control rows. */
const isControl = true;

export const users = [
  route(
    "POST",
    "/",
    {
      isControl,
      summary: "Give somebody a role in a project",
      body: UserAssign,
      answer: User,
      errors: ["not_found", "duplicate_found"],
    },
    (scope, { body }) => assignUser(scope, body),
  ),
  route(
    "GET",
    "/",
    { isControl, summary: "List a project's users", answer: UserList, errors: ["not_found"] },
    async (scope) => {
      return viewList("data", wholeList((await listUsers(scope)).map(viewUser)));
    },
  ),
  route(
    "GET",
    "/:userId",
    { isControl, summary: "Get a user", answer: User, errors: ["not_found"] },
    async (scope, { params }) => viewUser(await getUser(scope, params.userId)),
  ),
  route(
    "PUT",
    "/:userId",
    {
      isControl,
      summary: "Give a user another role",
      body: UserRole,
      answer: User,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params, body }) => changeRole(scope, params.userId, body),
  ),
  route(
    "DELETE",
    "/:userId",
    { isControl, summary: "Take a user out of a project", answer: null, errors: ["not_found"] },
    (scope, { params }) => removeUser(scope, params.userId),
  ),
];

export const invitations = [
  platformRoute(
    "POST",
    "/",
    {
      summary: "Add somebody to projects; nothing is sent",
      body: UserInvite,
      answer: null,
      errors: ["not_found", "duplicate_found"],
    },
    (scope, { body }) => inviteUser(scope, body),
  ),
];
