import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyAddress, DEPLOYMENT, type Headers, newProject, send } from "../support/api";
import { failure } from "../support/failure";
import {
  bodyOf,
  filled,
  guarded,
  newShop,
  type Operation,
  type Shop,
  unchanging,
} from "../support/one-of-each";
import { runs } from "../support/runs";

const FAMILIES = ["server", "client", "management"] as const;
type Family = (typeof FAMILIES)[number];

const familyOf = (path: string): Family =>
  path.startsWith("/client/")
    ? "client"
    : path.startsWith("/management/")
      ? "management"
      : "server";

let shop: Shop;
let revoked: Shop;

const changed = (headers: Headers, at: 0 | 1, value: string): Headers => {
  const name = Object.keys(headers)[at] ?? "";
  return { ...headers, [name]: value };
};

const part = (headers: Headers, at: 0 | 1): Headers =>
  Object.fromEntries(Object.entries(headers).slice(at, at + 1));

/** The pair of one family under the header names of another. */
const renamed = (values: Headers, names: Headers): Headers =>
  Object.fromEntries(Object.keys(names).map((name, at) => [name, Object.values(values)[at] ?? ""]));

/** Every way not to have a key of the family. */
const WRONG: Record<string, (family: Family) => Headers> = {
  "no headers": () => ({}),
  "only the id": (family) => part(shop.project[family], 0),
  "only the token": (family) => part(shop.project[family], 1),
  "empty headers": (family) => changed(changed(shop.project[family], 0, ""), 1, ""),
  "a huge id": (family) => changed(shop.project[family], 0, "x".repeat(7_000)),
  "a huge token": (family) => changed(shop.project[family], 1, "x".repeat(7_000)),
  "SQL for an id": (family) => changed(shop.project[family], 0, "' OR 1=1 --"),
  "an unknown id": (family) => changed(shop.project[family], 0, "unknown"),
  "a wrong token": (family) => changed(shop.project[family], 1, "x".repeat(43)),
  "a token in another case": (family) => {
    const token = Object.values(shop.project[family])[1] ?? "";
    return changed(shop.project[family], 1, token.toLowerCase());
  },
  "another project's token": (family) => {
    const token = Object.values(revoked.project[family])[1] ?? "";
    return changed(shop.project[family], 1, token);
  },
  "a revoked key": (family) => revoked.project[family],
};

for (const other of FAMILIES) {
  WRONG[`the headers of the ${other} family`] = (family) =>
    other === family ? {} : shop.project[other];
  WRONG[`the ${other} pair under the names of the family`] = (family) =>
    other === family ? {} : renamed(shop.project[other], shop.project[family]);
}
WRONG["the deployment's pair under the names of the family"] = (family) =>
  family === "management"
    ? { ...DEPLOYMENT, "x-management-token": "test-management-tokem" }
    : renamed(DEPLOYMENT, shop.project[family]);

const call = ({ method, path }: Operation, headers: Headers) =>
  send(
    method,
    filled(path, shop.params),
    { origin: "https://shop.example", "cf-connecting-ip": anyAddress(), ...headers },
    bodyOf({ method, path }),
  );

beforeAll(async () => {
  shop = await newShop();
  revoked = await newShop();
  await env.DB.prepare("UPDATE api_keys SET blocked_at = created_at WHERE project_id = ?1")
    .bind(revoked.project.id)
    .run();
  // This isolate has used the keys and remembers them; as another isolate would, it looks again.
  const { forgetProject } = await import("../../src/scope/credentials");
  forgetProject(revoked.project.id);
});

/** Keys that were given only what no operation of their family asks for, or not what this one does. */
const lacking: Record<string, Headers> = {};

beforeAll(async () => {
  const given: [Family, string][] = [
    ["server", "task-results"],
    ["client", "client_consents"],
    ["client", "client_events"],
    ["management", "read"],
    ["management", "write"],
  ];
  for (const [kind, permission] of given) {
    const path = `/management/v1/projects/${shop.project.id}/api-keys`;
    const reply = await shop.project.post(path, { kind, permissions: [permission] });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const values = { id: reply.body.app_id, token: reply.body.app_token };
    lacking[permission] = renamed(values, shop.project[kind]);
  }
});

