import { describe, expect, it, vi } from "vitest";
import { forgetAudit } from "../../src/async/sweeps/forget-audit";
import { timeId } from "../../src/lib/id";
import { AuditEntry, AuditList } from "../../src/resources/management/audit-log/schema";
import {
  costOf,
  DEPLOYMENT,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";
import { sendPausing } from "../support/faults";
import { homeDb, visitOf } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

const base = ({ id }: Pick<TestProject, "id">) => `/management/v1/projects/${id}`;

const logOf = async (project: TestProject, query = "") =>
  parsed(AuditList, await project.get(`${base(project)}/audit-log${query}`));

/** What the log says of changes, the oldest first. */
async function told(project: TestProject) {
  const { data } = await logOf(project, "?order=id&limit=100");
  return data.map(({ operation, status, object_id, fields }) => [
    operation,
    status,
    object_id,
    fields,
  ]);
}

/** A call of management is written once it is answered; the next look finds it. */
const untilWritten = async (project: TestProject, rows: number) =>
  expect.poll(async () => (await rowsOf("audit_log", project.id)).length).toBe(rows);

describe("what a back end's key changes", () => {
  it("stands in the log with who did it, on what, and which fields were sent", async () => {
    const project = await newProject();
    const made = await project.post("/v1/vouchers", {
      code: "SECRET-CODE",
      type: "GIFT_VOUCHER",
      gift: { amount: 100 },
      metadata: { pin: "pin-1234" },
    });
    await project.put("/v1/vouchers/SECRET-CODE", { active: true, metadata: { pin: "pin-9876" } });
    const customer = await project.post("/v1/customers", { source_id: "ada@shop.example" });
    await project.delete("/v1/customers/ada@shop.example");
    expect(await told(project)).toEqual([
      ["POST /v1/vouchers", 200, made.body.id, ["code", "type", "gift", "metadata"]],
      ["PUT /v1/vouchers/:code", 200, made.body.id, ["active", "metadata"]],
      ["POST /v1/customers", 200, customer.body.id, ["source_id"]],
      ["DELETE /v1/customers/:customerId", 204, customer.body.id, []],
    ]);
    const session = { type: "LOCK", key: "erika@shop.example" };
    const redeemables = [{ object: "voucher", id: "SECRET-CODE" }];
    await project.post("/v1/validations", { redeemables, order: { amount: 100 }, session });
    const path = "/v1/vouchers/SECRET-CODE/sessions/erika%40shop.example";
    expect((await project.delete(path)).status).toBe(204);
    const rows = JSON.stringify(await rowsOf("audit_log", project.id));
    expect(rows).toContain("DELETE /v1/vouchers/:code/sessions/:sessionKey");
    for (const value of ["erika", "SECRET-CODE", "pin-1234", "pin-9876", "ada@shop.example"]) {
      expect(rows).not.toContain(value);
    }
  });

  it("keeps no name that only looks like an id of this service", async () => {
    const project = await newProject();
    const names = [
      "maria_MariaSchmidt1980",
      "cust_MariaSchmidt",
      "user_00112233445566778",
      "vip_20261122093000123456",
    ];
    for (const name of names) {
      await project.post("/v1/vouchers", { code: name, discount: { amount_off: 100 } });
      await project.delete(`/v1/vouchers/${name}/sessions/${name}`);
      await project.post(`/v1/vouchers/${name}/sessions/${name}`);
    }
    const rows = JSON.stringify(await rowsOf("audit_log", project.id));
    for (const name of names) expect(rows).not.toContain(name);
  });

  it("tells who made a token for whose browser, and not the token", async () => {
    const project = await newProject();
    const { body: ada } = await project.post("/v1/customers", { source_id: "ada" });
    const { body } = await project.post("/v1/customers/ada/client-token", {});
    const rows = await rowsOf("audit_log", project.id);
    expect(rows.at(-1)).toMatchObject({
      operation: "POST /v1/customers/:customerId/client-token",
      object_id: ada.id,
    });
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  it("names the key, the request, and whether a token was used", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/oauth/token", {
      grant_type: "client_credentials",
      scope: "categories",
    });
    const bearer = { authorization: `Bearer ${body.access_token}` };
    const reply = await send("POST", "/v1/categories", bearer, { name: "One" });
    const { data } = await logOf(project, "?limit=1");
    const [key] = (await rowsOf("api_keys", project.id)).filter(({ kind }) => kind === "server");
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^aud_[0-9a-f]{18}$/),
        created_at: expect.any(String),
        request_id: reply.headers.get("x-request-id"),
        actor: { family: "server", key_id: key?.id, name: null, by_token: true },
        operation: "POST /v1/categories",
        status: 200,
        object_id: reply.body.id,
        fields: ["name"],
        object: "audit_entry",
      },
    ]);
    expect(JSON.stringify(await rowsOf("audit_log", project.id))).not.toContain(body.access_token);
  });

  it("tells of a failed redemption that is recorded, and not of what changed nothing", async () => {
    const project = await newProject();
    await voucher(project, "ONCE", { redemption: { quantity: 0 } });
    await project.get("/v1/vouchers");
    const asked = { redeemables: [{ object: "voucher", id: "ONCE" }] };
    // Its answer is kept, which changes nothing that the key was asked to change.
    await project.post("/v1/validations", asked, { "idempotency-key": "kept" });
    await project.post("/v1/vouchers", { code: "ONCE", gift: { amount: 1 } });
    await project.put("/v1/vouchers/ONCE", {});
    expect((await redeem(project, "ONCE")).status).toBe(400);
    const entries = await told(project);
    expect(entries.map(([operation, status]) => [operation, status])).toEqual([
      ["POST /v1/vouchers", 200],
      ["POST /v1/redemptions", 400],
    ]);
    expect(entries[1]?.[2]).toMatch(/^rf_/);
  });

  it("tells of a publication by a link, which is a GET", async () => {
    const project = await newProject();
    await voucher(project, "ONE");
    const link = "/v1/publications/create?customer[source_id]=jane&voucher=ONE";
    const { body } = await project.get(link);
    // Whoever is new is announced first.
    failure(await project.get(link), 400, "voucher_already_published");
    expect(await told(project)).toEqual([
      ["POST /v1/vouchers", 200, expect.stringMatching(/^v_/), expect.any(Array)],
      ["GET /v1/publications/create", 200, body.customer_id, []],
      ["GET /v1/publications/create", 400, expect.anything(), []],
    ]);
  });

  it("is written in the batch of its effect: a repetition adds nothing", async () => {
    const project = await newProject();
    const again = () => project.post("/v1/categories", { name: "One" }, { "idempotency-key": "k" });
    await project.get("/v1/categories");
    const [first, second] = [await again(), await again()];
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(costOf(first).roundTrips).toBe(1);
    expect(await rowsOf("audit_log", project.id)).toHaveLength(1);
    const both = await Promise.all(
      [1, 2, 3, 4].map(() => project.put(`/v1/categories/${first.body.id}`, { hierarchy: 3 })),
    );
    expect(both.every(({ status }) => status === 200)).toBe(true);
    expect(await rowsOf("audit_log", project.id)).toHaveLength(2);
  });

  it("costs one row and no round trip", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "Warm" });
    const reply = await project.post("/v1/categories", { name: "One" });
    // The category, its index by name, the tally, and the entry.
    expect(costOf(reply)).toMatchObject({ roundTrips: 1, written: 4 });
  });
});

