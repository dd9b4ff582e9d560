import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Answer } from "../commit/commit";
import { Replay } from "../commit/stored-answer";
import { ApiError, errorBody } from "../errors";
import type { AppEnv } from "./app-env";
import { ErrorBody } from "./error-body";
import type { FileAnswer, FileKind } from "./route";

const isAnswer = (answer: object): answer is Answer => "status" in answer && "body" in answer;

/** Sends what a use case answers: an object, a 204 without one, or a failure that was recorded. */
export function respond(c: Context<AppEnv>, answer: object, usual: 200 | 202 = 200): Response {
  const { status, body } = isAnswer(answer) ? answer : { status: usual, body: answer };
  if (body === null) return c.body(null, 204);
  const failed = status >= 400 ? ErrorBody.parse(body) : null;
  return failed ? sendError(c, failed) : c.json(body, contentful(status));
}

/** Sends a file, saved under its name where it has one. */
export const respondFile = (
  c: Context<AppEnv>,
  { type, contentType = type, cacheControl }: FileKind,
  { content, name }: FileAnswer,
): Response =>
  c.body(content, 200, {
    "content-type": contentType,
    ...(name !== undefined && { "content-disposition": `attachment; filename="${name}"` }),
    "cache-control": cacheControl,
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
  if (c.req.header("accept")?.includes("application/problem+json")) return problem(c, body);
  return c.json(body, contentful(body.code));
}

function failure(c: Context<AppEnv>, error: ApiError): Response {
  for (const [name, value] of Object.entries(error.headers)) c.header(name, value);
  return sendError(c, errorBody(error.key, error.facts, c.get("request_id")));
}

/**
 * Every failure of every route leaves through here. A bug is a 500 with fixed text and the request
 * id; its cause goes to the log only.
 */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof Replay) {
    c.header("Idempotent-Replayed", "true");
    const { status, body } = error;
    return respond(c, { status, body: body === null ? null : JSON.parse(body) });
  }
  if (error instanceof ApiError) return failure(c, error);
  console.error(
    JSON.stringify({ level: "error", request_id: c.get("request_id"), cause: safeCause(error) }),
  );
  return failure(c, new ApiError("internal_error"));
}

/** The stack without its first line: a database error's message may carry codes and addresses. */
function safeCause(error: Error): string {
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const summary = error.message.startsWith("invariant broken") ? error.message : error.name;
  return [summary, ...frames.slice(0, 6).map((line) => line.trim())].join(" | ");
}
