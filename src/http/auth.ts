import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ProjectRow } from "../db/tables/control";
import { ApiError, notFound } from "../errors";
import { readClientToken } from "../lib/client-token";
import { tokenHash } from "../lib/token-hash";
import { announce } from "../scope/bell";
import { findProject } from "../scope/credentials";
import { controlScope, platformScope, projectScope, type Surroundings } from "../scope/make";
import type { Actor, Scope } from "../scope/scope";
import { sharedDb } from "../scope/share";
import {
  type Admitted,
  actorOf,
  admit,
  credentialOf,
  type Entered,
  everybody,
  isSame,
  letIn,
  presented,
  through,
  unauthorized,
  wasLetIn,
} from "./admit";
import { type AppEnv, scopeOf } from "./app-env";
import { addressBlock } from "./client-address";
import { nearnessOf } from "./nearness";
import { countFailure, refuseLookUp } from "./rate";

const CUSTOMER_TOKEN = "X-Customer-Token";

const surroundings = (c: Context<AppEnv>, actor: Actor, now: number): Surroundings => ({
  env: c.env,
  places: c.get("places"),
  nearAt: nearnessOf(c),
  settings: c.get("settings"),
  now,
  request_id: c.get("request_id"),
  base_url: new URL(c.req.url).origin,
  actor,
  later: (work) => c.executionCtx.waitUntil(work),
  ring: (...project) => announce(c.env, c.executionCtx, project),
});

/** Goes on in the scope of who came in. */
function enter(
  c: Context<AppEnv>,
  admitted: Entered<Admitted>,
  toScope: (admitted: Admitted) => Scope,
): void {
  const { value, renewed } = through(admitted, toScope);
  c.set("scope", { ...value, renewed });
}

/**
 * Turns to the settings of the primary, where those at hand are a copy's. It runs before what reads
 * on the primary alone: by an old setting that would refuse what is allowed by now, and in an old
 * place find nothing.
 */
export const bySettingsOfPrimary = createMiddleware<AppEnv>(async (c, next) => {
  const { renewed, claim, audited } = scopeOf(c);
  if (renewed) c.set("scope", { ...(await renewed()), claim, audited });
  await next();
});

/**
 * Lets in `/v1` callers whose `X-App-Id` and `X-App-Token` fit, or the bearer of a token; 401 for
 * all others (reference service, authentication).
 */
export const serverAuth = createMiddleware<AppEnv>(async (c, next) => {
  const now = Date.now();
  enter(c, await admit(c, "server", now, everybody), ({ credential, actor }) =>
    projectScope(surroundings(c, actor, now), credential),
  );
  await next();
});

const isTrusted = (project: ProjectRow, origin: string | undefined): boolean => {
  const domains = project.client_trusted_domains;
  if (domains.includes("*")) return true;
  return origin === undefined ? domains.length > 0 : domains.includes(origin);
};

const untrusted = (origin: string | undefined) =>
  new ApiError("forbidden", {
    details: origin
      ? `Origin ${origin.slice(0, 200)} is not among the project's trusted domains`
      : "The project has no trusted domains for client requests",
  });

/**
 * The customer that the caller's `X-Customer-Token` proves, null without one; no round trip. 401
 * for a token that proves nobody.
 */
function shopperOf(c: Context<AppEnv>, projectId: string, now: number): string | null {
  const token = c.req.header(CUSTOMER_TOKEN);
  if (token === undefined) return null;
  const binding = { secret: c.get("settings").signingSecret, projectId };
  const customerId = token.length > 500 ? null : readClientToken(binding, token, now);
  if (customerId === null) throw new ApiError("unauthorized_client");
  return customerId;
}

/**
 * Lets in `/client/v1` callers whose client headers or token fit and whose origin the project
 * trusts; apps send no origin. `X-Customer-Token` says which customer is calling. 401 without a
 * fitting key or with a token that does not fit, 403 from elsewhere or while nothing is trusted.
 */
