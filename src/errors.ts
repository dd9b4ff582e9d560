import { accessErrors } from "./errors/access";
import { campaignErrors } from "./errors/campaigns";
import { decidingErrors } from "./errors/deciding";
import { type ErrorEntry, entry } from "./errors/entry";
import { requestErrors } from "./errors/request";
import { voucherErrors } from "./errors/vouchers";

/**
 * THE error table, one row per key; the rows of each area stand in `src/errors/`. `docs/errors.md`
 * is generated from it, in this order.
 */
export const errors = {
  ...accessErrors,
  ...requestErrors,
  ...voucherErrors,
  ...campaignErrors,
  ...decidingErrors,
  internal_error: entry(
    500,
    "Internal error",
    "A fault of ours; the cause is in the service's log under the request id.",
  ),
} satisfies Record<string, ErrorEntry>;

export type ErrorKey = keyof typeof errors;

/** What a failure says beside its key: contract, "Errors". */
export interface ErrorFacts {
  message?: string | undefined;
  details?: string | undefined;
  resource_id?: string | undefined;
  resource_type?: string | undefined;
  related_object_ids?: string[] | undefined;
  related_object_type?: string | undefined;
  related_object_total?: number | undefined;
  error?: { message: string } | undefined;
}

/** Headers that go with a key wherever it is thrown. */
const HEADERS: Partial<Record<ErrorKey, Record<string, string>>> = {
  multiple_requests: { "Retry-After": "1" },
  no_place_open: { "Retry-After": "60" },
  project_moving: { "Retry-After": "1" },
};

/** A failure that leaves as an answer: it names a key of the table, never a status. */
export class ApiError extends Error {
  readonly key: ErrorKey;
  readonly facts: ErrorFacts;
  readonly headers: Record<string, string>;

  constructor(key: ErrorKey, facts: ErrorFacts = {}, headers = HEADERS[key] ?? {}) {
    super(key);
    this.name = "ApiError";
    this.key = key;
    this.facts = facts;
    this.headers = headers;
  }
}

/**
 * The 429 of a caller past a limit; `now` is epoch milliseconds (reference service, rate limits).
 */
export const tooManyRequests = (retrySeconds: number, now: number, details?: string): ApiError =>
  new ApiError("too_many_requests", details === undefined ? {} : { details }, {
    "Retry-After": String(retrySeconds),
    "X-Rate-Limit-Remaining": "0",
    "X-Rate-Limit-Retry": String(Math.ceil(now / 1000) + retrySeconds),
    "X-Rate-Limit-Type": "api_calls",
  });

/** The 404 that a missing resource and another project's resource share. */
export const notFound = (type: string, id: string): ApiError =>
  new ApiError("not_found", {
    details: `Cannot find ${type} with id ${id}`,
    resource_id: id,
    resource_type: type,
  });

/** The error body of the contract, for a failure or for a redeemable that cannot apply. */
export function errorBody(key: ErrorKey, facts: ErrorFacts, requestId: string) {
  const { message, ...rest } = facts;
  const text = message ?? errors[key].message;
  return { code: errors[key].status, key, message: text, ...rest, request_id: requestId };
}
