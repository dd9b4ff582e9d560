import { describe, expect, it } from "vitest";
import * as z from "zod";
import { ErrorBody } from "../../src/http/error-body";
import { newProject, type Reply, rowsOf, send, type TestProject } from "../support/api";
import { failure } from "../support/failure";

const OURS = /^v-[0-9a-f]{18}$/;
const PROBLEM = { accept: "application/problem+json" };

/** RFC 9457, with our facts as members of their own. */
const Problem = z.strictObject({
  type: z.url(),
  title: z.string(),
  status: z.int(),
  detail: z.string().optional(),
  ...ErrorBody.omit({ code: true, message: true, details: true }).shape,
});

function problem(reply: Reply, status: number, key: string) {
  expect(reply.status, JSON.stringify(reply.body)).toBe(status);
  expect(reply.headers.get("content-type")).toBe("application/problem+json");
  const body = Problem.parse(reply.body);
  expect(body.status).toBe(status);
  expect(body.key).toBe(key);
  expect(body.type).toBe(`urn:vouchsafe:error:${key}`);
  expect(body.request_id).toBe(reply.headers.get("x-request-id"));
  return body;
}

const redeem = (project: TestProject, headers: Record<string, string> = {}) =>
  project.post("/v1/redemptions", { redeemables: [{ object: "voucher", id: "USED" }] }, headers);

const usedUp = (project: TestProject) =>
  project.post("/v1/vouchers", {
    code: "USED",
    discount: { type: "AMOUNT", amount_off: 100 },
    redemption: { quantity: 0 },
  });

describe("X-Request-Id", () => {
  it.each([
    ["200", "GET", "/v1/vouchers"],
    ["200 without keys", "GET", "/"],
    ["404 of a resource", "GET", "/v1/vouchers/nothing"],
    ["404 of a route", "GET", "/nothing"],
    ["405", "PATCH", "/v1/vouchers"],
    ["415", "POST", "/v1/vouchers"],
  ])("stands on a %s", async (_, method, path) => {
    const project = await newProject();
    const headers = { ...project.server, "content-type": "text/plain" };
    const reply = await send(method, path, headers, method === "POST" ? "text" : undefined);
    expect(reply.headers.get("x-request-id")).toMatch(OURS);
  });

  it("stands on a 204 and on a 401", async () => {
    const project = await newProject();
    await usedUp(project);
    const deleted = await project.delete("/v1/vouchers/USED");
    expect(deleted.status).toBe(204);
    expect(deleted.headers.get("x-request-id")).toMatch(OURS);
    const refused = await send("GET", "/v1/vouchers", {});
    expect(refused.headers.get("x-request-id")).toMatch(OURS);
  });

  it("is ours and another each time; the caller's stands beside it", async () => {
    const project = await newProject();
    const first = await project.get("/v1/vouchers", { "x-request-id": "shop-42:a.b_c" });
    const second = await project.get("/v1/vouchers", { "x-request-id": "shop-42:a.b_c" });
    expect(first.headers.get("x-request-id")).toMatch(OURS);
    expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id"));
    expect(first.headers.get("x-correlation-id")).toBe("shop-42:a.b_c");
    const refused = await send("GET", "/v1/vouchers", { "x-request-id": "shop-43" });
    expect(refused.headers.get("x-correlation-id")).toBe("shop-43");
  });

  it.each(["with space", "<script>", "a;b", '"', "x".repeat(129), "é"])(
    "drops the caller's %s",
    async (sent) => {
      const project = await newProject();
      const reply = await project.get("/v1/vouchers", { "x-request-id": sent });
      expect(reply.status).toBe(200);
      expect(reply.headers.get("x-correlation-id")).toBeNull();
    },
  );

  it("stands in the events that the request caused", async () => {
    const project = await newProject();
    const reply = await usedUp(project);
    const [event] = await rowsOf("outbox", project.id);
    expect(event?.group_id).toBe(reply.headers.get("x-request-id"));
  });
});