describe("management", () => {
  it("stands in the log with every call: reads, changes and refusals", async () => {
    const project = await newProject();
    await project.get(base(project));
    await untilWritten(project, 1);
    await project.put(base(project), { name: "Other" });
    failure(await project.put(base(project), { currency: "nothing" }), 400, "invalid_payload");
    await untilWritten(project, 3);
    const unknown = "brd_000000000000000000";
    failure(await project.get(`${base(project)}/branding/${unknown}`), 404, "not_found");
    await untilWritten(project, 4);
    expect(await told(project)).toEqual([
      ["GET /management/v1/projects/:projectId", 200, project.id, []],
      ["PUT /management/v1/projects/:projectId", 200, project.id, ["name"]],
      ["PUT /management/v1/projects/:projectId", 400, project.id, []],
      ["GET /management/v1/projects/:projectId/branding/:brandingId", 404, unknown, []],
    ]);
  });

  it("tells whose project it was asked from, not of the foreign one", async () => {
    const [project, other] = [await newProject(), await newProject()];
    failure(await send("GET", base(other), project.management), 404, "not_found");
    await untilWritten(project, 1);
    expect(await rowsOf("audit_log", other.id)).toEqual([]);
    expect((await rowsOf("audit_log", project.id))[0]).toMatchObject({ status: 404 });
  });

  it("tells of a project's making in its own log, by the deployment's pair", async () => {
    const reply = await send("POST", "/management/v1/projects", DEPLOYMENT, { name: "New" });
    const [entry] = await rowsOf("audit_log", reply.body.id);
    expect(entry).toMatchObject({
      key_id: "deployment",
      operation: "POST /management/v1/projects",
      object_id: reply.body.id,
      fields: '["name"]',
    });
  });

  it("tells the object of what shows a secret, also under an idempotency key", async () => {
    const project = await newProject();
    const under = { "idempotency-key": "once" };
    const key = await project.post(`${base(project)}/api-keys`, { kind: "server" }, under);
    await project.post("/v1/customers", { source_id: "ada" });
    const token = await project.post("/v1/customers/ada/client-token", {}, under);
    expect([key.status, token.status]).toEqual([200, 200]);
    const rows = await rowsOf("audit_log", project.id);
    const objectOf = (operation: string) =>
      rows.find((row) => row.operation === operation)?.object_id;
    expect(objectOf("POST /management/v1/projects/:projectId/api-keys")).toBe(key.body.id);
    expect(objectOf("POST /v1/customers/:customerId/client-token")).toMatch(/^cust_/);
    const made = await send(
      "POST",
      "/management/v1/projects",
      { ...DEPLOYMENT, "idempotency-key": crypto.randomUUID() },
      { name: "New" },
    );
    expect(await rowsOf("audit_log", made.body.id)).toMatchObject([{ object_id: made.body.id }]);
  });

  it("tells the properties of all entries of a list", async () => {
    const project = await newProject();
    const sent = [{ source_id: "ada" }, { source_id: "bob", email: "bob@example.com" }];
    await project.post("/v1/customers/bulk/async", sent);
    const [entry] = await rowsOf("audit_log", project.id);
    expect(entry?.fields).toBe('["source_id","email"]');
  });

  it("never tells a secret that it has shown", async () => {
    const project = await newProject();
    const key = await project.post(`${base(project)}/api-keys`, { kind: "server", name: "A" });
    const rotated = await project.post(`${base(project)}/api-keys/${key.body.id}/rotate`);
    const secret = await project.post(`${base(project)}/webhook-secret/rotate`);
    const rows = JSON.stringify(await rowsOf("audit_log", project.id));
    expect(rows).toContain(key.body.id);
    const shown = [key.body.app_token, rotated.body.app_token, ...Object.values(secret.body)];
    for (const value of shown.filter((each) => typeof each === "string" && each.length > 30)) {
      expect(rows).not.toContain(value);
    }
  });
});

