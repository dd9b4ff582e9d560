import type { Context } from "hono";
import type { Env, Settings } from "../env";
import { assert } from "../lib/assert";
import type { Places } from "../scope/places";
import type { PlatformScope, Scope } from "../scope/scope";

export interface Variables {
  places: Places;
  settings: Settings;
  request_id: string;
  failure: string | null;
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

/** The scope of a management route that stands above all projects. */
export function platformOf(c: Context<AppEnv>): PlatformScope {
  const platform = c.get("platform");
  assert(platform, "the route is not behind management authentication");
  return platform;
}
