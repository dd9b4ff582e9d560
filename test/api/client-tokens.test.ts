import { afterEach, describe, expect, it, vi } from "vitest";
import { ClientToken } from "../../src/resources/customers/schema";
import {
  costOf,
  eventKinds,
  newProject,
  parsed,
  type Reply,
  rowsOf,
  type TestProject,
} from "../support/api";
import { campaign, code } from "../support/campaigns";
import { failure } from "../support/failure";
import { homeDb } from "../support/places";
import { qualifyAsShopper } from "../support/qualifying";
import { giftCard, redeemables, voucher } from "../support/redeeming";
import { customer, tokenOf } from "../support/shoppers";

const NOON = Date.UTC(2026, 10, 21, 12, 0, 0);
const MINUTE = 60_000;

afterEach(() => void vi.useRealTimers());

const standStill = (at = NOON) => vi.useFakeTimers({ toFake: ["Date"], now: at });

/** Ada holds a gift card, and nothing is switched on for browsers but redeeming. */
async function shop(settings = {}) {
  const project = await newProject(settings);
  const ada = await customer(project, "ada", { name: "Ada", metadata: { tier: "silver" } });
  await giftCard(project, "ADAS-CARD", 500);
  await project.post("/v1/publications", { voucher: "ADAS-CARD", customer: { source_id: "ada" } });
  return { project, ada };
}

const walletOf = (project: TestProject, headers: Record<string, string>, sent = {}) =>
  project.post("/client/v1/qualifications", { scenario: "CUSTOMER_WALLET", ...sent }, headers);

/** Every client operation that says whose it is, with a body that is fine without a customer. */
const CALLS: Record<
  string,
  (project: TestProject, headers: object, more?: object) => Promise<Reply>
> = {
  qualifications: (project, headers, more) =>
    project.post("/client/v1/qualifications", { ...more }, { ...headers }),
  validations: (project, headers, more) =>
    project.post(
      "/client/v1/validations",
      { redeemables: redeemables("OPEN"), ...more },
      { ...headers },
    ),
  redemptions: (project, headers, more) =>
    project.post(
      "/client/v1/redemptions",
      { redeemables: redeemables("OPEN"), ...more },
      { ...headers },
    ),
  redeem: (project, headers, more) =>
    project.post("/client/v1/redeem?code=OPEN", { ...more }, { ...headers }),
  publish: (project, headers, more) =>
    project.post("/client/v1/publish?campaign=Spring", { ...more }, { ...headers }),
};
const calls = Object.entries(CALLS);

/** A shop where each of the calls succeeds for Ada. */
async function open() {
  const { project, ada } = await shop({
    client_publish_enabled: 1,
    client_metadata_keys: '["tier"]',
  });
  await voucher(project, "OPEN");
  const spring = await campaign(project, "Spring");
  await code(project, spring, "SPRING-1");
  return { project, ada };
}

