import { type ErrorEntry, entry } from "./entry";

/** Who may come in. */
export const accessErrors = {
  unauthorized: entry(
    401,
    "Unauthorized",
    "The credential headers are missing, unknown, blocked or of another family; or the bearer's token is unknown, revoked or past its time.",
  ),
  unauthorized_client: entry(
    401,
    "Unauthorized client",
    "The `X-Customer-Token` is forged, of another project, past its time, or its customer was deleted.",
  ),
  forbidden: entry(
    403,
    "Forbidden",
    "The key is right but the action is closed: the origin is not trusted, or the project has switched the action off for clients.",
  ),
  missing_required_permission: entry(
    403,
    "Missing permission",
    "The key may not do this: its `permissions` are others, or it is a management key of one project and asks for something of the whole deployment.",
  ),
  place_unavailable: entry(
    503,
    "Place unavailable",
    "The project lives in a database that this deployment does not bind.",
  ),
  project_moving: entry(
    503,
    "Project is being moved",
    "The project is in the last step of its way to another database, which takes some seconds; nothing was written.",
  ),
  no_place_open: entry(
    503,
    "No place takes new projects",
    "A project was to be made while every database that projects live in is near its size, slow to answer or not seen lately.",
  ),
  backup_not_ready: entry(
    409,
    "Backup not ready",
    "A backup was to be restored that is not whole, or deleted while it is restored; `details` says which.",
  ),
  backup_going_on: entry(
    409,
    "Project is being backed up",
    "A project was to be deleted, or to be backed up once more, while a backup of it is being made.",
  ),
  missing_parameters: entry(
    400,
    "Missing parameters",
    "A form of `/v1/oauth` lacks `grant_type`, `scope` or `access_token`.",
  ),
  invalid_grant_type: entry(
    400,
    "Invalid grant_type",
    "A token was asked for with a `grant_type` other than `client_credentials`.",
  ),
  invalid_scope: entry(
    400,
    "Invalid scope",
    "A token was asked for with a scope that does not exist or that the key itself was not given; the message names it.",
  ),
  too_many_requests: entry(
    429,
    "Too many requests hit the API too quickly.",
    "The caller's address is past its request rate, past its budget of failed code look-ups, or holds as much as one address block may; the database lets others wait, so that no heavy work is begun, or for too long, and works for no project more than for this one; the database turned the request away, since too much waits for it; or the key asks too often for tokens, or its project has 1,000 of them.",
  ),
} satisfies Record<string, ErrorEntry>;
