import { ApiError } from "../errors";
import { isRecord } from "../lib/json-value";
import { isBrowser, type Scope } from "../scope/scope";

const METADATA = "metadata";

/** Paths of keys of metadata, at any depth, that the project does not list. */
function* strangeKeys(value: unknown, path: string, keys: ReadonlySet<string>): Generator<string> {
  if (Array.isArray(value)) {
    for (const [at, each] of value.entries()) yield* strangeKeys(each, `${path}[${at}]`, keys);
  }
  if (!isRecord(value)) return;
  for (const [name, each] of Object.entries(value)) {
    const own = `${path}.${name}`;
    if (name !== METADATA || !isRecord(each)) yield* strangeKeys(each, own, keys);
    else for (const key of Object.keys(each)) if (!keys.has(key)) yield `${own}.${key}`;
  }
}

/**
 * Refuses metadata of a browser's request under a key that `client_metadata_keys` of the project
 * does not list: rules, segments and formulas read it.
 */
export function refuseStrangeKeys(scope: Scope, sent: Record<string, unknown>): void {
  if (!isBrowser(scope)) return;
  const [path] = strangeKeys(sent, "", new Set(scope.project.client_metadata_keys));
  if (path === undefined) return;
  throw new ApiError("invalid_payload", {
    details: `Property ${path} cannot be set by a browser; list its key in client_metadata_keys of the project, or send it by your back end`,
  });
}
