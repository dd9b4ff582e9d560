import { beforeAll, describe, expect, it, vi } from "vitest";
import { CLIENT_PERMISSIONS, SERVER_PERMISSIONS } from "../../src/model/permission-names";
import { anyAddress, type Headers, send } from "../support/api";
import {
  bodyOf,
  filled,
  guarded,
  newShop,
  type Operation,
  type Shop,
} from "../support/one-of-each";
import { PATIENCE } from "../support/patience";

const SCOPES = [...SERVER_PERMISSIONS, ...CLIENT_PERMISSIONS];

/**
 * The scopes that open a path, as the reference service has it: its first segment, and the whole of
 * its family. What makes tokens takes none, and management neither.
 */
function openTo(path: string): string[] {
  const [, base, segment = ""] = /^\/((?:client\/)?v1|management\/v1)\/([^/]+)/.exec(path) ?? [];
  if (base === "management/v1" || segment === "oauth") return [];
  // It tells of everything, so that no scope of a part opens it.
  if (segment === "event-feed") return ["api"];
  return base === "v1" ? ["api", segment] : ["client_api", `client_${segment}`];
}

/** Management answers the first to a token, a route behind another scope the second. */
const SHUT = ["unauthorized", "missing_required_permission"];

let shop: Shop;
const tokens: Record<string, string> = {};

/** A token of scopes, which is asked for once. */
async function tokenOf(scopes: readonly string[]): Promise<string> {
  const scope = scopes.join(" ");
  if (!tokens[scope]) {
    const fields = { grant_type: "client_credentials", scope };
    // A key gets so many in ten seconds: the next ones come later.
    const reply = await vi.waitUntil(
      async () => {
        const answer = await shop.project.post("/v1/oauth/token", fields);
        return answer.status === 429 ? undefined : answer;
      },
      { ...PATIENCE, interval: 500 },
    );
    expect(reply.status, scope).toBe(200);
    tokens[scope] = reply.body.access_token;
  }
  return tokens[scope] ?? "";
}

beforeAll(async () => {
  shop = await newShop();
});

/** A link carries its own right to what is behind it. */
const keyed = guarded.filter(({ path }) => !path.endsWith("/download"));

const ask = ({ method, path }: Operation, headers: Headers) =>
  send(
    method,
    filled(path, shop.params),
    { origin: "https://shop.example", "cf-connecting-ip": anyAddress(), ...headers },
    bodyOf({ method, path }),
  );

/** What a scope opens its route for only beside another: a file of orders tells of orders. */
const BESIDE: Record<string, readonly string[]> = { "POST /v1/exports": ["orders"] };

describe("every route with every scope", () => {
  it("has routes of both kinds", () => {
    expect(keyed.filter(({ path }) => openTo(path).length > 0).length).toBeGreaterThan(190);
    expect(keyed.filter(({ path }) => openTo(path).length === 0).length).toBeGreaterThan(30);
  });

  it.each(keyed)("$method $path", async (operation) => {
    const isShut = async (scopes: readonly string[]) => {
      const reply = await ask(operation, { authorization: `Bearer ${await tokenOf(scopes)}` });
      return SHUT.includes(reply.body?.key);
    };
    const open = openTo(operation.path);
    expect(await isShut(SCOPES.filter((scope) => !open.includes(scope)))).toBe(true);
    const beside = BESIDE[`${operation.method} ${operation.path}`] ?? [];
    for (const scope of open) expect(await isShut([scope, ...beside]), scope).toBe(false);
    if (beside.length > 0) expect(await isShut(["exports"])).toBe(true);
  });

  it("tells its scopes from those of its neighbours, each by itself", async () => {
    const operation = keyed.find(({ path }) => path === "/v1/vouchers/:code");
    const opened: string[] = [];
    for (const scope of SCOPES) {
      const headers = { authorization: `Bearer ${await tokenOf([scope])}` };
      const reply = await ask(operation ?? { method: "GET", path: "" }, headers);
      if (!SHUT.includes(reply.body?.key)) opened.push(scope);
    }
    expect(opened.sort()).toEqual(["api", "vouchers"]);
  });
});
