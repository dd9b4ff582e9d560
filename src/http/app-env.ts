import type { Context } from "hono";
import type { Env, Settings } from "../env";
import { assert } from "../lib/assert";
import type { Places } from "../scope/places";
import type { PlatformScope, Scope } from "../scope/scope";

/** A body: its text, what that says as JSON, and what the operation's schema reads in it. */
export interface SentBody {
  text: string;
  /** Parses the text once; refuses with invalid_payload what is no JSON. */
  json: () => unknown;
  read: unknown;
}

export interface Variables {
  places: Places;
  settings: Settings;
  request_id: string;
  failure: string | null;
  /** The body of a request that may have one, once it is read. */
  body?: SentBody;
  /** The file that an import was sent. */
  upload?: Uint8Array;
  platform: PlatformScope;
  scope: Scope;
}

export interface AppEnv {
  Bindings: Env;
  Variables: Variables;
}

/** The scope that authentication has built for a route of a project. */
export function scopeOf(c: Context<AppEnv>): Scope {
  const scope = c.get("scope");
  assert(scope, "the route is not behind authentication");
  return scope;
}

/** The body that `jsonBody` or `formBody` has read. */
export function bodyOf(c: Context<AppEnv>): SentBody {
  const body = c.get("body");
  assert(body, "the route is not behind a body");
  return body;
}

/** The scope of a management route that stands above all projects. */
export function platformOf(c: Context<AppEnv>): PlatformScope {
  const platform = c.get("platform");
  assert(platform, "the route is not behind management authentication");
  return platform;
}
