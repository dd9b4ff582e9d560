import { describe, expect, it } from "vitest";
import {
  ApiKey,
  ApiKeyList,
  ApiKeyWithToken,
} from "../../src/resources/management/api-keys/schema";
import {
  costOf,
  DEPLOYMENT,
  type Headers,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { homeDb } from "../support/places";

const pathOf = (project: { id: string }, rest = "") =>
  `/management/v1/projects/${project.id}/api-keys${rest}`;

async function newKey(project: TestProject, kind = "server") {
  const reply = await project.post(pathOf(project), { kind, name: `A ${kind} key` });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(ApiKeyWithToken, reply);
}

type Key = Awaited<ReturnType<typeof newKey>>;

const headersOf = ({ app_id, app_token }: Pick<Key, "app_id" | "app_token">): Headers => ({
  "x-app-id": app_id,
  "x-app-token": app_token,
});

/** The same of a management key. */
const managing = ({ app_id, app_token }: Pick<Key, "app_id" | "app_token">): Headers => ({
  "x-management-id": app_id,
  "x-management-token": app_token,
});

/** Whether `/v1` lets the key in. */
const statusOf = async (key: Pick<Key, "app_id" | "app_token">): Promise<number> =>
  (await send("GET", "/v1/vouchers", headersOf(key))).status;

const alike = (reply: Reply, id: string): string =>
  JSON.stringify([reply.status, { ...reply.body, request_id: "" }]).replaceAll(id, "ID");

describe("permissions", () => {
  const call = async (key: Pick<Key, "app_id" | "app_token">, path: string) =>
    (await send("GET", path, headersOf(key))).status;

  it("are all that the kind has where none are named", async () => {
    const project = await newProject();
    const key = await newKey(project);
    expect(key.permissions).toBeNull();
    expect([await call(key, "/v1/vouchers"), await call(key, "/v1/orders")]).toEqual([200, 200]);
  });

  it("open what they name and nothing else, until they are changed", async () => {
    const project = await newProject();
    const body = { kind: "server", permissions: ["vouchers", "skus"] };
    const made = await project.post(pathOf(project), body);
    const key = parsed(ApiKeyWithToken, made);
    expect(key.permissions).toEqual(["vouchers", "skus"]);
    expect(await call(key, "/v1/vouchers")).toBe(200);
    expect(await call(key, "/v1/orders")).toBe(403);
    const other = await project.put(pathOf(project, `/${key.id}`), { permissions: ["orders"] });
    expect(parsed(ApiKey, other).permissions).toEqual(["orders"]);
    expect(await call(key, "/v1/vouchers")).toBe(403);
    expect(await call(key, "/v1/orders")).toBe(200);
    const all = await project.put(pathOf(project, `/${key.id}`), { permissions: ["api"] });
    expect(all.status).toBe(200);
    expect(await call(key, "/v1/vouchers")).toBe(200);
    const none = await project.put(pathOf(project, `/${key.id}`), { permissions: null });
    expect(parsed(ApiKey, none).permissions).toBeNull();
    expect(await call(key, "/v1/vouchers")).toBe(200);
    const read = await project.get(pathOf(project, `/${key.id}`));
    expect(parsed(ApiKey, read)).toEqual(none.body);
  });

  it("stay through a rotation and a block", async () => {
    const project = await newProject();
    const body = { kind: "server", permissions: ["vouchers"] };
    const { id } = parsed(ApiKeyWithToken, await project.post(pathOf(project), body));
    const rotated = await project.post(pathOf(project, `/${id}/rotate`), {});
    const blocked = await project.post(pathOf(project, `/${id}/block`), {});
    expect(parsed(ApiKeyWithToken, rotated).permissions).toEqual(["vouchers"]);
    expect(parsed(ApiKey, blocked).permissions).toEqual(["vouchers"]);
  });

  it("403: a management key gives no management key what it lacks itself, itself least of all", async () => {
    const project = await newProject();
    const make = async (permissions: string[] | null) => {
      const reply = await project.post(pathOf(project), { kind: "management", permissions });
      return parsed(ApiKeyWithToken, reply);
    };
    const [writer, whole, other] = [await make(["write"]), await make(null), await make(["write"])];
    const before = await rowsOf("api_keys", project.id);
    const asked: [string, string, object][] = [
      ["PUT", `/${writer.id}`, { permissions: null }],
      ["PUT", `/${writer.id}`, { permissions: ["read", "write"] }],
      ["PUT", `/${other.id}`, { permissions: ["read"] }],
      ["POST", "", { kind: "management" }],
      ["POST", "", { kind: "management", permissions: ["read"] }],
      ["POST", `/${whole.id}/rotate`, {}],
    ];
    for (const [method, path, body] of asked) {
      const reply = await send(method, pathOf(project, path), managing(writer), body);
      expect([reply.status, reply.body.key]).toEqual([403, "missing_required_permission"]);
    }
    expect(await rowsOf("api_keys", project.id)).toEqual(before);
    const allowed: [Key, string, string, object][] = [
      [writer, "POST", "", { kind: "server" }],
      [writer, "POST", "", { kind: "management", permissions: ["write"] }],
      [writer, "POST", `/${other.id}/rotate`, {}],
      [whole, "POST", "", { kind: "management" }],
      [whole, "PUT", `/${other.id}`, { permissions: null }],
    ];
    for (const [key, method, path, body] of allowed) {
      const reply = await send(method, pathOf(project, path), managing(key), body);
      expect(reply.status).toBe(200);
    }
  });

  it("400 invalid_payload: unknown, double, none, or of another kind; nothing changes", async () => {
    const project = await newProject();
    const key = await newKey(project);
    const before = await rowsOf("api_keys", project.id);
    const refused: [unknown, string][] = [
      [["root"], ".permissions[0]"],
      [["deployment"], ".permissions[0]"],
      [[], ".permissions"],
      [["vouchers", "vouchers"], ".permissions"],
      ["vouchers", ".permissions"],
      [["vouchers", "client_api"], ".permissions has 'client_api', which a server key"],
      [["write"], ".permissions has 'write', which a server key"],
    ];
    for (const [permissions, details] of refused) {
      const made = await project.post(pathOf(project), { kind: "server", permissions });
      const changed = await project.put(pathOf(project, `/${key.id}`), { permissions });
      for (const reply of [made, changed]) {
        expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
        expect(reply.body.details).toContain(details);
      }
    }
    const unnamed = await project.put(pathOf(project, `/${key.id}`), {});
    expect([unnamed.status, unnamed.body.key]).toEqual([400, "invalid_payload"]);
    expect(await rowsOf("api_keys", project.id)).toEqual(before);
  });

  it("403 missing_required_permission: not even an upload is read, nor an answer repeated", async () => {
    const project = await newProject();
    const body = { kind: "server", permissions: ["orders"] };
    const key = parsed(ApiKeyWithToken, await project.post(pathOf(project), body));
    const headers = { ...headersOf(key), "idempotency-key": "once" };
    const file = await send("POST", "/v1/vouchers/import", headers, "not JSON");
    expect([file.status, file.body.key]).toEqual([403, "missing_required_permission"]);
    const voucher = { gift: { amount: 100 } };
    const own = await project.post("/v1/vouchers", voucher, { "idempotency-key": "once" });
    expect(own.status).toBe(200);
    const repeated = await send("POST", "/v1/vouchers", headers, voucher);
    expect([repeated.status, repeated.body.key]).toEqual([403, "missing_required_permission"]);
  });
});

describe("POST .../api-keys", () => {
  it("200: a server key opens /v1 of its project at once", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/MINE", {
      type: "DISCOUNT_VOUCHER",
      discount: { type: "AMOUNT", amount_off: 100 },
    });
    const key = await newKey(project);
    expect(key).toMatchObject({
      kind: "server",
      name: "A server key",
      blocked: false,
      updated_at: null,
      object: "api_key",
    });
    expect(key.id).toMatch(/^key_[0-9a-f]{18}$/);
    expect(key.app_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(key.app_token).toMatch(/^[0-9A-Za-z]{43}$/);
    const read = await send("GET", "/v1/vouchers/MINE", headersOf(key));
    expect([read.status, read.body.code]).toEqual([200, "MINE"]);
  });

  it("200: a client key opens only the client family, a management key only management", async () => {
    const project = await newProject();
    const client = await newKey(project, "client");
    expect(await statusOf(client)).toBe(401);
    const inFamily = await send("GET", "/client/v1/nowhere", {
      origin: "https://shop.example",
      "x-client-application-id": client.app_id,
      "x-client-token": client.app_token,
    });
    expect(inFamily.status).toBe(404);
    const management = await newKey(project, "management");
    expect(await statusOf(management)).toBe(401);
    const listed = await send("GET", pathOf(project), {
      "x-management-id": management.app_id,
      "x-management-token": management.app_token,
    });
    expect(listed.status).toBe(200);
  });

  it("200: the database holds the token's hash only, whatever Idempotency-Key was sent", async () => {
    const project = await newProject();
    const body = { kind: "server" };
    const first = await project.post(pathOf(project), body, { "idempotency-key": "key-1" });
    const { app_token, name } = parsed(ApiKeyWithToken, first);
    expect(name).toBeNull();
    const { results: answers } = await homeDb().prepare("SELECT * FROM idempotency_keys").all();
    const stored = JSON.stringify([await rowsOf("api_keys", project.id), answers]);
    expect(stored).not.toContain(app_token);
    const again = await project.post(pathOf(project), body, { "idempotency-key": "key-1" });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body).toEqual(first.body);
    expect(await rowsOf("api_keys", project.id)).toHaveLength(4);
  });

  it("400 invalid_payload: names what is wrong and makes no key", async () => {
    const project = await newProject();
    const before = await rowsOf("api_keys", project.id);
    const refused: [object, string][] = [
      [{}, "kind"],
      [{ kind: "root" }, ".kind must be equal to one of the allowed values [ server, client"],
      [{ kind: "server", name: 5 }, ".name must be string"],
      [{ kind: "server", name: "" }, ".name must NOT have fewer than 1 characters"],
    ];
    for (const [body, details] of refused) {
      const reply = await project.post(pathOf(project), body);
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("api_keys", project.id)).toEqual(before);
  });

  it("404: another project's management key makes none, and cannot tell it from a missing one", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const before = await rowsOf("api_keys", other.id);
    const foreign = await project.post(pathOf(other), { kind: "server" });
    const missing = await project.post(pathOf({ id: "proj_none" }), { kind: "server" });
    expect(foreign.status).toBe(404);
    expect(alike(foreign, other.id)).toBe(alike(missing, "proj_none"));
    expect(await rowsOf("api_keys", other.id)).toEqual(before);
  });
});

