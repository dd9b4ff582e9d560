import { CLIENT_PERMISSIONS, SERVER_PERMISSIONS } from "../model/permissions";
import type { Family } from "../scope/scope";
import type { Mounted } from "./mount";

type Part = Record<string, unknown>;

const SECURITY = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

/** What a scope opens, in words. */
const pathsOf = (scope: string): string =>
  scope.startsWith("client_")
    ? `/client/v1/${scope === "client_api" ? "" : scope.slice(7)}`
    : `/v1/${scope === "api" ? "" : scope}`;

const schemeNames = (family: Family) => [`${family}Id`, `${family}Token`];

/**
 * The ways to be let in: a pair of headers or a token, which neither management nor the operations
 * on tokens take.
 */
export function securityOf({ family, can }: Mounted): Part[] {
  if (!family) return [];
  const pair = Object.fromEntries(schemeNames(family).map((name) => [name, []]));
  const takesTokens = family !== "management" && can !== "key";
  return takesTokens ? [pair, { oauth: [can] }] : [pair];
}

const OAUTH = {
  type: "oauth2" as const,
  flows: {
    clientCredentials: {
      tokenUrl: "/v1/oauth/token",
      scopes: Object.fromEntries(
        [...SERVER_PERMISSIONS, ...CLIENT_PERMISSIONS].map((scope) => [scope, pathsOf(scope)]),
      ),
    },
  },
};

/** The schemes that operations name: each family's pair, and tokens. */
export function securitySchemes() {
  const pairs = Object.fromEntries(
    Object.entries(SECURITY).flatMap(([family, headers]) =>
      headers.map((name, at) => [
        `${family}${at === 0 ? "Id" : "Token"}`,
        { type: "apiKey" as const, in: "header" as const, name },
      ]),
    ),
  );
  return { ...pairs, oauth: OAUTH };
}
