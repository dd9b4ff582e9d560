import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ProjectRow } from "../db/tables/control";
import { ApiError, notFound } from "../errors";
import { readClientToken } from "../lib/client-token";
import { tokenHash } from "../lib/token-hash";
import { MANAGEMENT_PERMISSIONS } from "../model/permissions";
import { announce } from "../scope/bell";
import { type Credential, findCredential, findProject, wasKnown } from "../scope/credentials";
import { platformScope, projectScope, type Surroundings } from "../scope/make";
import type { Actor, Family } from "../scope/scope";
import type { AppEnv } from "./app-env";
import { addressBlock } from "./client-address";
import { countFailure, refuseLookUp } from "./rate";

const HEADERS = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

const CUSTOMER_TOKEN = "X-Customer-Token";

const unauthorized = () => new ApiError("unauthorized");
const encoder = new TextEncoder();

const isSame = (left: string, right: string): boolean =>
  left.length === right.length &&
  crypto.subtle.timingSafeEqual(encoder.encode(left), encoder.encode(right));

function presented(c: Context<AppEnv>, family: Family): { id: string; token: string } {
  const [idHeader, tokenHeader] = HEADERS[family];
  const id = c.req.header(idHeader);
  const token = c.req.header(tokenHeader);
  if (!id || !token || id.length > 200 || token.length > 200) throw unauthorized();
  return { id, token };
}

async function credentialOf(c: Context<AppEnv>, family: Family, now: number): Promise<Credential> {
  const { id, token } = presented(c, family);
  if (!wasKnown(family, id)) refuseLookUp(c);
  const credential = await findCredential(c.get("db"), family, id, now);
  const isOpen = credential && !credential.key.blocked_at;
  if (!isOpen || !isSame(credential.key.token_hash, tokenHash(token))) {
    await countFailure(c);
    throw unauthorized();
  }
  return credential;
}

const actorOf = (c: Context<AppEnv>, family: Family, { key }: Credential): Actor => ({
  family,
  key_id: key.id,
  app_id: key.app_id,
  name: key.name,
  project_id: key.project_id,
  channel: c.req.header("x-voucherify-channel")?.slice(0, 200) ?? null,
  permissions: key.permissions ?? (family === "management" ? MANAGEMENT_PERMISSIONS : null),
});

const surroundings = (c: Context<AppEnv>, actor: Actor, now: number): Surroundings => ({
  env: c.env,
  db: c.get("db"),
  settings: c.get("settings"),
  now,
  request_id: c.get("request_id"),
  base_url: new URL(c.req.url).origin,
  actor,
  later: (work) => c.executionCtx.waitUntil(work),
  ring: (projectId) => announce(c.env, c.executionCtx, projectId),
});

/** Lets in `/v1` callers whose `X-App-Id` and `X-App-Token` fit; 401 for all others. */
export const serverAuth = createMiddleware<AppEnv>(async (c, next) => {
  const now = Date.now();
  const credential = await credentialOf(c, "server", now);
  const from = surroundings(c, actorOf(c, "server", credential), now);
  c.set("scope", projectScope(from, credential));
  await next();
});

const isTrusted = (project: ProjectRow, origin: string | undefined): boolean => {
  const domains = project.client_trusted_domains;
  if (domains.includes("*")) return true;
  return origin === undefined ? domains.length > 0 : domains.includes(origin);
};

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
 * Lets in `/client/v1` callers whose client headers fit and whose origin the project trusts; apps
 * send no origin. `X-Customer-Token` says which customer is calling. 401 without a fitting key or
 * with a token that does not fit, 403 from elsewhere or while nothing is trusted.
 */
export const clientAuth = createMiddleware<AppEnv>(async (c, next) => {
  const now = Date.now();
  const credential = await credentialOf(c, "client", now);
  const origin = c.req.header("origin");
  if (!isTrusted(credential.project, origin)) {
    throw new ApiError("forbidden", {
      details: origin
        ? `Origin ${origin.slice(0, 200)} is not among the project's trusted domains`
        : "The project has no trusted domains for client requests",
    });
  }
  const from = surroundings(c, actorOf(c, "client", credential), now);
  const address_block = addressBlock(c.req.header("cf-connecting-ip") ?? "");
  const shopper = shopperOf(c, credential.project.id, now);
  c.set("scope", projectScope(from, credential, { address_block, shopper }));
  await next();
});

async function managementActor(c: Context<AppEnv>, now: number): Promise<Actor> {
  const { id, token } = presented(c, "management");
  const { managementId, managementToken } = c.get("settings");
  if (id !== managementId) {
    return actorOf(c, "management", await credentialOf(c, "management", now));
  }
  if (!isSame(tokenHash(token), tokenHash(managementToken))) {
    await countFailure(c);
    throw unauthorized();
  }
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
  const known = isForeign ? null : await findProject(c.get("db"), id, platform.now);
  if (!known) throw notFound("project", id.slice(0, 100));
  const scope = projectScope(surroundings(c, platform.actor, platform.now), known);
  // The idempotency key was claimed in the scope that had no project yet.
  c.set("scope", { ...scope, claim: platform.claim });
  await next();
});
