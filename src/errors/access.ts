import { type ErrorEntry, entry } from "./entry";

/** Who may come in. */
export const accessErrors = {
  unauthorized: entry(
    401,
    "Unauthorized",
    "The credential headers are missing, unknown, blocked or of another family; or the bearer's token is unknown, revoked or past its time.",
    "Send the two headers of the family you call; rotate the key if its token is lost.",
  ),
  unauthorized_client: entry(
    401,
    "Unauthorized client",
    "The `X-Customer-Token` is forged, of another project, past its time, or its customer was deleted.",
    "Let the back end make a new one: `POST /v1/customers/{id}/client-token`.",
  ),
  forbidden: entry(
    403,
    "Forbidden",
    "The key is right but the action is closed: the origin is not trusted, or the project has switched the action off for clients.",
    "Add the origin to `client_trusted_domains`, or turn the named switch on.",
  ),
  missing_required_permission: entry(
    403,
    "Missing permission",
    "The key may not do this: its `permissions` are others, or it is a management key of one project and asks for something of the whole deployment.",
    "Give the key the permission that the operation tells in `/openapi.json` (`x-permission`), or use the deployment's own management pair.",
  ),
  place_unavailable: entry(
    503,
    "Place unavailable",
    "The project lives in a database that this deployment does not bind.",
    "Bind it again under its name in `wrangler.toml` and deploy; nothing of the project is lost.",
  ),
  project_moving: entry(
    503,
    "Project is being moved",
    "The project is in the last step of its way to another database, which takes some seconds; nothing was written.",
    "Send the request again after the seconds in `Retry-After`.",
  ),
  no_place_open: entry(
    503,
    "No place takes new projects",
    "A project was to be made while every database that projects live in is near its size, slow to answer or not seen lately.",
    "Look at `GET /management/v1/places`; bind another database, or try again once one is no longer busy.",
  ),
  backup_not_ready: entry(
    409,
    "Backup not ready",
    "A backup was to be restored that is not whole, or deleted while it is restored; `details` says which.",
    "Wait until `GET /management/v1/backups/{backupId}` and its restores say that they are done.",
  ),
  backup_going_on: entry(
    409,
    "Project is being backed up",
    "A project was to be deleted, or to be backed up once more, while a backup of it is being made.",
    "Wait until `GET /management/v1/backups?project_id=...` says that it is over, or delete that backup, which ends it.",
  ),
  missing_parameters: entry(
    400,
    "Missing parameters",
    "A form of `/v1/oauth` lacks `grant_type`, `scope` or `access_token`.",
    "Send them, as `application/x-www-form-urlencoded`.",
  ),
  invalid_grant_type: entry(
    400,
    "Invalid grant_type",
    "A token was asked for with a `grant_type` other than `client_credentials`.",
    "Send `grant_type=client_credentials`.",
  ),
  invalid_scope: entry(
    400,
    "Invalid scope",
    "A token was asked for with a scope that does not exist or that the key itself was not given; the message names it.",
    "Separate the values of `scope` by blanks, never by commas, and ask for what the key may do.",
  ),
  too_many_requests: entry(
    429,
    "Too many requests hit the API too quickly.",
    "The caller's address is past its request rate, past its budget of failed code look-ups, or holds as much as one address block may; the database lets others wait, so that no heavy work is begun, or for too long, and works for no project more than for this one; the database turned the request away, since too much waits for it; or the key asks too often for tokens, or its project has 1,000 of them.",
    "Wait for the seconds in `Retry-After`, and send the request again under its own `Idempotency-Key`.",
  ),
} satisfies Record<string, ErrorEntry>;
