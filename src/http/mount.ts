import type { Context, MiddlewareHandler } from "hono";
import type { HonoBase } from "hono/hono-base";
import { type AnswerForm, PLAIN_FORM, writeOut } from "../commit/answer";
import { nearFirst } from "../commit/near";
import { controlOwner } from "../commit/stored-answer";
import { ApiError } from "../errors";
import { present } from "../lib/assert";
import { type Can, mayCall, Permission } from "../model/permissions";
import { databaseOf, isKeyOpen } from "../scope/credentials";
import type { Actor, Family, PlatformScope, Scope } from "../scope/scope";
import { type AppEnv, bodyOf, platformOf, scopeOf } from "./app-env";
import { audit, fieldsOf, isAudited } from "./audit";
import {
  bySettingsOfPrimary,
  clientAuth,
  inControl,
  lookAgain,
  managementAuth,
  managementProject,
  serverAuth,
  sharing,
} from "./auth";
import { formBody, jsonBody } from "./body";
import { refuseBusiest } from "./busiest";
import { chained } from "./chain";
import { clientCors, clientRate } from "./client-guard";
import { idempotency, keepAnswer } from "./idempotency";
import { tellIgnored } from "./ignored";
import { bringsBookmark } from "./nearness";
import type { ClientOperation, Operation, Rate, Sent, Visit } from "./operation";
import { keyRate, tokenRate } from "./rate";
import { respond, respondFile } from "./respond";
import { inTurn } from "./turns";
import { upload, uploadOf } from "./upload";
import { checkBody, checkParams, checkQuery } from "./validate";

type Lists<O> = readonly (readonly [path: string, operations: readonly O[]])[];

/**
 * Lists of operations under the base path of their family; the family is null for operations that
 * need no keys, since a signed link opens them.
 */
export type Section =
  | { family: "client"; base: string; lists: Lists<ClientOperation> }
  | { family: "server" | "management" | null; base: string; lists: Lists<Operation> };

/** An operation at its whole path, with who may call it; only a link's needs no permission. */
export interface Mounted extends Operation {
  family: Family | null;
}

/**
 * The middleware of each family: who may come in, and how often, before the operation reads
 * anything.
 */
const GUARDS: Record<Family, readonly MiddlewareHandler<AppEnv>[]> = {
  server: [serverAuth, keyRate, refuseBusiest],
  client: [clientRate, clientCors, clientAuth, refuseBusiest],
  management: [managementAuth, keyRate],
};

/** The limits that single operations have beside those of their family. */
const RATES: Record<Rate, MiddlewareHandler<AppEnv>> = { token: tokenRate };

/**
 * The permission that opens an operation, where it names none itself: the first segment of its path
 * below the base, with the prefix `client_` for browsers; for management `read` or `write`, by its
 * method (reference service, authentication).
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

/** As the reference service says it. */
const MISSING = "User does not have a required permission to perform this operation.";

/** Refuses a key that was given less than the operation asks for. */
const permit =
  (can: Can): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const scope = c.get("scope");
    const isOpen = ({ permissions, by_token }: Actor) =>
      can === "key" ? !by_token : mayCall(permissions, can);
    const { actor } = scope ?? c.get("platform");
    if (!isOpen(actor) && !(scope?.renewed && isOpen((await scope.renewed()).actor))) {
      throw new ApiError("missing_required_permission", { details: MISSING });
    }
    await next();
  };

interface Validated {
  out: { param: unknown; query: unknown };
}

type Checked = Context<AppEnv, string, Validated>;

const sentOf = (c: Checked, { params, query, body, upload, family }: Mounted): Sent => ({
  params: params ? c.req.valid("param") : c.req.param(),
  query: query && c.req.valid("query"),
  body: body && bodyOf(c).read,
  ...(family === "client" && { origin: c.req.header("origin") }),
  ...(upload && { file: uploadOf(c) }),
});

const visitOf = (c: Context<AppEnv>): Visit => ({
  databaseOf: (projectId) => databaseOf(c.get("places"), projectId),
  isKeyOpen: (key) => isKeyOpen(c.get("places").control, key),
  files: c.env.EXPORTS,
  secret: c.get("settings").signingSecret,
  now: Date.now(),
});

const formOf = ({ shape, status: success }: Mounted): AnswerForm => ({
  success,
  shape: shape ?? PLAIN_FORM.shape,
});

/**
 * A back end that reads what it has just written brings the bookmark of that answer; without one
 * its reads are as new as the primary. A browser's look-ups are charged to a budget, which only
 * the primary keeps.
 */
const seesNear = (c: Checked, { method, writes, family }: Mounted): boolean =>
  method === "GET" && !writes && family !== "client" && bringsBookmark(c);

