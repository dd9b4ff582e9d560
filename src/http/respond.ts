import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { WrittenAnswer } from "../commit/answer";
import { Replay } from "../commit/stored-answer";
import { Overloaded } from "../db/commit";
import { ApiError, errorBody, tooManyRequests } from "../errors";
import { mayAlso } from "../model/permissions";
import { forgetProject } from "../scope/credentials";
import { accepts } from "./accept";
import type { AppEnv } from "./app-env";
import type { ErrorBody } from "./error-body";
import { onlyNames } from "./only-names";
import type { FileAnswer, FileKind } from "./operation";

/** No cache on the way keeps what was answered to somebody else's key or token. */
const JSON_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

/** Sends an answer that was written out, or the failure that was recorded. */
export function respond(c: Context<AppEnv>, { answer, status, text }: WrittenAnswer): Response {
  if (answer instanceof ApiError) return failure(c, answer);
  // Clients of OAuth want this type of an answer without a body too.
  if (text === null) return c.body(null, 204, JSON_HEADERS);
  return c.body(toldTo(c, text), contentful(status), JSON_HEADERS);
}

/** The text of an answer, with no more of people than the caller may see. */
const toldTo = (c: Context<AppEnv>, text: string): string => {
  const scope = c.get("scope");
  const isWhole = !scope || mayAlso(scope, "customers");
  return isWhole ? text : JSON.stringify(onlyNames(JSON.parse(text)));
};

/**
 * Sends the text of a stored answer again. A stored failure is parsed, since the log wants its key
 * and the caller may want it as `application/problem+json`. The cast holds because `errorBody` made
 * it.
 */
function repeat(c: Context<AppEnv>, { status, body }: Replay): Response {
  c.header("Idempotent-Replayed", "true");
  if (body === null) return c.body(null, 204, JSON_HEADERS);
  if (status >= 400) return sendError(c, JSON.parse(body) as ErrorBody);
  return c.body(toldTo(c, body), contentful(status), JSON_HEADERS);
}

/** Sends a file, saved under its name where it has one. */
export const respondFile = (
  c: Context<AppEnv>,
  { type, contentType = type, cacheControl, policy }: FileKind,
  { content, name }: FileAnswer,
): Response =>
  c.body(content, 200, {
    "content-type": contentType,
    ...(name !== undefined && { "content-disposition": `attachment; filename="${name}"` }),
    "cache-control": cacheControl,
    ...(policy !== undefined && { "content-security-policy": policy }),
  });

/** Answers of ours always carry a body but for 204, which does not come here. */
const contentful = (status: number): ContentfulStatusCode => status as ContentfulStatusCode;

function problem(c: Context<AppEnv>, body: ErrorBody): Response {
  const { code, key, message, details, ...rest } = body;
  const type = `urn:vouchsafe:error:${key}`;
  const fields = { type, title: message, status: code, ...(details && { detail: details }), key };
  return c.body(JSON.stringify({ ...fields, ...rest }), contentful(code), {
    "content-type": "application/problem+json",
  });
}

function sendError(c: Context<AppEnv>, body: ErrorBody): Response {
  c.set("failure", body.key);
  c.header("Cache-Control", JSON_HEADERS["cache-control"]);
  if (accepts(c.req.header("accept"), "application/problem+json")) return problem(c, body);
  return c.json(body, contentful(body.code));
}

function failure(c: Context<AppEnv>, error: ApiError): Response {
  // What is left of the rate of requests is not what another limit lets through.
  if (error.key === "too_many_requests") c.header("RateLimit", undefined);
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  return sendError(c, errorBody(error.key, error.facts, c.get("request_id")));
}

/** How long a database that turns batches away needs at least (seconds). */
const OVERLOADED_SECONDS = 5;
const OVERLOADED =
  "More waits for the database than it takes; send this again with the same Idempotency-Key";

/**
 * Every failure of every route leaves through here. A bug is a 500 with fixed text and the request
 * id; its cause goes to the log only. What the database turned away is refused (429).
 */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof Replay) return repeat(c, error);
  if (error instanceof ApiError) {
    // The next request looks anew where the project lives.
    if (error.key === "project_moving") forgetProject(c.get("scope").project.id);
    return failure(c, error);
  }
  console.error(
    JSON.stringify({ level: "error", request_id: c.get("request_id"), cause: safeCause(error) }),
  );
  return failure(
    c,
    error instanceof Overloaded
      ? tooManyRequests(OVERLOADED_SECONDS, Date.now(), OVERLOADED)
      : new ApiError("internal_error"),
  );
}

/** The stack without its first line: a database error's message may carry codes and addresses. */
function safeCause(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const summary = error.message.startsWith("invariant broken") ? error.message : error.name;
  return [summary, ...frames.slice(0, 6).map((line) => line.trim())].join(" | ");
}