describe("the log", () => {
  it("reads a body once, however many want to know what it says", async () => {
    const project = await newProject();
    const body = { name: "Once" };
    const parse = vi.spyOn(JSON, "parse");
    const reply = await sendPausing(project, { path: "/v1/categories", body }, {});
    const read = parse.mock.calls.filter(([text]) => text === JSON.stringify(body));
    parse.mockRestore();
    expect(reply.status).toBe(200);
    expect(read).toHaveLength(1);
    const { data } = await logOf(project, "?limit=1");
    expect(data).toMatchObject([{ operation: "POST /v1/categories", fields: ["name"] }]);
  });

  it("only grows", async () => {
    const project = await newProject();
    await project.post("/v1/categories", { name: "One" });
    for (const change of ["UPDATE audit_log SET status = 1", "DELETE FROM audit_log"]) {
      const run = homeDb().prepare(`${change} WHERE project_id = ?`).bind(project.id).run();
      await expect(run).rejects.toThrow("audit_log_only_grows");
    }
    expect(await rowsOf("audit_log", project.id)).toHaveLength(1);
  });

  it("is filtered by weeks that begin on the project's own day", async () => {
    const now = new Date();
    // The week that ends today, or on a Sunday the one that begins today: no week from a Monday on.
    const isSunday = now.getUTCDay() === 0;
    const project = await newProject({ week_start: isSunday ? 0 : (now.getUTCDay() + 1) % 7 });
    now.setUTCDate(now.getUTCDate() + (isSunday ? 6 : -6));
    await project.post("/v1/categories", { name: "A" });
    const [entry] = await rowsOf("audit_log", project.id);
    const row = { ...entry, id: "al_other", operation: "other", created_at: now.toISOString() };
    const names = Object.keys(row);
    await homeDb()
      .prepare(`INSERT INTO audit_log (${names.join()}) VALUES (${names.map(() => "?").join()})`)
      .bind(...Object.values(row))
      .run();
    const { data } = await logOf(project, "?filters[created_at][conditions][$this_week]=true");
    expect(data.map(({ operation }) => operation)).toContain("other");
  });

  it("is listed by cursor and filtered by its fields", async () => {
    const project = await newProject();
    for (const name of ["A", "B", "C"]) await project.post("/v1/categories", { name });
    await project.post("/v1/products", { source_id: "p" });
    const first = await logOf(project, "?limit=2");
    expect(first.has_more).toBe(true);
    const rest = await logOf(project, `?limit=5&starting_after_id=${first.more_starting_after}`);
    const filters = "filters[operation][conditions][$is]=POST /v1/products";
    const found = (await logOf(project, `?${filters}`)).data.map((each) => AuditEntry.parse(each));
    expect(first.data.map(({ operation }) => operation)).toEqual([
      "POST /v1/products",
      "POST /v1/categories",
    ]);
    expect(rest.data[0]?.fields).toEqual(["name"]);
    expect(found.map(({ operation }) => operation)).toEqual(["POST /v1/products"]);
    const entry = found[0];
    for (const [name, value] of [
      ["object_id", entry?.object_id],
      ["request_id", entry?.request_id],
    ]) {
      const { data } = await logOf(project, `?filters[${name}][conditions][$is]=${value}`);
      expect(data.map(({ id }) => id)).toEqual([entry?.id]);
    }
    const byToken = async (value: boolean) =>
      (await logOf(project, `?filters[by_token][conditions][$is]=${value}`)).data.length;
    expect(await byToken(true)).toBe(0);
    // The three categories and the product at least: reads of the log stand in it, too.
    expect(await byToken(false)).toBeGreaterThanOrEqual(4);
    const later = `filters[created_at][conditions][$after]=${entry?.created_at}`;
    expect((await logOf(project, `?${later}&order=id`)).data.map(({ id }) => id)).not.toContain(
      entry?.id,
    );
    const reply = await project.get(
      `${base(project)}/audit-log?filters[secret][conditions][$is]=1`,
    );
    expect(failure(reply, 400, "invalid_query_params").details).toContain(".filters.secret");
  });
});

