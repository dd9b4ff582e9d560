import { describe, expect, it } from "vitest";
import {
  DEPLOYMENT,
  eventKinds,
  newProject,
  type Reply,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";

const under = (key: string) => ({ "idempotency-key": key });

const VOUCHER = { code: "P20", discount: { type: "PERCENT", percent_off: 20 } };
const REDEEM = { redeemables: [{ object: "voucher", id: "P20" }] };

/** A repetition: same status and body, marked as such; the first is not. */
function sameAnswer(first: Reply, again: Reply, status = 200): void {
  expect(first.status, JSON.stringify(first.body)).toBe(status);
  expect(first.headers.get("idempotent-replayed")).toBeNull();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.status).toBe(status);
  expect(JSON.stringify(again.body)).toBe(JSON.stringify(first.body));
}

const keysOf = async (project: TestProject): Promise<string[]> =>
  (await rowsOf("idempotency_keys", project.id)).map(({ key }) => String(key)).sort();

const GRANT = { grant_type: "client_credentials", scope: "vouchers" };

describe("a repetition", () => {
  it("by another key of the project is not answered with what the first was told", async () => {
    const project = await newProject();
    const keys = `/management/v1/projects/${project.id}/api-keys`;
    const narrow = await project.post(keys, { kind: "server", permissions: ["vouchers"] });
    const other = { "x-app-id": narrow.body.app_id, "x-app-token": narrow.body.app_token };
    const token = (headers: Record<string, string>) =>
      project.post("/v1/oauth/token", GRANT, {
        ...headers,
        ...under("once"),
      });
    const first = await token({});
    expect(first.status).toBe(200);
    const second = await token(other);
    expect([second.status, second.body.key]).toEqual([422, "idempotency_key_reused"]);
    expect(JSON.stringify(second.body)).not.toContain(first.body.access_token);
    sameAnswer(first, await token({}));
  });

  it("POST /v1/vouchers with a drawn code creates one voucher", async () => {
    const project = await newProject();
    const send = () => project.post("/v1/vouchers", { gift: { amount: 100 } }, under("once"));
    sameAnswer(await send(), await send());
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
    expect(await rowsOf("voucher_transactions", project.id)).toHaveLength(1);
    expect(await eventKinds(project.id)).toEqual(["voucher.created"]);
    expect((await project.get("/v1/vouchers")).body.total).toBe(1);
  });

  it("PUT changes once, also when something else came between", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const put = () => project.put("/v1/vouchers/P20", { category: "spring" }, under("once"));
    const first = await put();
    await project.put("/v1/vouchers/P20", { category: "summer" });
    sameAnswer(first, await put());
    expect((await project.get("/v1/vouchers/P20")).body.category).toBe("summer");
  });

  it("DELETE answers 204 again, though nothing is left", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const remove = () => project.delete("/v1/vouchers/P20?force=true", under("once"));
    sameAnswer(await remove(), await remove(), 204);
    expect(await eventKinds(project.id)).toEqual(["voucher.created", "voucher.deleted"]);
    failure(await project.delete("/v1/vouchers/P20?force=true"), 404, "not_found");
  });

  it("POST /v1/redemptions redeems once", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const redeem = () => project.post("/v1/redemptions", REDEEM, under("once"));
    sameAnswer(await redeem(), await redeem());
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    const { redemption } = (await project.get("/v1/vouchers/P20")).body;
    expect(redemption.redeemed_quantity).toBe(1);
  });

  it("POST /client/v1/redemptions redeems once", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const here = { ...under("once"), "cf-connecting-ip": "10.1.2.3" };
    const redeem = () => project.post("/client/v1/redemptions", REDEEM, here);
    sameAnswer(await redeem(), await redeem());
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
  });

  it("a key that a browser took elsewhere is free for another origin and address block", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const from = (address: string, origin = "https://shop.example") => ({
      ...under("order-77"),
      "cf-connecting-ip": address,
      origin,
    });
    const taken = { ...REDEEM, tracking_id: "eve" };
    const eve = await project.post("/client/v1/redemptions", taken, from("10.1.2.3"));
    expect(eve.status, JSON.stringify(eve.body)).toBe(200);
    const elsewhere = [
      from("10.1.3.3"),
      from("2001:db8::1"),
      from("10.1.2.9", "https://b.example"),
    ];
    for (const headers of elsewhere) {
      const reply = await project.post("/client/v1/redemptions", REDEEM, headers);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(reply.headers.get("idempotent-replayed")).toBeNull();
    }
    // Within its own block and origin it is taken, whatever the address.
    const same = await project.post("/client/v1/redemptions", REDEEM, from("10.1.2.200"));
    failure(same, 422, "idempotency_key_reused");
    expect(await rowsOf("redemptions", project.id)).toHaveLength(4);
  });

  it("POST, PUT and DELETE of the management family", async () => {
    const project = await newProject();
    const base = `/management/v1/projects/${project.id}`;
    const create = () => project.post(`${base}/api-keys`, { kind: "server" }, under("post"));
    const first = await create();
    sameAnswer(first, await create());
    expect(await rowsOf("api_keys", project.id)).toHaveLength(4);
    const put = () => project.put(base, { name: "Renamed" }, under("put"));
    sameAnswer(await put(), await put());
    const remove = () => project.delete(`${base}/api-keys/${first.body.id}`, under("delete"));
    sameAnswer(await remove(), await remove(), 204);
    expect(await rowsOf("api_keys", project.id)).toHaveLength(3);
  });

  it("the deployment's pair may use one key for two projects, and for none", async () => {
    const [one, other] = [await newProject(), await newProject()];
    const headers = { ...DEPLOYMENT, ...under("pair") };
    const create = ({ id }: { id: string }) =>
      send("POST", `/management/v1/projects/${id}/api-keys`, headers, { kind: "server" });
    const [first, second] = [await create(one), await create(other)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.app_id).not.toBe(first.body.app_id);
    sameAnswer(first, await create(one));
    sameAnswer(second, await create(other));
    const made = await send("POST", "/management/v1/projects", headers, { name: "Third" });
    expect(made.status).toBe(200);
    const again = await send("POST", "/management/v1/projects", headers, { name: "Fourth" });
    expect(again).toMatchObject({ status: 422, body: { key: "idempotency_key_reused" } });
  });

  it("POST /management/v1/projects creates one project", async () => {
    const headers = { ...DEPLOYMENT, ...under("one-project") };
    const create = () => send("POST", "/management/v1/projects", headers, { name: "Once" });
    sameAnswer(await create(), await create());
  });

  it("a validation, which has no effect, is answered again as it was", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const validate = () => project.post("/v1/validations", REDEEM, under("once"));
    const first = await validate();
    await project.post("/v1/vouchers/P20/disable");
    sameAnswer(first, await validate());
    expect(first.body.valid).toBe(true);
  });

  it("costs one round trip and writes nothing", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    await project.post("/v1/redemptions", REDEEM, under("once"));
    const again = await project.post("/v1/redemptions", REDEEM, under("once"));
    expect(again.headers.get("server-timing")).toMatch(
      /1 round trips, \d+ rows read, 0 rows written/,
    );
  });

  it("is told by its path without slashes at the end", async () => {
    const project = await newProject();
    const first = await project.post("/v1/vouchers", VOUCHER, under("once"));
    sameAnswer(first, await project.post("/v1/vouchers/", VOUCHER, under("once")));
  });
});

