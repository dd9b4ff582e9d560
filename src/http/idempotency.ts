import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { type Answer, PLAIN_FORM } from "../commit/answer";
import { commit } from "../commit/commit";
import { ApiError } from "../errors";
import { assert } from "../lib/assert";
import type { Claim, PlatformScope } from "../scope/scope";
import { type AppEnv, bodyOf } from "./app-env";

const KEY = /^[\x20-\x7e]{1,255}$/;

interface Fingerprinted {
  method: string;
  url: string;
  text: string;
  /** Parts of the fingerprint, so that no answer is repeated to another key or customer. */
  keyId: string;
  shopper: string | null;
}

async function fingerprintOf({ method, url, text: sent, keyId, shopper }: Fingerprinted) {
  const { pathname, search } = new URL(url);
  const named = shopper === null ? [] : [shopper];
  const path = pathname.replace(/\/+$/, "");
  const text = [keyId, method, path, search, sent, ...named].join("\n");
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

/** What the request carries: its text or, of an upload, the hash of the file. */
async function sentText(c: Context<AppEnv>): Promise<string> {
  const upload = c.get("upload");
  if (!upload) return bodyOf(c).text;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", upload)).toHex();
}

/**
 * A browser's key is one of its origin and address block alone: nobody elsewhere can take it
 * before. The block stands first, since nobody chooses that.
 */
function keyWithin(c: Context<AppEnv>, key: string): string {
  const block = c.get("scope")?.address_block ?? null;
  if (block === null) return key;
  return `${block} ${JSON.stringify([c.req.header("origin") ?? null, key])}`;
}

/**
 * Honours `Idempotency-Key` (1 to 255 printable characters) on POST, PUT and DELETE. The key is
 * looked up in the request's own load and stored in the batch of its effect, or by `keepAnswer`
 * after it. A refusal is not stored.
 */
export const idempotency = createMiddleware<AppEnv>(async (c, next) => {
  const key = c.req.header("idempotency-key");
  if (key === undefined || c.req.method === "GET" || c.req.method === "HEAD") return next();
  if (!KEY.test(key)) {
    throw new ApiError("invalid_payload", {
      details: "Header Idempotency-Key must have 1 to 255 printable characters",
    });
  }
  const scope: PlatformScope = c.get("scope") ?? c.get("platform");
  assert(scope, "idempotency runs after authentication");
  const { method, url } = c.req;
  const shopper = c.get("scope")?.shopper ?? null;
  const { key_id: keyId } = scope.actor;
  const claim: Claim = {
    project_id: c.get("scope")?.project.id ?? scope.actor.project_id ?? "",
    family: scope.actor.family,
    key: keyWithin(c, key),
    fingerprint: await fingerprintOf({ method, url, text: await sentText(c), keyId, shopper }),
    stored: false,
    form: PLAIN_FORM,
    written: null,
  };
  scope.claim = claim;
  await next();
});

/** Keeps an answer that came without any effect, such as a validation's. */
export async function keepAnswer(scope: PlatformScope, answer: Answer): Promise<void> {
  if (!scope.claim || scope.claim.stored) return;
  const stored = await commit(scope, { statements: [], answer });
  assert(stored.ok, "an idempotency key is stored once");
}