describe("GET .../api-keys", () => {
  it("200: pages through the project's keys, the newest first, one round trip", async () => {
    const project = await newProject();
    const key = await newKey(project);
    const reply = await project.get(pathOf(project, "?limit=100"));
    const list = parsed(ApiKeyList, reply);
    expect(list.total).toBe(4);
    const { app_token: _, ...shown } = key;
    expect(reply.body.api_keys).toContainEqual(shown);
    expect(costOf(await project.get(pathOf(project))).roundTrips).toBe(1);
    const pages = [1, 2, 3, 4, 5].map((page) =>
      project.get(pathOf(project, `?limit=1&page=${page}`)),
    );
    const single = (await Promise.all(pages)).flatMap(({ body }) => body.api_keys);
    expect(single).toEqual(reply.body.api_keys);
  });

  it("200: neither list nor single read shows a token or its hash", async () => {
    const project = await newProject();
    const key = await newKey(project);
    const list = await project.get(pathOf(project));
    const one = await project.get(pathOf(project, `/${key.id}`));
    const { app_token, ...shown } = key;
    expect(parsed(ApiKey, one)).toEqual(shown);
    const seen = JSON.stringify([list.body, one.body]);
    expect(seen).not.toContain(app_token);
    for (const row of await rowsOf("api_keys", project.id)) {
      expect(seen).not.toContain(String(row.token_hash));
    }
  });

  it("400 invalid_query_params", async () => {
    const project = await newProject();
    const reply = await project.get(pathOf(project, "?limit=101"));
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_query_params"]);
  });

  it("404: a key of another project answers exactly as a missing one", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const key = await newKey(other);
    const missing = alike(await project.get(pathOf(project, "/key_none")), "key_none");
    const foreign = await project.get(pathOf(project, `/${key.id}`));
    expect(foreign.status).toBe(404);
    expect(alike(foreign, key.id)).toBe(missing);
  });
});