/** Nobody's requests of a room change anything: to read all rows takes longer than to ask. */
function expectUnchanged(): void {
  let check: () => Promise<void>;
  beforeAll(async () => {
    check = await unchanging(shop.project, revoked.project);
  });
  afterAll(() => check());
}

describe("403, and nothing is written", () => {
  expectUnchanged();

  const keyFor = ({ method, path }: Operation): Headers | undefined => {
    const family = familyOf(path);
    if (family === "server") return lacking["task-results"];
    if (path === "/client/v1/consents") return lacking.client_events;
    if (family === "client") return lacking.client_consents;
    return method === "GET" ? lacking.write : lacking.read;
  };

  // A signed link asks for no key, so that it cannot lack anything; of tokens every key may ask.
  const keyed = guarded.filter(
    ({ path }) => !path.endsWith("/download") && !path.startsWith("/v1/oauth/"),
  );

  it.each(keyed)("$method $path is shut to a key without its permission", async (operation) => {
    const reply = await call(operation, keyFor(operation) ?? {});
    const { details } = failure(reply, 403, "missing_required_permission");
    expect(details).toBe("User does not have a required permission to perform this operation.");
  });

  it("opens with it", async () => {
    const reply = await send(
      "GET",
      `/management/v1/projects/${shop.project.id}/api-keys`,
      lacking.read ?? {},
    );
    expect(reply.status).toBe(200);
  });
});

describe("401, and nothing is written", () => {
  expectUnchanged();

  it("covers every mounted operation", () => {
    expect(guarded.length).toBeGreaterThan(40);
  });

  /** All of them of the first operations of a family, and else a few, which are others each time. */
  const wrongOf = (operation: Operation): [string, (family: Family) => Headers][] => {
    const all = Object.entries(WRONG);
    const family = familyOf(operation.path);
    const ofFamily = guarded.filter(({ path }) => familyOf(path) === family);
    const place = ofFamily.indexOf(operation);
    if (place < 3) return all;
    const count = runs(all.length);
    return Array.from({ length: count }, (_, at) => (place * count + at) % all.length).flatMap(
      (at) => all.slice(at, at + 1),
    );
  };

  it.each(guarded)("$method $path lets in no wrong key", async (operation) => {
    const family = familyOf(operation.path);
    for (const [name, headersFor] of wrongOf(operation)) {
      const reply = await call(operation, headersFor(family));
      expect(reply.status, name).toBe(401);
      const body = failure(reply, 401, "unauthorized");
      expect(body).toEqual({
        code: 401,
        key: "unauthorized",
        message: "Unauthorized",
        request_id: reply.headers.get("x-request-id"),
      });
    }
  });

  it.each(["/v1/nothing", "/client/v1/nothing", "/management/v1/nothing"])(
    "GET %s does not tell strangers which routes there are",
    async (path) => {
      const reply = await send("GET", path, { "cf-connecting-ip": anyAddress() });
      failure(reply, 401, "unauthorized");
    },
  );

  it("a body is not read before the key is known", async () => {
    const reply = await send("POST", "/v1/vouchers", {}, "x".repeat(1024 * 1024 + 1));
    failure(reply, 401, "unauthorized");
  });
});

describe("cost", () => {
  it("a warm GET with a key costs one round trip", async () => {
    // Where a project lives elsewhere, that is found out by a round trip of its own.
    const project = await newProject({ place: "DB" });
    const cold = await project.get("/v1/vouchers");
    const warm = await project.get("/v1/vouchers");
    expect(cold.headers.get("server-timing")).toContain("2 round trips");
    expect(warm.headers.get("server-timing")).toContain("1 round trips");
  });

  it("a request without a key costs none", async () => {
    const reply = await send("GET", "/v1/vouchers", {});
    expect(reply.headers.get("server-timing")).toContain("0 round trips");
  });
});