describe("Cache-Control", () => {
  it("keeps any answer out of caches, which know nothing of keys: failures and repetitions too", async () => {
    const project = await newProject();
    const kept = (reply: Reply) => reply.headers.get("cache-control");
    const gone = () => project.delete("/v1/vouchers/NONE", { "idempotency-key": "gone" });
    await project.post("/v1/vouchers", { code: "NONE", gift: { amount: 1 } });
    const found = await project.get("/v1/vouchers/NONE");
    const [deleted, again] = [await gone(), await gone()];
    expect([deleted.status, again.status]).toEqual([204, 204]);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    const missing = await project.get("/v1/vouchers/NONE");
    const asProblem = await project.get("/v1/vouchers/NONE", PROBLEM);
    const refused = await send("GET", "/v1/vouchers", {});
    expect([found, deleted, again, missing, asProblem, refused].map(kept)).toEqual(
      Array(6).fill("no-store"),
    );
  });
});

describe("Accept: application/problem+json", () => {
  it("400: a schema failure", async () => {
    const project = await newProject();
    const body = problem(
      await project.post("/v1/redemptions", {}, PROBLEM),
      400,
      "invalid_payload",
    );
    expect(body.title).toBe("Invalid payload");
    expect(body.detail).toBe("Payload must have required property 'redeemables'");
  });

  it("400: malformed JSON", async () => {
    const project = await newProject();
    problem(await project.post("/v1/vouchers", "{", PROBLEM), 400, "invalid_payload");
  });

  it("400: a failed redemption that was recorded, and its replay", async () => {
    const project = await newProject();
    await usedUp(project);
    const headers = { ...PROBLEM, "idempotency-key": "once" };
    const reply = await redeem(project, headers);
    const body = problem(reply, 400, "quantity_exceeded");
    expect(body.title).toBe("quantity exceeded");
    expect(body.detail).toBe("USED");
    expect(body.resource_id).toMatch(/^rf_/);
    const again = await redeem(project, headers);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("content-type")).toBe("application/problem+json");
    expect(again.body).toEqual(reply.body);
  });

  it("401, 404 and 405", async () => {
    const project = await newProject();
    problem(await send("GET", "/v1/vouchers", PROBLEM), 401, "unauthorized");
    const found = problem(await project.get("/v1/vouchers/NONE", PROBLEM), 404, "not_found");
    expect(found.detail).toBe("Cannot find voucher with id NONE");
    expect(found.resource_id).toBe("NONE");
    expect(found.resource_type).toBe("voucher");
    const reply = await send("PATCH", "/v1/vouchers", { ...project.server, ...PROBLEM });
    problem(reply, 405, "method_not_allowed");
    expect(reply.headers.get("allow")).toContain("POST");
  });

  it("may stand among other types; without it the body is the plain one", async () => {
    const project = await newProject();
    const mixed = { accept: "application/json, application/problem+json;q=0.9" };
    problem(await project.get("/v1/vouchers/NONE", mixed), 404, "not_found");
    failure(await project.get("/v1/vouchers/NONE", { accept: "*/*" }), 404, "not_found");
  });

  it.each([
    "application/problem+json;q=0, application/json",
    "application/json, Application/Problem+JSON; charset=utf-8; Q=0.000",
    "application/problem+json-seq",
    "text/plain;title=application/problem+json",
  ])("is not what %s asks for", async (accept) => {
    const project = await newProject();
    const reply = await project.get("/v1/vouchers/NONE", { accept });
    failure(reply, 404, "not_found");
    expect(reply.headers.get("content-type")).toBe("application/json");
  });

  it.each(["APPLICATION/PROBLEM+JSON", "application/json,application/problem+json ; q=0.01"])(
    "is what %s asks for",
    async (accept) => {
      const project = await newProject();
      problem(await project.get("/v1/vouchers/NONE", { accept }), 404, "not_found");
    },
  );

  it("says nothing of an answer that is no failure", async () => {
    const project = await newProject();
    const reply = await project.get("/v1/vouchers", PROBLEM);
    expect(reply.headers.get("content-type")).toBe("application/json");
  });
});