describe("POST .../api-keys/{keyId}/rotate", () => {
  it("200: the old token stops at once, the new one works under the same app id", async () => {
    const project = await newProject();
    const old = await newKey(project);
    expect(await statusOf(old)).toBe(200);
    const reply = await project.post(pathOf(project, `/${old.id}/rotate`));
    const rotated = parsed(ApiKeyWithToken, reply);
    expect(rotated.app_id).toBe(old.app_id);
    expect(rotated.app_token).not.toBe(old.app_token);
    expect(rotated.updated_at).not.toBeNull();
    expect([await statusOf(old), await statusOf(rotated)]).toEqual([401, 200]);
    const one = await project.get(pathOf(project, `/${old.id}`));
    expect(one.body).not.toHaveProperty("app_token");
  });

  it("200: a repetition under its Idempotency-Key rotates once", async () => {
    const project = await newProject();
    const key = await newKey(project);
    const rotate = () =>
      project.post(pathOf(project, `/${key.id}/rotate`), {}, { "idempotency-key": "rotate-1" });
    const [first, again] = [await rotate(), await rotate()];
    expect(again.body).toEqual(first.body);
    expect(await statusOf(parsed(ApiKeyWithToken, first))).toBe(200);
  });

  it("200: a blocked key stays blocked", async () => {
    const project = await newProject();
    const key = await newKey(project);
    await project.post(pathOf(project, `/${key.id}/block`));
    const rotated = parsed(
      ApiKeyWithToken,
      await project.post(pathOf(project, `/${key.id}/rotate`)),
    );
    expect(rotated.blocked).toBe(true);
    expect(await statusOf(rotated)).toBe(401);
  });

  it("404: another project's key keeps its token", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const key = await newKey(other);
    const reply = await project.post(pathOf(project, `/${key.id}/rotate`));
    expect([reply.status, reply.body.key]).toEqual([404, "not_found"]);
    expect(await statusOf(key)).toBe(200);
  });
});

