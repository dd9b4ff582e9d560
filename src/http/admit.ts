import type { Context } from "hono";
import type { ApiKeyRow } from "../db/tables/control";
import { ApiError } from "../errors";
import { tokenHash } from "../lib/token-hash";
import { MANAGEMENT_PERMISSIONS } from "../model/permission-names";
import { sharedPermissions } from "../model/permissions";
import {
  type Credential,
  findCredential,
  findToken,
  type KnownToken,
  wasKnown,
  wasKnownToken,
} from "../scope/credentials";
import type { Actor, Family } from "../scope/scope";
import type { AppEnv } from "./app-env";
import { countFailure, refuseLookUp } from "./rate";

const HEADERS = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

/** Refuses who has no right key, whatever is wrong with it. */
export const unauthorized = () => new ApiError("unauthorized");
const encoder = new TextEncoder();

/** Takes as long wherever they differ. */
export const isSame = (left: string, right: string): boolean =>
  left.length === right.length &&
  crypto.subtle.timingSafeEqual(encoder.encode(left), encoder.encode(right));

/** A value as forms write it; what is none is taken as it stands. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Id and token as OAuth clients send their own pair: Basic, each urlencoded (RFC 6749, 2.3.1). */
function basicPair(c: Context<AppEnv>): (string | undefined)[] {
  const sent = /^Basic +([\w+/=-]{1,600})$/i.exec(c.req.header("authorization") ?? "")?.[1];
  const pair = Buffer.from(sent ?? "", "base64").toString();
  const colon = pair.indexOf(":");
  return colon < 0 ? [] : [pair.slice(0, colon), pair.slice(colon + 1)].map(unescaped);
}

/** Id and token as the family's headers have them, of back ends also as OAuth has them. */
export function presented(c: Context<AppEnv>, family: Family): { id: string; token: string } {
  const headers = HEADERS[family].map((name) => c.req.header(name));
  const isBasic = family === "server" && headers.every((value) => value === undefined);
  const [id, token] = isBasic ? basicPair(c) : headers;
  if (!id || !token || id.length > 200 || token.length > 200) throw unauthorized();
  return { id, token };
}

/** The key that a request presents; 401 for any other. */
export async function credentialOf(
  c: Context<AppEnv>,
  family: Family,
  now: number,
): Promise<Credential> {
  const { id, token } = presented(c, family);
  if (!wasKnown(family, id)) refuseLookUp(c);
  const hash = tokenHash(token);
  const opens = (key: ApiKeyRow) => !key.blocked_at && isSame(key.token_hash, hash);
  const credential = await findCredential(c.get("places"), { kind: family, appId: id, now }, opens);
  if (!credential || !opens(credential.key)) {
    await countFailure(c);
    throw unauthorized();
  }
  return credential;
}

/** A key in one of the families of a project, or a token that it was given. */
export interface Admitted {
  credential: Credential;
  actor: Actor;
}

/** The bearer's token; null where the request has none, or names a key beside it. */
function bearerOf(c: Context<AppEnv>, family: Family): string | null {
  if (HEADERS[family].some((name) => c.req.header(name) !== undefined)) return null;
  return /^Bearer +(\S{1,200})$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? null;
}

/**
 * The token is found by its hash, so that nothing is compared with it: how long that takes tells
 * nothing about how much of it is right.
 */
async function tokenOf(c: Context<AppEnv>, token: string, now: number): Promise<KnownToken> {
  const hash = tokenHash(token);
  if (!wasKnownToken(hash)) refuseLookUp(c);
  const opens = ({ key, token: { expires_at } }: KnownToken) =>
    !key.blocked_at && expires_at * 1000 > now;
  const known = await findToken(c.get("places"), { hash, now }, opens);
  if (!known || !opens(known)) {
    await countFailure(c);
    throw unauthorized();
  }
  return known;
}

/** Lets in who calls a family of a project by its own key, or by a token of a back end's key. */
export async function admit(c: Context<AppEnv>, family: Family, now: number): Promise<Admitted> {
  const bearer = bearerOf(c, family);
  if (bearer === null) {
    const credential = await credentialOf(c, family, now);
    return { credential, actor: actorOf(c, family, credential) };
  }
  const known = await tokenOf(c, bearer, now);
  const permissions = sharedPermissions(known.token.scope, known.key.permissions);
  const actor = { ...actorOf(c, family, known), permissions, by_token: true };
  return { credential: known, actor };
}

/** Who calls by a key. */
export const actorOf = (c: Context<AppEnv>, family: Family, { key }: Credential): Actor => ({
  family,
  key_id: key.id,
  app_id: key.app_id,
  name: key.name,
  project_id: key.project_id,
  channel: c.req.header("x-voucherify-channel")?.slice(0, 200) ?? null,
  permissions: key.permissions ?? (family === "management" ? MANAGEMENT_PERMISSIONS : null),
});
