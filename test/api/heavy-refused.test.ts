import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { app } from "../../src/app";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, pausing } from "../support/faults";

/** A database that answers late, by so many milliseconds, as where many others are before us. */
function lateBy(milliseconds: { now: number }) {
  const before = () => scheduler.wait(milliseconds.now);
  const DB = pausing(env.DB, { before }, { count: 0 });
  const bindings = { ...env, ...DEAF_QUEUES, DB, DATABASE_WAIT_LIMIT_MS: "20" };
  return async (project: TestProject, path: string, body?: object) => {
    const request = new Request(`http://vouchsafe.test${path}`, {
      method: body ? "POST" : "GET",
      headers: { "content-type": "application/json", ...project.server },
      ...(body && { body: JSON.stringify(body) }),
    });
    const context = createExecutionContext();
    const reply = await app.fetch(request, bindings, context);
    const told = { status: reply.status, headers: reply.headers, body: await reply.json() };
    await waitOnExecutionContext(context);
    return told;
  };
}

const voucher = { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } };
const HEAVY = [
  ["/v1/exports", { exported_object: "order" }],
  ["/v1/campaigns", { name: "Codes", type: "STATIC", vouchers_count: 10, voucher }],
  ["/v1/vouchers/import", [{ code: "ROW", ...voucher }]],
] as const;

describe("heavy work where the database lets all wait", () => {
  it("is not begun, and nothing changed; what is small is served", async () => {
    const project = await newProject();
    const late = { now: 100 };
    const send = lateBy(late);
    for (let at = 0; at < 4; at++) {
      expect((await send(project, "/v1/vouchers?limit=1")).status).toBe(200);
    }
    for (const [path, body] of HEAVY) {
      const { status, headers, body: told } = await send(project, path, body);
      expect([path, status]).toEqual([path, 429]);
      expect(headers.get("retry-after")).toBe("10");
      expect(told).toMatchObject({
        key: "too_many_requests",
        details:
          "The database lets requests wait longer than 20 ms: no new exports, imports or codes are begun",
      });
    }
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
    expect(await rowsOf("exports", project.id)).toEqual([]);
    expect(await rowsOf("campaigns", project.id)).toEqual([]);
    const one = await send(project, "/v1/vouchers", { code: "SMALL", ...voucher });
    expect(one.status).toBe(200);
    // It is quick again: batches say so, one after the other.
    late.now = 0;
    for (let at = 0; at < 20; at++) await send(project, "/v1/vouchers?limit=1");
    expect((await send(project, "/v1/exports", { exported_object: "order" })).status).toBe(200);
  });
});