describe("POST .../api-keys/{keyId}/block and /unblock", () => {
  it("200: a blocked key is out at once and comes back when unblocked", async () => {
    const project = await newProject();
    const key = await newKey(project);
    expect(await statusOf(key)).toBe(200);
    const blocked = await project.post(pathOf(project, `/${key.id}/block`));
    expect(parsed(ApiKey, blocked).blocked).toBe(true);
    expect(await statusOf(key)).toBe(401);
    const unblocked = await project.post(pathOf(project, `/${key.id}/unblock`));
    expect(parsed(ApiKey, unblocked).blocked).toBe(false);
    expect(await statusOf(key)).toBe(200);
  });

  it("200: twice changes nothing more", async () => {
    const project = await newProject();
    const { id } = await newKey(project);
    const first = await project.post(pathOf(project, `/${id}/block`));
    const again = await project.post(pathOf(project, `/${id}/block`));
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
  });

  it("200: a management key that blocks itself is out at once", async () => {
    const project = await newProject();
    const key = await newKey(project, "management");
    const own = { "x-management-id": key.app_id, "x-management-token": key.app_token };
    const blocked = await send("POST", pathOf(project, `/${key.id}/block`), own);
    expect(blocked.status).toBe(200);
    expect((await send("GET", pathOf(project), own)).status).toBe(401);
    const back = await send("POST", pathOf(project, `/${key.id}/unblock`), DEPLOYMENT);
    expect(back.status).toBe(200);
  });

  it("404: another project's key stays as it is", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const key = await newKey(other);
    for (const verb of ["block", "unblock"]) {
      const reply = await project.post(pathOf(project, `/${key.id}/${verb}`));
      expect([reply.status, reply.body.key]).toEqual([404, "not_found"]);
      const throughOther = await project.post(pathOf(other, `/${key.id}/${verb}`));
      expect(throughOther.status).toBe(404);
    }
    expect(await statusOf(key)).toBe(200);
  });
});

describe("DELETE .../api-keys/{keyId}", () => {
  it("204: the key is gone and out at once", async () => {
    const project = await newProject();
    const key = await newKey(project);
    expect(await statusOf(key)).toBe(200);
    const reply = await project.delete(pathOf(project, `/${key.id}`));
    expect([reply.status, reply.body]).toEqual([204, ""]);
    expect(await statusOf(key)).toBe(401);
    expect((await project.get(pathOf(project, `/${key.id}`))).status).toBe(404);
    expect((await project.get(pathOf(project))).body.total).toBe(3);
  });

  it("404: a missing key, and another project's key, which stays", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const key = await newKey(other);
    const foreign = await project.delete(pathOf(project, `/${key.id}`));
    const missing = await project.delete(pathOf(project, "/key_none"));
    expect(foreign.status).toBe(404);
    expect(alike(foreign, key.id)).toBe(alike(missing, "key_none"));
    expect(await statusOf(key)).toBe(200);
  });
});