describe("GET /management/v1/audit-log", () => {
  it("200: calls above all projects, for the deployment's pair", async () => {
    const project = await newProject();
    const unknown = `/management/v1/projects/proj_${"0".repeat(24)}`;
    const reply = await send("GET", unknown, DEPLOYMENT);
    failure(reply, 404, "not_found");
    const id = reply.headers.get("x-request-id");
    const filters = `filters[request_id][conditions][$is]=${id}`;
    const found = async () =>
      parsed(AuditList, await send("GET", `/management/v1/audit-log?${filters}`, DEPLOYMENT)).data;
    await expect
      .poll(found)
      .toMatchObject([{ operation: "GET /management/v1/projects/:projectId", status: 404 }]);
    const own = JSON.stringify((await logOf(project)).data);
    expect(own).not.toContain(String(id));
  });

  it("403: to a key of one project, which reads its own project's alone", async () => {
    const project = await newProject();
    failure(await project.get("/management/v1/audit-log"), 403, "missing_required_permission");
  });

  it("200: pages follow each other", async () => {
    const path = "/management/v1/audit-log?limit=2";
    for (let at = 0; at < 4; at++) await send("GET", "/management/v1/projects?limit=1", DEPLOYMENT);
    const page = async (cursor = "") =>
      parsed(AuditList, await send("GET", `${path}${cursor}`, DEPLOYMENT));
    await expect.poll(async () => (await page()).has_more).toBe(true);
    const first = await page();
    const second = await page(`&starting_after_id=${first.more_starting_after}`);
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(new Set(ids).size).toBe(4);
  });
});