describe("422", () => {
  it.each([
    ["another body", "/v1/vouchers", { ...VOUCHER, code: "P30" }],
    ["another path", "/v1/vouchers/P20", { discount: VOUCHER.discount }],
    ["another query", "/v1/vouchers?a=1", VOUCHER],
  ])("a used key with %s", async (_, path, body) => {
    const project = await newProject();
    expect((await project.post("/v1/vouchers", VOUCHER, under("once"))).status).toBe(200);
    const reply = await project.post(path, body, under("once"));
    failure(reply, 422, "idempotency_key_reused");
    expect(reply.headers.get("idempotent-replayed")).toBeNull();
    expect(await rowsOf("vouchers", project.id)).toHaveLength(1);
  });

  it("a used key with another method", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    expect((await project.put("/v1/vouchers/P20", {}, under("once"))).status).toBe(200);
    const reply = await project.delete("/v1/vouchers/P20", under("once"));
    failure(reply, 422, "idempotency_key_reused");
    expect((await project.get("/v1/vouchers/P20")).status).toBe(200);
  });
});

describe("what is kept", () => {
  it("not a refused request: its key is free", async () => {
    const project = await newProject();
    failure(await project.post("/v1/vouchers", {}, under("once")), 400, "invalid_voucher");
    failure(await project.post("/v1/vouchers", "{", under("once")), 400, "invalid_payload");
    failure(await project.post("/v1/redemptions", REDEEM, under("once")), 404, "not_found");
    expect(await keysOf(project)).toEqual([]);
    expect((await project.post("/v1/vouchers", VOUCHER, under("once"))).status).toBe(200);
    expect(await keysOf(project)).toEqual(["once"]);
  });

  it("a failed redemption that was recorded", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { ...VOUCHER, redemption: { quantity: 0 } });
    const redeem = () => project.post("/v1/redemptions", REDEEM, under("once"));
    const first = await redeem();
    failure(first, 400, "quantity_exceeded");
    await project.put("/v1/vouchers/P20", { redemption: { quantity: 5 } });
    sameAnswer(first, await redeem(), 400);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(1);
    const kinds = await eventKinds(project.id);
    expect(kinds.filter((kind) => kind === "redemption.failed")).toHaveLength(1);
  });

  it("nothing of a GET", async () => {
    const project = await newProject();
    expect((await project.get("/v1/vouchers", under("once"))).body.total).toBe(0);
    await project.post("/v1/vouchers", VOUCHER);
    expect((await project.get("/v1/vouchers", under("once"))).body.total).toBe(1);
    expect(await keysOf(project)).toEqual([]);
  });
});

