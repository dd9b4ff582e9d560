import { type ErrorEntry, entry } from "./entry";

/** Who may come in. */
export const accessErrors = {
  unauthorized: entry(
    401,
    "Unauthorized",
    "The credential headers are missing, unknown, blocked or of another family.",
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
  too_many_requests: entry(
    429,
    "Too many requests hit the API too quickly.",
    "The caller's address is past its request rate, past its budget of failed code look-ups, or holds as much as one address block may.",
    "Wait for the seconds in `Retry-After`.",
  ),
} satisfies Record<string, ErrorEntry>;
