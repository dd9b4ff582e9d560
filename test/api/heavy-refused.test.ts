import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { app } from "../../src/app";
import { noteBatch, waitOf } from "../../src/db/pressure";
import { done } from "../support/actions";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, pausing } from "../support/faults";
import { PATIENCE } from "../support/patience";
import { homeDb, homeName } from "../support/places";

/** A database that answers late, by so many milliseconds, as where many others are before us. */
function lateBy(milliseconds: { now: number }) {
  const before = () => scheduler.wait(milliseconds.now);
  const DB = pausing(homeDb(), { before }, { count: 0 });
  const bindings = { ...env, ...DEAF_QUEUES, [homeName()]: DB, DATABASE_WAIT_LIMIT_MS: "200" };
  return async (project: TestProject, path: string, body?: object, isDeleting = false) => {
    const request = new Request(`http://vouchsafe.test${path}`, {
      method: isDeleting ? "DELETE" : body ? "POST" : "GET",
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
type Heavy = readonly [path: string, body?: object | undefined, isDeleting?: boolean];
const HEAVY: readonly Heavy[] = [
  ["/v1/exports", { exported_object: "order" }],
  ["/v1/campaigns", { name: "Codes", type: "STATIC", vouchers_count: 10, voucher }],
  ["/v1/vouchers/import", [{ code: "ROW", ...voucher }]],
  ["/v1/vouchers/bulk/async", [{ code: "ROW", metadata: { a: 1 } }]],
  ["/v1/customers/bulk/async", [{ source_id: "alice", metadata: { a: 1 } }]],
  ["/v1/products/bulk/async", [{ source_id: "mug", name: "Mug" }]],
  ["/v1/campaigns/Kept", undefined, true],
];

/** Where heavy work would leave something. */
const TOUCHED = ["trash_bin", "trash_bin_parts", "async_actions", "exports", "campaigns"];

describe("heavy work where the database lets all wait", () => {
  it("is not begun, and nothing changed; what is small is served", async () => {
    const project = await newProject();
    const late = { now: 0 };
    const send = lateBy(late);
    const kept = { name: "Kept", type: "STATIC", voucher };
    expect((await send(project, "/v1/campaigns", kept)).status).toBe(200);
    const binned = await project.post("/v1/campaigns", { ...kept, name: "Binned" });
    expect(binned.status).toBe(200);
    await done(project, await project.delete(`/v1/campaigns/${binned.body.id}`));
    const before = await Promise.all(TOUCHED.map((table) => rowsOf(table, project.id)));
    expect(before[0]).toHaveLength(1);
    const entry = `/v1/trash-bin/${before[0]?.[0]?.id}`;
    const heavy: readonly Heavy[] = [...HEAVY, [`${entry}/restore`, {}], [entry, undefined, true]];
    late.now = 400;
    // What background work of other files asks at the same time is answered at once.
    await vi.waitUntil(
      async () => {
        expect((await send(project, "/v1/vouchers?limit=1")).status).toBe(200);
        return waitOf({ place: homeName() }) > 200;
      },
      { ...PATIENCE, interval: 0 },
    );
    for (const [path, body, isDeleting] of heavy) {
      for (let at = 0; at < 30; at++) {
        noteBatch({ place: homeName() }, { took: 3000, ran: 0, isRequest: true });
      }
      const { status, headers, body: told } = await send(project, path, body, isDeleting);
      expect([path, status]).toEqual([path, 429]);
      expect(headers.get("retry-after")).toBe("10");
      expect(told).toMatchObject({
        key: "too_many_requests",
        details:
          "The database lets requests wait longer than 200 ms: no new exports, imports, codes, bulk updates or deletions of campaigns are begun",
      });
    }
    const after = await Promise.all(TOUCHED.map((table) => rowsOf(table, project.id)));
    expect(after).toEqual(before);
    const one = await send(project, "/v1/vouchers", { code: "SMALL", ...voucher });
    expect(one.status).toBe(200);
    // It is quick again: batches say so, one after the other.
    late.now = 0;
    for (let at = 0; at < 30; at++) await send(project, "/v1/vouchers?limit=1");
    expect((await send(project, "/v1/exports", { exported_object: "order" })).status).toBe(200);
  });
});

describe("requests where the database lets all wait for too long", () => {
  it("are refused to the project that it works for most, to none of the others", async () => {
    const [busy, other] = [await newProject(), await newProject()];
    const send = lateBy({ now: 0 });
    const validation = { redeemables: [{ object: "voucher", id: "NONE" }] };
    const statusOf = async ({ project, path }: { project: TestProject; path: string }) =>
      (await send(project, path, path.endsWith("validations") ? validation : undefined)).status;
    const asked = [busy, other].flatMap((project) =>
      ["/v1/validations", "/v1/vouchers?limit=1"].map((path) => ({ project, path })),
    );
    for (const ask of asked) expect(await statusOf(ask)).toBe(200);
    // The database worked longer for the one than for the other, and all wait a minute: what other
    // files have left to do there changes neither.
    const worked = (project: TestProject, ran: number) =>
      noteBatch({ place: homeName(), project: project.id }, { took: ran, ran, isRequest: true });
    worked(other, 20_000);
    worked(busy, 40_000);
    const wait = () => {
      for (let at = 0; at < 30; at++) {
        noteBatch({ place: homeName() }, { took: 60_000, ran: 0, isRequest: true });
      }
    };
    wait();
    const refused = await send(busy, "/v1/validations", validation);
    expect(refused.status).toBe(429);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(refused.body).toMatchObject({
      key: "too_many_requests",
      details:
        "The database lets requests wait longer than 5000 ms, and works for no project more than for this one",
    });
    expect((await send(busy, "/v1/vouchers?limit=1")).status).toBe(429);
    expect((await send(other, "/v1/vouchers?limit=1")).status).toBe(200);
    wait();
    expect((await send(other, "/v1/validations", validation)).status).toBe(200);
    // It is quick again.
    for (let at = 0; at < 20; at++) {
      noteBatch({ place: homeName() }, { took: 0, ran: 0, isRequest: true });
    }
    expect((await send(busy, "/v1/validations", validation)).status).toBe(200);
  });
});
