import type { Context, Hono, MiddlewareHandler } from "hono";
import { ApiError } from "../errors";
import { assert } from "../lib/assert";
import { type Can, mayCall, Permission } from "../model/permissions";
import type { Family } from "../scope/scope";
import { type AppEnv, platformOf, scopeOf } from "./app-env";
import { clientAuth, managementAuth, managementProject, serverAuth } from "./auth";
import { jsonBody } from "./body";
import { clientCors, clientRate } from "./client-guard";
import { idempotency } from "./idempotency";
import { keyRate } from "./rate";
import { respond, respondFile } from "./respond";
import type { Operation, Sent, Visit } from "./route";
import { upload, uploadOf } from "./upload";
import { checkBody, checkParams, checkQuery } from "./validate";

/** Lists of operations under the base path of their family; null where signed links open it. */
export interface Section {
  family: Family | null;
  base: string;
  lists: readonly (readonly [path: string, operations: readonly Operation[]])[];
}

/** An operation at its whole path, with who may call it; only a link's needs no permission. */
export interface Mounted extends Operation {
  family: Family | null;
}

/** Who comes in and how often he may, before anything of the operation is read. */
const GUARDS: Record<Family, readonly MiddlewareHandler<AppEnv>[]> = {
  server: [serverAuth, keyRate],
  client: [clientRate, clientCors, clientAuth],
  management: [managementAuth, keyRate],
};

/**
 * The permission that opens an operation: the first segment below the base, which browsers' have a
 * prefix of their own for; of management whether it writes (reference service, authentication).
 */
function canOf({ family, base }: Section, path: string, method: string): Can | null {
  if (family === null) return null;
  if (family === "management") return method === "GET" ? "read" : "write";
  const segment = path.slice(base.length + 1).split("/", 1)[0] ?? "";
  return Permission.parse(family === "client" ? `client_${segment}` : segment);
}

/** `/v1` + `/` + `/orders` is `/v1/orders`, and a list's own path has no slash at its end. */
const joined = (...parts: readonly string[]): string =>
  parts.join("").replace(/\/+/g, "/").replace(/\/$/, "");

/** Refuses a key that was given less than the operation asks for. */
const permit =
  (can: Can): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { permissions } = (c.get("scope") ?? c.get("platform")).actor;
    if (!mayCall(permissions, can)) throw new ApiError("missing_required_permission");
    await next();
  };

type Checked = Context<AppEnv, string, { out: { param: unknown; query: unknown; json: unknown } }>;

const NO_FILE = new Uint8Array();

const sentOf = (c: Checked, { params, query, body, upload, family }: Mounted): Sent => ({
  params: params ? c.req.valid("param") : c.req.param(),
  query: query && c.req.valid("query"),
  body: body && c.req.valid("json"),
  origin: family === "client" ? c.req.header("origin") : undefined,
  file: upload ? uploadOf(c) : NO_FILE,
});

const visitOf = (c: Context<AppEnv>): Visit => ({
  db: c.get("db"),
  files: c.env.EXPORTS,
  secret: c.get("settings").signingSecret,
  now: Date.now(),
});

/** Runs the verb with what was sent, and sends what it answers. */
function handlerOf(operation: Mounted) {
  const { run, file, status } = operation;
  return async (c: Checked): Promise<Response> => {
    const sent = sentOf(c, operation);
    if (run.within === "link") {
      assert(file, "what is behind a link is a file");
      return respondFile(c, file, await run.verb(visitOf(c), sent));
    }
    const answer =
      run.within === "project"
        ? await run.verb(scopeOf(c), sent)
        : await run.verb(platformOf(c), sent);
    return respond(c, answer, status);
  };
}

/** What a request passes on its way to the verb, in this order. */
function stepsOf({ family, path, can, ...operation }: Mounted): MiddlewareHandler<AppEnv>[] {
  const { params, query, body, upload: format } = operation;
  return [
    ...(family === "management" && path.includes("/:projectId") ? [managementProject] : []),
    ...(can ? [permit(can)] : []),
    ...(params ? [checkParams(params)] : []),
    ...(query ? [checkQuery(query)] : []),
    ...(body ? [checkBody(body)] : []),
    ...(format ? [upload(format), idempotency] : []),
  ];
}

const operationsOf = (section: Section): Mounted[] =>
  section.lists.flatMap(([place, operations]) =>
    operations.map((operation) => {
      const path = joined(section.base, place, operation.path);
      const can = operation.can ?? canOf(section, path, operation.method);
      return { ...operation, path, can, family: section.family };
    }),
  );

/**
 * Mounts the sections in their order, and answers the table of all their operations. Uploads read
 * their own body, so they stand before what reads JSON, and before parameters that would take them.
 */
export function mount(app: Hono<AppEnv>, sections: readonly Section[]): Mounted[] {
  return sections.flatMap((section) => {
    const { family, base } = section;
    const operations = operationsOf(section);
    const add = (each: Mounted) =>
      app.on(each.method, [each.path], ...stepsOf(each), handlerOf(each));
    if (family) app.use(`${base}/*`, ...GUARDS[family]);
    for (const each of operations.filter(({ upload }) => upload)) add(each);
    if (family) app.use(`${base}/*`, jsonBody, idempotency);
    for (const each of operations.filter(({ upload }) => !upload)) add(each);
    return operations;
  });
}
