import type { Context } from "hono";
import type { ProjectRow } from "../db/tables/control";
import { ApiError } from "../errors";
import { Recent } from "../lib/recent";
import { remembered } from "../lib/remembered";
import { tokenHash } from "../lib/token-hash";
import { MANAGEMENT_PERMISSIONS } from "../model/permission-names";
import { sharedPermissions } from "../model/permissions";
import {
  type Credential,
  findCredential,
  findToken,
  type KnownToken,
  wasKnownToken,
} from "../scope/credentials";
import type { Asking, Found } from "../scope/look-up";
import { placesOf } from "../scope/places";
import type { Actor, Family } from "../scope/scope";
import type { AppEnv } from "./app-env";
import { countFailure, refuseLookUp } from "./rate";

/** Pairs that were let in here of late, by their hash: those go on from a block that is shut. */
const known = new Recent<true>(10_000, Number.POSITIVE_INFINITY);
export const wasLetIn = (pair: string, now: number): boolean => known.get(pair, now) === true;
export const letIn = (pair: string, now: number): void => known.set(pair, true, now);

const HEADERS = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

/** Refuses who has no right key, whatever is wrong with it. */
export const unauthorized = () => new ApiError("unauthorized");
const encoder = new TextEncoder();

/** Constant-time comparison. */
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

/** What came in, and the same by what the primary says, where a copy has said it. */
export interface Entered<T> {
  value: T;
  renewed: (() => Promise<T>) | null;
}

/** What is made of that, in both cases. */
export const through = <T, U>({ value, renewed }: Entered<T>, to: (value: T) => U): Entered<U> => ({
  value: to(value),
  renewed: renewed && (async () => to(await renewed())),
});

/** Refuses what is not there or not right, also where it is the primary that says so. */
async function entered<T>(
  c: Context<AppEnv>,
  found: Found<T> | null,
  isRight: (value: T) => boolean,
): Promise<Entered<T>> {
  const right = async (value: T | null | undefined): Promise<T> => {
    if (value && isRight(value)) return value;
    await countFailure(c);
    throw unauthorized();
  };
  const renewed = found?.renewed;
  return {
    value: await right(found?.value),
    renewed: renewed ? async () => right(await renewed()) : null,
  };
}

const askingOf = (c: Context<AppEnv>): Asking => ({
  places: c.get("places"),
  own: () => placesOf(c.env),
  later: (work) => c.executionCtx.waitUntil(work),
});

/** Whom a family lets in of those that have a right key, by their project. */
type Admits = (project: ProjectRow) => boolean;
/** Back ends come from anywhere. */
export const everybody: Admits = () => true;

/** The key that a request presents; 401 for any other. */
export async function credentialOf(
  c: Context<AppEnv>,
  family: Family,
  now: number,
  admits: Admits,
): Promise<Entered<Credential>> {
  const { id, token } = presented(c, family);
  const hash = tokenHash(token);
  const pair = `${family} ${id} ${hash}`;
  if (!wasLetIn(pair, now)) refuseLookUp(c);
  // A copy and the primary hold the same hash as a rule: each stored hash is compared once.
  const matches = remembered(2, (stored: string) => isSame(stored, hash));
  const isRight = ({ key }: Credential) => !key.blocked_at && matches(key.token_hash);
  const opens = (known: Credential) => isRight(known) && admits(known.project);
  const found = await findCredential(askingOf(c), { kind: family, appId: id, now }, opens);
  const credential = await entered(c, found, isRight);
  letIn(pair, now);
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
async function tokenOf(
  c: Context<AppEnv>,
  token: string,
  now: number,
  admits: Admits,
): Promise<Entered<KnownToken>> {
  const hash = tokenHash(token);
  if (!wasKnownToken(hash)) refuseLookUp(c);
  const isRight = ({ key, token: { expires_at } }: KnownToken) =>
    !key.blocked_at && expires_at * 1000 > now;
  const opens = (known: KnownToken) => isRight(known) && admits(known.project);
  return entered(c, await findToken(askingOf(c), { hash, now }, opens), isRight);
}

/** Lets in who calls a family of a project by its own key, or by a token of a back end's key. */
export async function admit(
  c: Context<AppEnv>,
  family: Family,
  now: number,
  admits: Admits,
): Promise<Entered<Admitted>> {
  const bearer = bearerOf(c, family);
  if (bearer === null) {
    return through(await credentialOf(c, family, now, admits), (credential) => ({
      credential,
      actor: actorOf(c, family, credential),
    }));
  }
  return through(await tokenOf(c, bearer, now, admits), (credential) => {
    const { token, key } = credential;
    const permissions = sharedPermissions(token.scope, key.permissions);
    return {
      credential,
      actor: { ...actorOf(c, family, credential), permissions, by_token: true },
    };
  });
}

/** Who calls by a key. */
export const actorOf = (c: Context<AppEnv>, family: Family, { key }: Credential): Actor => ({
  family,
  key_id: key.id,
  app_id: key.app_id,
  name: key.name,
  project_id: key.project_id,
  // What is cut may end in half a character, which no database keeps.
  channel: c.req.header("x-voucherify-channel")?.slice(0, 200).toWellFormed() ?? null,
  permissions: key.permissions ?? (family === "management" ? MANAGEMENT_PERMISSIONS : null),
});