describe("keys that do not meet", () => {
  it("those of two projects", async () => {
    const [one, two] = [await newProject(), await newProject()];
    expect((await one.post("/v1/vouchers", VOUCHER, under("same"))).status).toBe(200);
    const reply = await two.post("/v1/vouchers", VOUCHER, under("same"));
    expect(reply.status).toBe(200);
    expect(reply.headers.get("idempotent-replayed")).toBeNull();
    expect(await rowsOf("vouchers", two.id)).toHaveLength(1);
  });

  it("those of two projects' management keys", async () => {
    const [one, two] = [await newProject(), await newProject()];
    for (const project of [one, two]) {
      const path = `/management/v1/projects/${project.id}`;
      const reply = await project.put(path, { name: "Renamed" }, under("same"));
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(reply.body.id).toBe(project.id);
    }
  });

  it("those of two families in one project", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", VOUCHER);
    const first = await project.post("/v1/redemptions", REDEEM, under("same"));
    const second = await project.post("/client/v1/redemptions", REDEEM, under("same"));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get("idempotent-replayed")).toBeNull();
    expect(await rowsOf("redemptions", project.id)).toHaveLength(2);
  });
});

describe("400", () => {
  it.each(["x".repeat(256), "", "\t", "ä"])("the key %j", async (key) => {
    const project = await newProject();
    const body = failure(
      await project.post("/v1/vouchers", VOUCHER, under(key)),
      400,
      "invalid_payload",
    );
    expect(body.details).toBe("Header Idempotency-Key must have 1 to 255 printable characters");
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });

  it("but not a key of 255 characters", async () => {
    const project = await newProject();
    const key = "x".repeat(255);
    sameAnswer(
      await project.post("/v1/vouchers", VOUCHER, under(key)),
      await project.post("/v1/vouchers", VOUCHER, under(key)),
    );
  });
});
