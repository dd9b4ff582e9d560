import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app";
import { newProject, rowsOf, send, sendAsIs } from "../support/api";
import { failure } from "../support/failure";

const MIB = 1024 * 1024;

/** A body without known length, in pieces. */
const streamed = (pieces: number, size: number): ReadableStream =>
  new ReadableStream({
    start(controller) {
      for (let at = 0; at < pieces; at++) controller.enqueue(new Uint8Array(size).fill(32));
      controller.close();
    },
  });

describe("400", () => {
  it.each(['{"code":', "{'code':1}", "nonsense", "{}{}", "\u0000", "[1,]"])(
    "malformed JSON: %s",
    async (text) => {
      const project = await newProject();
      const body = failure(await project.post("/v1/vouchers", text), 400, "invalid_payload");
      expect(body.details).toBe("The body is not valid JSON");
    },
  );

  it.each(["5", "null", "[]", '"text"', "true"])("a body that is no object: %s", async (text) => {
    const project = await newProject();
    const body = failure(await project.post("/v1/vouchers", text), 400, "invalid_payload");
    expect(body.details).toBe("Payload must be an object");
  });

  it.each([
    [{}, "Payload must have required property 'redeemables'"],
    [{ redeemables: [{}] }, "Property .redeemables[0] must have required property 'object'"],
    [
      { redeemables: [{ object: "voucher" }] },
      "Property .redeemables[0] must have required property 'id'",
    ],
    [{ redeemables: [] }, "Property .redeemables must NOT have fewer than 1 items"],
    [{ redeemables: "P20" }, "Property .redeemables must be array"],
    [
      { redeemables: [{ object: "coupon", id: "P20" }] },
      "Property .redeemables[0].object must be equal to one of the allowed values [ voucher, promotion_tier, promotion_stack, gift_card, loyalty_card ]",
    ],
    [
      { redeemables: [{ object: "voucher", id: "P20" }], order: { amount: -1 } },
      "Property .order.amount must be >= 0",
    ],
    [
      { redeemables: [{ object: "voucher", id: "P20" }], order: { amount: 1.5 } },
      "Property .order.amount must be integer: amounts are in minor units of the currency, so that 26.99 is sent as 2699",
    ],
    [
      { redeemables: [{ object: "voucher", id: "P20" }], order: { status: "SENT" } },
      "Property .order.status must be equal to one of the allowed values [ CREATED, PAID, FULFILLED, CANCELED ]",
    ],
    [
      { redeemables: [{ object: "voucher", id: "P20" }], options: { expand: ["order", "world"] } },
      "Property .options.expand[1] must be equal to one of the allowed values [ order, redeemable, category, redemption, explanation ]",
    ],
    [
      { redeemables: Array.from({ length: 31 }, (_, at) => ({ object: "voucher", id: `P${at}` })) },
      "Property .redeemables must NOT have more than 30 items",
    ],
  ])("names what is wrong with %j", async (sent, details) => {
    const project = await newProject();
    const body = failure(await project.post("/v1/validations", sent), 400, "invalid_payload");
    expect(body.details).toBe(details);
    expect(body.message).toBe("Invalid payload");
  });

  it.each([
    ["limit=0", "Property .limit must be >= 1"],
    ["limit=101", "Property .limit must be <= 100"],
    ["limit=ten", "Property .limit must be number"],
    ["limit=1.5", "Property .limit must be integer"],
    ["page=0", "Property .page must be >= 1"],
    ["page=101", "Property .page must be <= 100"],
    [
      "created_at[before]=tomorrow",
      "Property .created_at.before cannot be recognized as a ISO-8601 compliant date",
    ],
    ["created_at=2026-01-01", "Property .created_at must be object"],
  ])("the query %s", async (query, details) => {
    const project = await newProject();
    const body = failure(await project.get(`/v1/vouchers?${query}`), 400, "invalid_query_params");
    expect(body.details).toBe(details);
  });
});

describe("404", () => {
  it.each(["/v1/nothing", "/v1", "/v1/vouchers/P20/nothing"])("no route at %s", async (path) => {
    const project = await newProject();
    const body = failure(await project.get(path), 404, "not_found");
    expect(body.details).toBe("No route for GET on this path");
  });

  it("no route outside the families, and no word of the path", async () => {
    const reply = await send("GET", "/secret-code", {});
    failure(reply, 404, "not_found");
    expect(JSON.stringify(reply.body)).not.toContain("secret-code");
  });
});

describe("405", () => {
  it.each([
    ["PATCH", "/v1/vouchers", ["POST", "GET", "HEAD"]],
    ["PUT", "/v1/redemptions", ["POST", "GET", "HEAD"]],
    ["GET", "/v1/validations", ["POST"]],
    ["DELETE", "/v1/vouchers/P20/enable/", ["POST"]],
  ])("%s %s names the methods in Allow", async (method, path, allowed) => {
    const project = await newProject();
    const reply = await send(method, path, project.server);
    const body = failure(reply, 405, "method_not_allowed");
    expect(reply.headers.get("allow")?.split(", ").sort()).toEqual([...allowed].sort());
    expect(body.message).toBe("HTTP Method Not Allowed");
    expect(body.details).toBe(`Allowed methods: ${reply.headers.get("allow")}`);
  });
});

describe("413", () => {
  it("a body that says it is over 1 MiB", async () => {
    const project = await newProject();
    const body = `{"name":"${"x".repeat(MIB)}"}`;
    failure(await project.post("/v1/customers", body), 413, "query_too_large");
  });

  it("a stream over 1 MiB", async () => {
    const project = await newProject();
    const reply = await sendAsIs("/v1/customers", {
      method: "POST",
      headers: { ...project.server, "content-type": "application/json" },
      body: streamed(17, MIB / 16),
    });
    failure(reply, 413, "query_too_large");
  });

  it("a stream is read no further than 1 MiB", async () => {
    const project = await newProject();
    let pulled = 0;
    const long = new ReadableStream({
      pull(controller) {
        pulled += 1;
        if (pulled > 40) return controller.close();
        controller.enqueue(new Uint8Array(MIB / 4).fill(32));
      },
    });
    const request = new Request("http://vouchsafe.test/v1/customers", {
      method: "POST",
      headers: project.server,
      body: long,
    });
    const context = { waitUntil: () => {}, passThroughOnException: () => {}, props: {} };
    const response = await app.fetch(request, env, context);
    expect(response.status).toBe(413);
    expect(pulled).toBeLessThan(10);
  });

  it("but not a body of exactly 1 MiB", async () => {
    const project = await newProject();
    const body = '{"source_id":"alice"}'.padEnd(MIB, " ");
    expect((await project.post("/v1/customers", body)).status).toBe(200);
  });
});

describe("415", () => {
  it.each([
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
  ])("%s", async (type) => {
    const project = await newProject();
    const reply = await project.post("/v1/customers", '{"source_id":"a"}', {
      "content-type": type,
    });
    failure(reply, 415, "unsupported_media_type");
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });

  it("also where no body is taken, which is ignored as JSON, whatever it says", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers", { code: "ONE", gift: { amount: 1 }, active: false });
    const enable = (type: string) =>
      project.post("/v1/vouchers/ONE/enable", "nonsense", { "content-type": type });
    failure(await enable("text/plain"), 415, "unsupported_media_type");
    expect((await project.get("/v1/vouchers/ONE")).body.active).toBe(false);
    expect((await enable("application/json")).body.active).toBe(true);
  });
});
