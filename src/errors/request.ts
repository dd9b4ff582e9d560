import { type ErrorEntry, entry } from "./entry";

/** What was sent, before anybody asks what it is about. */
export const requestErrors = {
  not_found: entry(
    404,
    "Resource not found",
    "The route or the named resource does not exist in this project.",
  ),
  method_not_allowed: entry(
    405,
    "HTTP Method Not Allowed",
    "The path exists, but not for this method.",
  ),
  unsupported_media_type: entry(
    415,
    "Unsupported Media Type",
    "The body is neither JSON nor the form the endpoint wants.",
  ),
  query_too_large: entry(
    413,
    "Request too large",
    "The body is over 1 MiB, the file of an import over 10 MiB, or what would be stored of it in one row over 2,000,000 bytes.",
  ),
  invalid_payload: entry(
    400,
    "Invalid payload",
    "The body is not valid JSON or does not fit the operation; `details` names the property.",
  ),
  invalid_query_params: entry(
    400,
    "Invalid query params",
    "A query parameter is out of range or not understood; `details` names it.",
  ),
  page_over_limit: entry(
    400,
    "Listing resource above 1000 page is not supported",
    "A page behind the last one that can be listed was asked for.",
  ),
  idempotency_key_reused: entry(
    422,
    "Idempotency key reused",
    "The `Idempotency-Key` was used within 24 hours for another request.",
  ),
  move_going_on: entry(
    409,
    "Project is on its way",
    "The project is being moved to another database, or what its last move left behind is not deleted yet.",
  ),
  place_closed: entry(
    409,
    "Place closed",
    "The database that a project was to be moved to is not bound, near its size, not seen lately, or the one that it lives in.",
  ),
  duplicate_found: entry(
    409,
    "Duplicated resource found",
    "Something with this code, id or name exists.",
  ),
  resource_in_use: entry(
    400,
    "Resource in use",
    "Something else refers to the resource; `related_object_ids` lists it.",
  ),

  branding_exist: entry(
    409,
    "Branding exist",
    "The project has a brand; there is one for each project.",
  ),
  stacking_rules_exist: entry(
    409,
    "Stacking rules exist",
    "The project has set its stacking rules; there is one set for each project.",
  ),
} satisfies Record<string, ErrorEntry>;
