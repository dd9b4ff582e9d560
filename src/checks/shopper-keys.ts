import { ApiError } from "../errors";
import { isRecord } from "../lib/json-value";
import { isBrowser, type Scope } from "../scope/scope";

/** What a browser writes under this name, at any depth, needs keys that the project lists. */
const NOTED = "metadata";

/** The path of the first key of metadata that the project does not list; null without one. */
function strangeKey(value: unknown, path: string, keys: ReadonlySet<string>): string | null {
  if (Array.isArray(value)) {
    return firstOf(value.map((each, at) => () => strangeKey(each, `${path}[${at}]`, keys)));
  }
  if (!isRecord(value)) return null;
  return firstOf(
    Object.entries(value).map(([name, each]) => () => {
      const own = `${path}.${name}`;
      if (name !== NOTED || !isRecord(each)) return strangeKey(each, own, keys);
      const strange = Object.keys(each).find((key) => !keys.has(key));
      return strange === undefined ? null : `${own}.${strange}`;
    }),
  );
}

function firstOf(looks: readonly (() => string | null)[]): string | null {
  for (const look of looks) {
    const found = look();
    if (found !== null) return found;
  }
  return null;
}

/**
 * Refuses metadata of a browser's request under a key that `client_metadata_keys` of the project
 * does not list: rules, segments and formulas read it.
 */
export function refuseStrangeKeys(scope: Scope, sent: Record<string, unknown>): void {
  if (!isBrowser(scope)) return;
  const path = strangeKey(sent, "", new Set(scope.project.client_metadata_keys));
  if (path === null) return;
  throw new ApiError("invalid_payload", {
    details: `Property ${path} cannot be set by a browser; list its key in client_metadata_keys of the project, or send it by your back end`,
  });
}