describe("the end of an entry", () => {
  const DAY_MS = 86_400_000;

  /** Writes so many entries of some days ago past the service. */
  async function entries(projectId: string, days: number, count = 1) {
    const at = Date.now() - days * DAY_MS;
    const rows = Array.from({ length: count }, (_, place) => ({
      id: timeId("aud", at, () => new Uint8Array([place >> 8, place & 255, 0, 0])),
      created_at: new Date(at).toISOString(),
    }));
    await homeDb()
      .prepare(
        `INSERT INTO audit_log (project_id, id, created_at, request_id, family, key_id, by_token, operation, status, fields)
       SELECT ?1, value->>'$.id', value->>'$.created_at', 'v-1', 'server', 'key', 0, 'POST /v1/x', 200, '[]'
       FROM json_each(?2)`,
      )
      .bind(projectId, JSON.stringify(rows))
      .run();
  }

  const forget = () => forgetAudit.run(visitOf());
  const left = (id: string) =>
    homeDb()
      .prepare("SELECT count(*) AS n FROM audit_log WHERE project_id = ?1")
      .bind(id)
      .first<number>("n");
  /** A round over as many projects as there are. */
  const round = async () => {
    const { results } = await homeDb()
      .prepare("SELECT count(DISTINCT project_id) AS n FROM audit_log")
      .all();
    for (let at = 0; at <= Number(results[0]?.n) / 50 + 2; at++) await forget();
  };

  it("comes after 400 days, in every project and above them", async () => {
    const [one, two] = [await newProject(), await newProject()];
    for (const id of [one.id, two.id, ""]) {
      await entries(id, 401);
      await entries(id, 399.5);
    }
    const above = Number(await left(""));
    await round();
    expect(await left(one.id)).toBe(1);
    expect(await left(two.id)).toBe(1);
    expect(await left("")).toBe(above - 1);
  });

  it("comes for two thousand at a time", async () => {
    // No project stands before this one in the order of the round.
    const id = "a-first";
    await entries(id, 500, 2_100);
    await homeDb().prepare("UPDATE rounds SET after = ''").run();
    await forget();
    expect(await left(id)).toBe(100);
    await forget();
    expect(await left(id)).toBe(0);
  });

  it("is not brought about by anybody else before its time", async () => {
    const { id } = await newProject();
    await entries(id, 390);
    const run = homeDb().prepare("DELETE FROM audit_log WHERE project_id = ?1").bind(id).run();
    await expect(run).rejects.toThrow("audit_log_only_grows");
    // A clock that runs a year ahead forgets nothing that the database still guards.
    const now = Date.now() + 365 * DAY_MS;
    await forgetAudit.run(visitOf(undefined, now));
    expect(await left(id)).toBe(1);
  });
});