export const clientAuth = createMiddleware<AppEnv>(async (c, next) => {
  const now = Date.now();
  const origin = c.req.header("origin");
  const admits = (project: ProjectRow) => isTrusted(project, origin);
  const address_block = addressBlock(c.req.header("cf-connecting-ip") ?? "");
  enter(c, await admit(c, "client", now, admits), ({ credential, actor }) => {
    const { project } = credential;
    if (!admits(project)) throw untrusted(origin);
    const shopper = shopperOf(c, project.id, now);
    return projectScope(surroundings(c, actor, now), credential, { address_block, shopper });
  });
  await next();
});

async function managementActor(c: Context<AppEnv>, now: number): Promise<Actor> {
  const { id, token } = presented(c, "management");
  const { managementId, managementToken } = c.get("settings");
  if (id !== managementId) {
    const { value } = await credentialOf(c, "management", now, everybody);
    return actorOf(c, "management", value);
  }
  const hash = tokenHash(token);
  const pair = `deployment ${id} ${hash}`;
  if (!wasLetIn(pair, now)) refuseLookUp(c);
  if (!isSame(hash, tokenHash(managementToken))) {
    await countFailure(c);
    throw unauthorized();
  }
  letIn(pair, now);
  return {
    family: "management",
    key_id: "deployment",
    app_id: id,
    name: null,
    project_id: null,
    channel: null,
    permissions: null,
  };
}

/**
 * Lets in `/management/v1` callers: the deployment's own pair everywhere, a project's key in that
 * project only. Another project answers the same 404 as a missing one.
 */
export const managementAuth = createMiddleware<AppEnv>(async (c, next) => {
  const now = Date.now();
  c.set("platform", platformScope(surroundings(c, await managementActor(c, now), now)));
  await next();
});

/** Enters the project that a management path names. */
export const managementProject = createMiddleware<AppEnv>(async (c, next) => {
  const platform = c.get("platform");
  const id = c.req.param("projectId") ?? "";
  const isForeign = platform.actor.project_id !== null && platform.actor.project_id !== id;
  const known = isForeign ? null : await findProject(c.get("places"), id, platform.now);
  if (!known) throw notFound("project", id.slice(0, 100));
  const scope = projectScope(surroundings(c, platform.actor, platform.now), known);
  // Idempotency key and audit were begun in the scope that had no project yet.
  const claim = platform.claim && { ...platform.claim, project_id: scope.project.id };
  c.set("scope", { ...scope, claim, audited: platform.audited });
  await next();
});

/**
 * What was known of a project when its request came in holds for so long (milliseconds): where it
 * is on its way, and otherwise (`scope/credentials.ts`).
 */
const KNOWN_MS = { moving: 250, still: 10_000 };

/**
 * Looks the project up again where its request has waited since it came in, for its body or its
 * turn: the project may live elsewhere by now, and serve there. It runs last before the verb.
 */
export const lookAgain = createMiddleware<AppEnv>(async (c, next) => {
  const { project, now, actor, address_block, shopper, claim, audited } = scopeOf(c);
  const waited = Date.now() - now;
  if (waited > (project.is_moving ? KNOWN_MS.moving : KNOWN_MS.still)) {
    const known = await findProject(c.get("places"), project.id, Date.now());
    if (known && known.project.place !== project.place) {
      const scope = projectScope(surroundings(c, actor, now), known, { address_block, shopper });
      c.set("scope", { ...scope, claim, audited });
    }
  }
  await next();
});

/** Lets what a busy project asks for go together with what others ask of it. */
export const sharing = createMiddleware<AppEnv>(async (c, next) => {
  const scope = scopeOf(c);
  const { db, project } = scope;
  if (project.busy) c.set("scope", { ...scope, db: sharedDb(c.env, db, project.id) });
  await next();
});

/** Turns to the control tables, for operations of a project whose rows stand there. */
export const inControl = createMiddleware<AppEnv>(async (c, next) => {
  const from = { places: c.get("places"), nearAt: nearnessOf(c) };
  c.set("scope", controlScope(scopeOf(c), from));
  await next();
});