type Handler = (c: Checked) => Promise<Response>;

/**
 * Runs the verb, keeps its answer under the request's idempotency key, and sends it as it was kept.
 */
function handlerOf(operation: Mounted): Handler {
  const { run, file } = operation;
  const isControl = operation.isControl || run.within === "deployment";
  if (run.within === "link" || run.within === "report") {
    const kind = present(file, "what is behind a link, or reported, is a file");
    return async (c) => {
      const sent = sentOf(c, operation);
      const answered =
        run.within === "link" ? run.verb(visitOf(c), sent) : run.verb(platformOf(c), sent);
      return respondFile(c, kind, await answered);
    };
  }
  const form = formOf(operation);
  const ask =
    run.within === "project"
      ? (c: Checked, sent: Sent) => {
          const asked = (scope: Scope) => Promise.resolve(run.verb(scope, sent));
          return seesNear(c, operation)
            ? nearFirst(scopeOf(c), asked, { stands: () => true })
            : asked(scopeOf(c));
        }
      : (c: Checked, sent: Sent) => run.verb(platformOf(c), sent);
  return async (c) => {
    const scope: PlatformScope = c.get("scope") ?? c.get("platform");
    const { claim, audited } = scope;
    const sent = sentOf(c, operation);
    if (claim) claim.form = form;
    if (claim && isControl) claim.project_id = controlOwner(claim.project_id);
    if (audited) audited.fields = fieldsOf(c, sent.body);
    const answer = await ask(c, sent);
    await keepAnswer(scope, answer);
    const kept = claim?.written?.answer === answer ? claim.written : null;
    return respond(c, kept ?? writeOut(form, answer, scope.request_id));
  };
}

/** Whoever asks for the head alone, as what tries links in mails does, wants nothing to happen. */
const refuseHead: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (c.req.method === "HEAD") {
    throw new ApiError("method_not_allowed", { details: "Allowed methods: GET" }, { Allow: "GET" });
  }
  await next();
};

/** What a request passes on its way to the verb, in this order. */
function stepsOf(operation: Mounted): MiddlewareHandler<AppEnv>[] {
  const { method, family, path, can, params, query, body, form, rate } = operation;
  const { upload: format, isControl, isNear, isShared, run, writes } = operation;
  return [
    ...(writes ? [refuseHead] : []),
    ...(isAudited(operation) ? [audit(operation, formOf(operation))] : []),
    ...(family === "management" && path.includes("/:projectId") ? [managementProject] : []),
    ...(run.within === "project" && !isNear ? [bySettingsOfPrimary] : []),
    ...(isControl ? [inControl] : []),
    ...(can ? [permit(can)] : []),
    ...(rate ? [RATES[rate]] : []),
    ...(params ? [checkParams(params)] : []),
    ...(method === "GET" ? [tellIgnored(query)] : []),
    ...(query ? [checkQuery(query)] : []),
    ...(form ? [formBody, idempotency] : []),
    ...(body ? [checkBody(body)] : []),
    ...(format ? [upload(format), idempotency] : []),
    // Last of all: whoever sends slowly has no turn meanwhile.
    ...(family === "server" || family === "client" ? [inTurn] : []),
    ...(run.within === "project" && !isControl ? [lookAgain] : []),
    ...(isShared ? [sharing] : []),
  ];
}

/** The operations of a section at their whole paths. */
export const operationsOf = (section: Section): Mounted[] =>
  section.lists.flatMap(([place, operations]) =>
    operations.map((operation) => {
      const path = joined(section.base, place, operation.path);
      const can = operation.can ?? canOf(section, path, operation.method);
      return { ...operation, path, can, family: section.family };
    }),
  );

/** Uploads and forms read their own body, each in its way. */
const readsItself = ({ upload, form }: Mounted): boolean => upload !== null || form;

/**
 * Mounts the sections in their order. What reads its own body stands before what reads JSON, and
 * before parameters that would take it.
 */
export function mount(app: HonoBase<AppEnv>, sections: readonly Section[]): void {
  for (const section of sections) {
    const { family, base } = section;
    const operations = operationsOf(section);
    const add = (each: Mounted) =>
      app.on(
        each.method,
        [each.path],
        chained<Validated>(() => [...stepsOf(each), handlerOf(each)]),
      );
    if (family) app.use(`${base}/*`, ...GUARDS[family]);
    for (const each of operations.filter(readsItself)) add(each);
    if (family) app.use(`${base}/*`, jsonBody, idempotency);
    for (const each of operations.filter((each) => !readsItself(each))) add(each);
  }
}
