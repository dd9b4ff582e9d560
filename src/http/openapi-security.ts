import { CLIENT_PERMISSIONS, SERVER_PERMISSIONS } from "../model/permission-names";
import type { Family } from "../scope/scope";
import type { Mounted } from "./mount";

type Part = Record<string, unknown>;

const SECURITY = {
  server: ["X-App-Id", "X-App-Token"],
  client: ["X-Client-Application-Id", "X-Client-Token"],
  management: ["X-Management-Id", "X-Management-Token"],
} as const;

/** Who holds the keys of a family, and where they come from. */
const HOLDERS: Record<Family, string> = {
  server:
    "a key of one project for its back end; it opens `/v1` and never goes into a page or an app. A project comes with one (`POST /management/v1/projects`); `POST /management/v1/projects/{projectId}/api-keys` makes more, for single permissions too",
  client:
    "a key of one project for browsers and apps, which everybody may read; it opens `/client/v1` for the project's `client_trusted_domains`. A project comes with one (`POST /management/v1/projects`); `POST /management/v1/projects/{projectId}/api-keys` makes more",
  management:
    "a key for projects, keys, webhooks and settings; it opens `/management/v1`. The deployment's own pair is set where it runs (`MANAGEMENT_ID`, `MANAGEMENT_TOKEN`)",
};

const FAMILIES = ["server", "client", "management"] as const;

/** The two headers of a pair, in words. */
const told = (family: Family) => {
  const [id, token] = SECURITY[family];
  return [
    `The id of ${HOLDERS[family]}. Sent with \`${token}\`.`,
    `The secret that belongs to \`${id}\`: shown once, when the key is made or rotated.`,
  ] as const;
};

const header = (name: string, description: string) => ({
  type: "apiKey" as const,
  in: "header" as const,
  name,
  description,
});

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
  description:
    "`Authorization: Bearer` in place of the two headers of a server or client key. `POST /v1/oauth/token` answers such a token to who sends a key as HTTP Basic (id as user, token as password), with some or all of the key's permissions as scopes.",
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
    FAMILIES.flatMap((family) => {
      const [id, token] = SECURITY[family];
      const [ofId, ofToken] = told(family);
      return [
        [`${family}Id`, header(id, ofId)],
        [`${family}Token`, header(token, ofToken)],
      ];
    }),
  );
  return { ...pairs, oauth: OAUTH };
}