describe("POST /v1/customers/{id}/client-token", () => {
  it("200: a token of 15 minutes, for an id as for a source id, and nothing of it is stored", async () => {
    standStill();
    const { project, ada } = await shop();
    const before = await rowsOf("customers", project.id);
    for (const name of [ada, "ada"]) {
      const reply = await project.post(`/v1/customers/${name}/client-token`, {});
      const told = parsed(ClientToken, reply);
      expect(told).toMatchObject({
        object: "client_token",
        customer_id: ada,
        expires_at: "2026-11-21T12:15:00.000Z",
      });
      // The entry of the audit log.
      expect(costOf(reply)).toMatchObject({ roundTrips: 2, written: 1 });
      const body = { scenario: "CUSTOMER_WALLET", order: { amount: 100 } };
      const token = { "x-customer-token": told.token };
      expect((await qualifyAsShopper(project, body, {}, token)).ids).toEqual(["ADAS-CARD"]);
    }
    expect(await rowsOf("customers", project.id)).toEqual(before);
  });

  it.each([
    [{ ttl: 1, ttl_unit: "MINUTES" }, "2026-11-21T12:01:00.000Z"],
    [{ ttl: 60, ttl_unit: "SECONDS" }, "2026-11-21T12:01:00.000Z"],
    [{ ttl: 24, ttl_unit: "HOURS" }, "2026-11-22T12:00:00.000Z"],
    [{ ttl: 1, ttl_unit: "DAYS" }, "2026-11-22T12:00:00.000Z"],
    [{ ttl: 20 }, "2026-11-21T12:20:00.000Z"],
    [{ ttl: null, ttl_unit: null }, "2026-11-21T12:15:00.000Z"],
  ])("200: %j ends at %s", async (sent, expires_at) => {
    standStill();
    const { project } = await shop();
    const reply = await project.post("/v1/customers/ada/client-token", sent);
    expect(parsed(ClientToken, reply).expires_at).toBe(expires_at);
  });

  it.each([
    { ttl: 59, ttl_unit: "SECONDS" },
    { ttl: 1441, ttl_unit: "MINUTES" },
    { ttl: 2, ttl_unit: "DAYS" },
    { ttl: 9007199254740991, ttl_unit: "DAYS" },
  ])("400: %j is too short or too long", async (sent) => {
    const { project } = await shop();
    const reply = await project.post("/v1/customers/ada/client-token", sent);
    const { details } = failure(reply, 400, "invalid_payload");
    expect(details).toBe("Property .ttl must be between 1 minute and 24 hours");
  });

  it("404: nobody of this name", async () => {
    const { project } = await shop();
    failure(await project.post("/v1/customers/eve/client-token", {}), 404, "not_found");
  });

  it("200: a repetition gets the same token, which is stored for nobody to read", async () => {
    const { project } = await shop();
    const again = () =>
      project.post("/v1/customers/ada/client-token", {}, { "idempotency-key": "again" });
    const [first, second] = [await again(), await again()];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    const kept = JSON.stringify(await rowsOf("idempotency_keys", project.id));
    expect(kept).not.toContain(first.body.token);
    expect(kept).not.toContain(first.body.token.split(".").at(-1));
  });
});

