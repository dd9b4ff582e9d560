import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { AnswerForm } from "../commit/answer";
import { type Audited, keepCall } from "../commit/audit";
import type { PlatformScope } from "../scope/scope";
import { type AppEnv, bodyOf } from "./app-env";
import type { Mounted } from "./mount";

/** Names of the body's properties that an entry has at most. */
const MOST_FIELDS = 50;

/** The names of an object's properties, or of those of all entries of a list. */
function namesIn(body: unknown): string[] {
  const all: unknown[] = Array.isArray(body) ? body : [body];
  const names = all.flatMap((one) =>
    typeof one === "object" && one !== null ? Object.keys(one) : [],
  );
  return [...new Set(names)];
}

/**
 * The properties that were sent, for the audit log, and never their values: not those that the
 * schema adds, nor any that it does not know.
 */
export function fieldsOf(c: Context<AppEnv>, body: unknown): string[] {
  const known = new Set(namesIn(body));
  if (known.size === 0) return [];
  return namesIn(bodyOf(c).json())
    .filter((name) => known.has(name))
    .slice(0, MOST_FIELDS);
}

const scopeOf = (c: Context<AppEnv>): PlatformScope => c.get("scope") ?? c.get("platform");

const lastParam = (c: Context<AppEnv>): string | null =>
  Object.values(c.req.param()).at(-1)?.slice(0, 200) ?? null;

interface AuditedOperation extends Mounted {
  family: "management" | "server";
}

/** Whether calls of the operation stand in the log: all of management, of `/v1` what may change. */
export const isAudited = (operation: Mounted): operation is AuditedOperation =>
  operation.family === "management" ||
  (operation.family === "server" && (operation.method !== "GET" || operation.writes));

/**
 * Begins the entry of a request in the audit log. A change is written in its own batch; of
 * management also what changed nothing, once it is answered, and without making the caller wait.
 */
export const audit = ({ family, method, path }: AuditedOperation, form: AnswerForm) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const audited: Audited = {
      family,
      operation: `${method} ${path}`,
      named: lastParam(c),
      fields: [],
      form,
      isWritten: false,
    };
    scopeOf(c).audited = audited;
    await next();
    if (family === "server" || audited.isWritten) return;
    c.executionCtx.waitUntil(keepCall(scopeOf(c), audited, c.res.status));
  });