describe("401 unauthorized_client, and nothing is changed or looked up", () => {
  const forged: Record<string, (token: string, ada: string) => string> = {
    "a text that is no token": () => "nonsense",
    "an empty text": () => "",
    "a token without its signature": (token) => token.split(".").slice(0, 2).join("."),
    "a token with another signature": (token) => `${token.slice(0, -4)}AAAA`,
    "a token with more behind it": (token) => `${token}.x`,
    "a token of a customer put in by hand": (token) => token.replace(/^[^.]+/, "cust_other"),
    "a token that says it lasts longer": (token) => token.replace(/\.(\d+)\./, ".9999999999999."),
    "a token of 600 characters": () => "x".repeat(600),
  };

  it.each(Object.keys(forged))("%s", async (name) => {
    const { project, ada } = await open();
    const { "x-customer-token": token = "" } = await tokenOf(project, "ada");
    const headers = { "x-customer-token": forged[name]?.(token, ada) ?? "" };
    const before = await rowsOf("vouchers", project.id);
    await walletOf(project, {});
    for (const [, call] of calls) {
      const reply = await call(project, headers);
      failure(reply, 401, "unauthorized_client");
      expect(costOf(reply).roundTrips).toBe(0);
    }
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("a token of another project, also where its customer has the same id", async () => {
    const [{ project, ada }, other] = [await open(), await open()];
    await homeDb()
      .prepare("UPDATE customers SET id = ?1 WHERE project_id = ?2")
      .bind(ada, other.project.id)
      .run();
    const foreign = await tokenOf(other.project, "ada");
    for (const [, call] of calls) {
      failure(await call(project, foreign), 401, "unauthorized_client");
    }
  });

  it("a token past its time, and not a moment sooner", async () => {
    standStill();
    const { project } = await open();
    const token = await tokenOf(project, "ada", { ttl: 1 });
    vi.setSystemTime(NOON + MINUTE - 1);
    expect((await walletOf(project, token)).status).toBe(200);
    vi.setSystemTime(NOON + MINUTE);
    for (const [, call] of calls) failure(await call(project, token), 401, "unauthorized_client");
  });

  it.each(calls)("a token of a customer who was deleted: %s", async (_, call) => {
    const { project } = await open();
    const token = await tokenOf(project, "ada");
    expect((await project.delete("/v1/customers/ada")).status).toBe(204);
    failure(await call(project, token), 401, "unauthorized_client");
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});

describe("403: another customer is named beside the token", () => {
  it.each(calls)("%s", async (_, call) => {
    const { project } = await open();
    const bob = await customer(project, "bob");
    const token = await tokenOf(project, "ada");
    const before = [await rowsOf("customers", project.id), await rowsOf("vouchers", project.id)];
    const others = [{ customer: { source_id: "bob" } }, { customer: { source_id: "nobody" } }];
    const byId = _ === "publish" ? [] : [{ customer: { id: bob } }, { tracking_id: "bob" }];
    for (const named of [...others, ...byId]) {
      const { details } = failure(await call(project, token, named), 403, "forbidden");
      expect(details).toBe("The X-Customer-Token is that of another customer");
    }
    expect([await rowsOf("customers", project.id), await rowsOf("vouchers", project.id)]).toEqual(
      before,
    );
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });
});

describe("200: the token names the customer", () => {
  it.each(calls.filter(([name]) => name.startsWith("redem")))("of %s", async (_, call) => {
    const { project, ada } = await open();
    const token = await tokenOf(project, "ada");
    expect((await call(project, token)).status).toBe(200);
    const { body } = await project.get("/v1/redemptions");
    expect(body.redemptions[0].customer_id).toBe(ada);
  });

  it("of a publication, which needs no name then", async () => {
    const { project, ada } = await open();
    const unnamed = await CALLS.publish?.(project, {});
    expect([unnamed?.status, unnamed?.body.key]).toEqual([400, "invalid_payload"]);
    const reply = await CALLS.publish?.(project, await tokenOf(project, "ada"));
    expect(reply?.status, JSON.stringify(reply?.body)).toBe(200);
    expect(reply?.body).toMatchObject({ customer_id: ada, voucher: { code: "SPRING-1" } });
  });

  it("what one was told under an idempotency key is repeated to no other", async () => {
    const { project } = await open();
    await customer(project, "bob");
    const same = (headers: Record<string, string>) =>
      walletOf(
        project,
        { ...headers, "idempotency-key": "same", "cf-connecting-ip": "10.7.7.7" },
        { order: { amount: 100 } },
      );
    const mine = await same(await tokenOf(project, "ada"));
    expect(mine.body.redeemables.total).toBe(1);
    for (const headers of [{}, await tokenOf(project, "bob")]) {
      failure(await same(headers), 422, "idempotency_key_reused");
    }
  });
});

describe("what is stored of a customer", () => {
  const claim = { source_id: "ada", name: "Eve", metadata: { tier: "gold" } };
  const writes = calls.filter(([name]) => !["qualifications", "validations"].includes(name));

  it.each(writes)("stays whatever a browser without a token says: %s", async (_, call) => {
    const { project } = await open();
    const [before] = await rowsOf("customers", project.id);
    expect((await call(project, {}, { customer: claim })).status).toBe(200);
    const [after] = await rowsOf("customers", project.id);
    const profile = ({ name, email, metadata, updated_at }: Record<string, unknown> = {}) => ({
      name,
      email,
      metadata,
      updated_at,
    });
    expect(profile(after)).toEqual(profile(before));
    expect(await eventKinds(project.id)).not.toContain("customer.updated");
  });

  it.each(writes)("changes for the customer's own token: %s", async (_, call) => {
    const { project } = await open();
    const token = await tokenOf(project, "ada");
    expect((await call(project, token, { customer: claim })).status).toBe(200);
    const { body } = await project.get("/v1/customers/ada");
    expect(body).toMatchObject({ name: "Eve", metadata: { tier: "gold" } });
  });

  it.each(writes)("is made where nobody is stored: %s", async (_, call) => {
    const { project } = await open();
    const bob = { source_id: "bob", name: "Bob", metadata: { tier: "new" } };
    expect((await call(project, {}, { customer: bob })).status).toBe(200);
    const { body } = await project.get("/v1/customers/bob");
    expect(body).toMatchObject({ name: "Bob", metadata: { tier: "new" } });
  });
});
