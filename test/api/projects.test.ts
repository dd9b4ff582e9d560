import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import {
  Project,
  ProjectList,
  ProjectWithSecrets,
} from "../../src/resources/management/projects/schema";
import {
  openWebhookSecret,
  sealWebhookSecret,
} from "../../src/resources/management/projects/webhook-secret";
import { random } from "../../src/scope/scope";
import { costOf, DEPLOYMENT, newProject, parsed, rowsOf, send } from "../support/api";
import { liveIn } from "../support/places";

// The commit that makes or changes a project stands in the first place, whose rows are counted.
liveIn("DB");

const PATH = "/management/v1/projects";
const SIGNING_SECRET = "test-signing-secret";

const create = (body: unknown, headers = {}) =>
  send("POST", PATH, { ...DEPLOYMENT, ...headers }, body);

/** All control rows, to show that a denial wrote none. */
async function controlRows() {
  const counted = await env.DB.prepare(
    `SELECT (SELECT count(*) FROM projects) AS projects, (SELECT count(*) FROM api_keys) AS keys,
       (SELECT count(*) FROM trusted_origins) AS origins, (SELECT count(*) FROM tallies) AS tallies`,
  ).first();
  return counted;
}

const storedProject = (id: string) =>
  env.DB.prepare("SELECT * FROM projects WHERE id = ?1").bind(id).first();

const preflight = (origin: string) =>
  send("OPTIONS", "/client/v1/redeem", { origin, "access-control-request-method": "POST" });

/** Every setting that is something else where it is not sent. */
const NULLS = Object.fromEntries(
  [
    ...["timezone", "currency", "week_start", "case_sensitive_codes", "client_trusted_domains"],
    ...["client_redeem_enabled", "client_publish_enabled", "client_list_vouchers_enabled"],
    ...["client_create_customer_enabled", "client_loyalty_events_enabled", "client_wallet_enabled"],
    ...["client_set_voucher_expiration_date_enabled", "client_visible_metadata", "description"],
    ...["client_hold_max_minutes", "client_orders_trusted", "client_metadata_keys"],
    ...["near_miss_segments_enabled", "near_miss_dates_enabled"],
    ...["events_kept_days", "is_sandbox", "busy", "users", "default_code_config", "dial_code"],
    ...["cluster_id", "api_usage_notifications", "webhooks_callout_notifications"],
    ...["api_version", "webhook_version"],
  ].map((name) => [name, null]),
);

describe("POST /management/v1/projects", () => {
  it.each([
    ["nothing else", {}],
    ["null", NULLS],
  ])("200: answers the project with its keys, which work at once: %s is sent", async (_, sent) => {
    const reply = await create({ name: "Corner shop", ...sent });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const project = parsed(ProjectWithSecrets, reply);
    expect(project).toMatchObject({
      name: "Corner shop",
      description: null,
      timezone: "UTC",
      currency: "EUR",
      week_start: 1,
      case_sensitive_codes: false,
      client_trusted_domains: [],
      client_redeem_enabled: false,
      client_publish_enabled: false,
      client_list_vouchers_enabled: false,
      client_create_customer_enabled: false,
      client_loyalty_events_enabled: false,
      client_set_voucher_expiration_date_enabled: false,
      client_wallet_enabled: false,
      client_visible_metadata: [],
      client_hold_max_minutes: 30,
      client_orders_trusted: false,
      client_metadata_keys: [],
      near_miss_segments_enabled: false,
      near_miss_dates_enabled: false,
      events_kept_days: 30,
      is_sandbox: false,
      busy: false,
      updated_at: null,
    });
    expect(project.id).toMatch(/^proj_[0-9A-Za-z]{24}$/);
    expect(project.server_side_key.app_id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(project.server_side_key.app_token).toMatch(/^[0-9A-Za-z]{43}$/);
    const { app_id, app_token } = project.server_side_key;
    const used = await send("GET", "/v1/vouchers", {
      "x-app-id": app_id,
      "x-app-token": app_token,
    });
    expect(used.status).toBe(200);
    expect(used.body.total).toBe(0);
  });

  it("200: chooses a place, and writes project, origins, keys and counters in one batch", async () => {
    const reply = await create({ name: "One trip", client_trusted_domains: ["https://a.example"] });
    const { id } = parsed(ProjectWithSecrets, reply);
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await rowsOf("trusted_origins", id)).toEqual([
      { origin: "https://a.example", project_id: id },
    ]);
    expect((await rowsOf("api_keys", id)).map((row) => row.kind).sort()).toEqual([
      "client",
      "server",
    ]);
    expect(await rowsOf("tallies", id)).toMatchObject([{ event_sequence: 0, vouchers: 0 }]);
  });

  it("200: keeps every setting as sent, origins as browsers write them", async () => {
    const settings = {
      name: "Tokyo",
      description: "Second shop",
      timezone: "Asia/Tokyo",
      currency: "JPY",
      week_start: 0,
      case_sensitive_codes: true,
      client_redeem_enabled: true,
      client_publish_enabled: true,
      client_list_vouchers_enabled: true,
      client_create_customer_enabled: true,
      client_loyalty_events_enabled: true,
      client_set_voucher_expiration_date_enabled: true,
      client_wallet_enabled: true,
      client_visible_metadata: ["theme", "size"],
      client_hold_max_minutes: 10_080,
      client_orders_trusted: true,
      client_metadata_keys: ["size"],
      near_miss_segments_enabled: true,
      near_miss_dates_enabled: true,
      events_kept_days: 400,
      is_sandbox: true,
    };
    const reply = await create({
      ...settings,
      client_trusted_domains: ["https://SHOP.example:443", "https://shop.example", "app://x:1"],
    });
    const { id } = parsed(ProjectWithSecrets, reply);
    const read = await send("GET", `${PATH}/${id}`, DEPLOYMENT);
    expect(parsed(Project, read)).toMatchObject({
      ...settings,
      client_trusted_domains: ["https://shop.example", "app://x:1"],
    });
  });

  it("200: stores tokens as hashes and the webhook token encrypted", async () => {
    const reply = await create({ name: "Vault" }, { "idempotency-key": "vault-1" });
    const { id, server_side_key, client_side_key, webhook_token } = parsed(
      ProjectWithSecrets,
      reply,
    );
    expect(webhook_token).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const { results: answers } = await env.DB.prepare("SELECT * FROM idempotency_keys").all();
    const stored = JSON.stringify([await storedProject(id), await rowsOf("api_keys", id), answers]);
    for (const secret of [server_side_key.app_token, client_side_key.app_token, webhook_token]) {
      expect(stored).not.toContain(secret);
    }
    const row = { id, webhook_secret: String((await storedProject(id))?.webhook_secret) };
    expect(openWebhookSecret(SIGNING_SECRET, row)).toBe(webhook_token);
  });

  it("200: a repetition under its Idempotency-Key answers the same secrets and makes nothing", async () => {
    const first = await create({ name: "Twice" }, { "idempotency-key": "twice-1" });
    const before = await controlRows();
    const second = await create({ name: "Twice" }, { "idempotency-key": "twice-1" });
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
    expect(await controlRows()).toEqual(before);
  });

  it("400 invalid_payload: names the property and makes nothing", async () => {
    const before = await controlRows();
    const refused: [object, string][] = [
      [{}, "Payload must have required property 'name'"],
      [{ name: " " }, ".name must NOT have fewer than 1 characters"],
      [{ timezone: "Mars/Olympus" }, ".timezone must be an IANA time zone"],
      [{ timezone: "+02:00" }, ".timezone must be an IANA time zone"],
      [{ currency: "eur" }, ".currency must be an ISO 4217"],
      [{ currency: "XYZ" }, ".currency must be an ISO 4217"],
      [{ week_start: 7 }, ".week_start must be <= 6"],
      [{ week_start: 1.5 }, ".week_start must be integer"],
      [{ client_redeem_enabled: "yes" }, ".client_redeem_enabled must be boolean"],
      [{ client_trusted_domains: "*" }, ".client_trusted_domains must be array"],
      [{ client_wallet_enabled: "yes" }, ".client_wallet_enabled must be boolean"],
      [{ client_visible_metadata: "theme" }, ".client_visible_metadata must be array"],
      [{ client_orders_trusted: "yes" }, ".client_orders_trusted must be boolean"],
      [{ client_metadata_keys: "size" }, ".client_metadata_keys must be array"],
      [{ client_hold_max_minutes: 0 }, ".client_hold_max_minutes must be >= 1"],
      [{ client_hold_max_minutes: 10_081 }, ".client_hold_max_minutes must be <= 10080"],
      [{ events_kept_days: 0 }, ".events_kept_days must be >= 1"],
      [{ events_kept_days: 401 }, ".events_kept_days must be <= 400"],
      [{ events_kept_days: 1.5 }, ".events_kept_days must be integer"],
    ];
    for (const [fields, details] of refused) {
      const name = details.startsWith("Payload") ? {} : { name: "Refused" };
      const reply = await create({ ...name, ...fields });
      expect([reply.status, reply.body.key], details).toEqual([400, "invalid_payload"]);
      expect(reply.body.details).toContain(details);
    }
    expect(await controlRows()).toEqual(before);
  });

  it("400 invalid_payload: names the trusted domain that is no origin", async () => {
    const before = await controlRows();
    const refused = [
      "shop.example",
      "https://shop.example/",
      "https://shop.example/cart",
      "https://shop.example?a=b",
      "https://user@shop.example",
      "https://*.shop.example",
      "https://shop.example:99999",
      "//shop.example",
      "null",
      "",
    ];
    for (const origin of refused) {
      const client_trusted_domains = ["https://fine.example", origin];
      const reply = await create({ name: "Refused", client_trusted_domains });
      expect(reply.body.key, origin).toBe("invalid_payload");
      expect(reply.body.details).toContain("Property .client_trusted_domains[1] must be an origin");
    }
    expect(await controlRows()).toEqual(before);
  });

  it("401: without the deployment's token nothing is made", async () => {
    const before = await controlRows();
    const wrong = await create({ name: "Thief" }, { "x-management-token": "guess" });
    expect([wrong.status, wrong.body.key]).toEqual([401, "unauthorized"]);
    expect(await controlRows()).toEqual(before);
  });

  it("403 missing_required_permission: a project's management key makes no projects", async () => {
    const project = await newProject();
    const before = await controlRows();
    const reply = await project.post(PATH, { name: "Sibling" });
    expect([reply.status, reply.body.key]).toEqual([403, "missing_required_permission"]);
    expect(await controlRows()).toEqual(before);
  });

  it("422 idempotency_key_reused: another body under a used key makes nothing", async () => {
    await create({ name: "First" }, { "idempotency-key": "reused-1" });
    const before = await controlRows();
    const reply = await create({ name: "Second" }, { "idempotency-key": "reused-1" });
    expect([reply.status, reply.body.key]).toEqual([422, "idempotency_key_reused"]);
    expect(await controlRows()).toEqual(before);
  });
});

describe("GET /management/v1/projects", () => {
  it("200: pages through all projects for the deployment, the newest first", async () => {
    const older = parsed(ProjectWithSecrets, await create({ name: "Older" }));
    const newer = parsed(ProjectWithSecrets, await create({ name: "Newer" }));
    const reply = await send("GET", `${PATH}?limit=100`, DEPLOYMENT);
    const list = parsed(ProjectList, reply);
    const ids: string[] = reply.body.data.map((project: { id: string }) => project.id);
    expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id));
    const counted = await env.DB.prepare("SELECT count(*) AS count FROM projects").first();
    expect(list.total).toBe(counted?.count);
    const paged = await send("GET", `${PATH}?limit=1&page=2`, DEPLOYMENT);
    expect(paged.body.data).toEqual([reply.body.data[1]]);
    expect(paged.body.total).toBe(list.total);
  });

  it("200: a project's management key sees only its own", async () => {
    await newProject();
    const project = await newProject();
    const reply = await project.get(PATH);
    parsed(ProjectList, reply);
    expect(reply.body.data.map((found: { id: string }) => found.id)).toEqual([project.id]);
    expect(reply.body.total).toBe(1);
    expect((await project.get(`${PATH}?page=2`)).body.data).toEqual([]);
  });

  it("200: finds those whose name begins so, and the one of a key", async () => {
    const seen = async (query: string, headers = DEPLOYMENT) => {
      const { body } = await send("GET", `${PATH}?${query}`, headers);
      return [body.data.map(({ name }: { name: string }) => name), body.total];
    };
    const mark = `Q${Date.now().toString(36)}`;
    const second = parsed(ProjectWithSecrets, await create({ name: `${mark} b` }));
    for (const end of [" A", "c", ""]) await create({ name: mark.toLowerCase() + end });
    const lower = mark.toLowerCase();
    expect(await seen(`name=${mark}%20B`)).toEqual([[`${mark} b`], 1]);
    expect(await seen(`name=${lower}&limit=2&page=2`)).toEqual([[`${mark} b`, `${lower}c`], 4]);
    expect(await seen(`name=${mark}%25`)).toEqual([[], 0]);
    const { app_id } = second.server_side_key;
    expect(await seen(`app_id=${app_id}`)).toEqual([[`${mark} b`], 1]);
    expect(await seen(`app_id=${app_id}&name=other`)).toEqual([[], 0]);
    expect(await seen("app_id=nobody")).toEqual([[], 0]);
    const other = await newProject();
    for (const query of [`app_id=${app_id}`, `name=${mark}`]) {
      expect((await other.get(`${PATH}?${query}`)).body.data, query).toEqual([]);
    }
  });

  it("200: shows no secret", async () => {
    const made = parsed(ProjectWithSecrets, await create({ name: "Quiet" }));
    const { webhook_secret } = (await storedProject(made.id)) ?? {};
    const list = await send("GET", `${PATH}?limit=100`, DEPLOYMENT);
    const one = await send("GET", `${PATH}/${made.id}`, DEPLOYMENT);
    const shown = JSON.stringify([list.body, one.body]);
    for (const secret of [
      made.server_side_key.app_token,
      made.client_side_key.app_token,
      made.webhook_token,
      String(webhook_secret),
    ]) {
      expect(shown).not.toContain(secret);
    }
  });

  it("400 invalid_query_params: limit and page in their range only", async () => {
    for (const query of ["limit=0", "limit=101", "page=0", "page=101", "limit=ten"]) {
      const reply = await send("GET", `${PATH}?${query}`, DEPLOYMENT);
      expect([reply.status, reply.body.key], query).toEqual([400, "invalid_query_params"]);
    }
  });
});

describe("GET /management/v1/projects/{projectId}", () => {
  it("200: for the project's own key and for the deployment", async () => {
    const project = await newProject();
    const own = await project.get(`${PATH}/${project.id}`);
    expect(parsed(Project, own).id).toBe(project.id);
    const deployment = await send("GET", `${PATH}/${project.id}`, DEPLOYMENT);
    expect(deployment.body).toEqual(own.body);
  });

  it("404: another project answers exactly as a missing one", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await project.get(`${PATH}/${other.id}`);
    const missing = await project.get(`${PATH}/proj_missing`);
    expect(foreign.status).toBe(404);
    const alike = (reply: typeof foreign, id: string) =>
      JSON.stringify({ ...reply.body, request_id: "" }).replaceAll(id, "ID");
    expect(alike(foreign, other.id)).toBe(alike(missing, "proj_missing"));
  });
});

describe("PUT /management/v1/projects/{projectId}", () => {
  it("200: changes what is sent and keeps what is absent", async () => {
    const project = await newProject({ client_publish_enabled: 1 });
    await project.put(`${PATH}/${project.id}`, { description: "Old" });
    const before = await project.get(`${PATH}/${project.id}`);
    const reply = await project.put(`${PATH}/${project.id}`, { timezone: "Europe/Berlin" });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    const { updated_at, ...rest } = parsed(Project, reply);
    const { updated_at: _, ...kept } = before.body;
    expect(updated_at).not.toBeNull();
    expect(rest).toEqual({ ...kept, timezone: "Europe/Berlin" });
    expect((await project.get(`${PATH}/${project.id}`)).body).toEqual(reply.body);
    const cleared = await project.put(`${PATH}/${project.id}`, {
      description: null,
      week_start: 0,
    });
    expect(cleared.body).toMatchObject({ description: null, week_start: 0 });
  });

  it("200: keeps what it does nothing with, each by itself, and shows what was never said", async () => {
    const project = await newProject();
    const quiet = { enabled: false, value: 80, in_app: false, emails: [] };
    const loud = { enabled: true, value: 50, in_app: true, emails: ["ops@shop.example"] };
    const silent = { email: false, in_app: false, emails: [] };
    const unsaid = {
      dial_code: null,
      cluster_id: "default",
      api_usage_notifications: {
        redemptions: quiet,
        messages: quiet,
        api_calls: quiet,
        bulk_api_calls: quiet,
        webhook_calls: quiet,
        cycle_calls: quiet,
      },
      webhooks_callout_notifications: { distributions: silent, webhooks: silent },
      api_version: "v2018-08-01",
      webhook_version: "v2024-01-01",
    };
    const shown = async () => parsed(Project, await project.get(`${PATH}/${project.id}`));
    expect(await shown()).toMatchObject(unsaid);
    const usage = { ...unsaid.api_usage_notifications, api_calls: loud };
    await project.put(`${PATH}/${project.id}`, { dial_code: "+49", cluster_id: "eu1" });
    const changed = await project.put(`${PATH}/${project.id}`, {
      api_usage_notifications: { api_calls: loud },
      api_version: "v2018-08-01",
    });
    const kept = { dial_code: "+49", cluster_id: "eu1", api_usage_notifications: usage };
    expect(parsed(Project, changed)).toMatchObject({ ...unsaid, ...kept });
    expect(await shown()).toEqual(changed.body);
    const made = await create({ name: "Told", cluster_id: "us1", webhook_version: "v2024-01-01" });
    expect(parsed(ProjectWithSecrets, made)).toMatchObject({ ...unsaid, cluster_id: "us1" });
  });

  it.each([
    [{ api_version: "v2099-01-01" }, ".api_version"],
    [{ webhook_version: "v1" }, ".webhook_version"],
    [
      { api_usage_notifications: { api_calls: { enabled: true, value: 9 } } },
      ".api_usage_notifications.api_calls.value",
    ],
    [
      { webhooks_callout_notifications: { webhooks: { email: "no" } } },
      ".webhooks_callout_notifications.webhooks.email",
    ],
    [{ default_code_config: { charset: "" } }, ".default_code_config.charset"],
    [{ default_code_config: { charset: "A B" } }, ".default_code_config.charset"],
  ])("400: %j", async (body, named) => {
    const project = await newProject();
    const before = await project.get(`${PATH}/${project.id}`);
    const reply = await project.put(`${PATH}/${project.id}`, body);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
    expect(reply.body.details).toContain(named);
    expect((await project.get(`${PATH}/${project.id}`)).body).toEqual(before.body);
  });

  it("200: codes are drawn from the project's charset where nothing else is said", async () => {
    const project = await newProject();
    const draws = (charset: string | null) =>
      project.put(`${PATH}/${project.id}`, { default_code_config: { charset } });
    const shown = parsed(Project, await draws("XYZ1234567890"));
    expect(shown.default_code_config).toEqual({ charset: "XYZ1234567890" });
    const discount = { type: "AMOUNT", amount_off: 100 };
    const drawn = async (body: object = {}) =>
      (await project.post("/v1/vouchers", { discount, ...body })).body.code;
    expect(await drawn()).toMatch(/^[XYZ0-9]{8}$/);
    expect(await drawn({ code_config: { pattern: "S-######" } })).toMatch(/^S-[XYZ0-9]{6}$/);
    expect(await drawn({ code_config: { charset: "Q", length: 4 } })).toBe("QQQQ");
    const template = { discount, code_config: { length: 6 } };
    const spring = await project.post("/v1/campaigns", { name: "Spring", voucher: template });
    expect(spring.body.voucher.code_config).toEqual({
      length: 6,
      charset: "XYZ1234567890",
      pattern: "######",
    });
    const reset = parsed(Project, await draws(null));
    const base62 = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    expect(reset.default_code_config).toEqual({ charset: base62 });
    // A campaign keeps what its codes are drawn from.
    const added = await project.post("/v1/campaigns/Spring/vouchers", {});
    expect(added.body.code).toMatch(/^[XYZ0-9]{6}$/);
  });

  it("200: parallel updates of different fields are all kept", async () => {
    const project = await newProject();
    const replies = await Promise.all([
      project.put(`${PATH}/${project.id}`, { currency: "USD" }),
      project.put(`${PATH}/${project.id}`, { week_start: 0 }),
      project.put(`${PATH}/${project.id}`, { is_sandbox: false }),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    const { body } = await project.get(`${PATH}/${project.id}`);
    expect(body).toMatchObject({ currency: "USD", week_start: 0, is_sandbox: false });
  });

  it("200: what browsers may see is replaced as a whole, and holds at once", async () => {
    const project = await newProject();
    const change = (body: object) => project.put(`${PATH}/${project.id}`, body);
    await project.get("/client/v1/vouchers");
    const sent = {
      client_visible_metadata: ["size", "theme", "size"],
      client_wallet_enabled: true,
    };
    const changed = await change({
      ...sent,
      client_list_vouchers_enabled: true,
      events_kept_days: 7,
    });
    expect(parsed(Project, changed)).toMatchObject({
      client_visible_metadata: ["size", "theme"],
      client_wallet_enabled: true,
      client_hold_max_minutes: 30,
      near_miss_segments_enabled: false,
      near_miss_dates_enabled: false,
      events_kept_days: 7,
    });
    expect((await project.get("/client/v1/vouchers")).status).toBe(200);
    const { body } = await change({ client_visible_metadata: [] });
    expect(body).toMatchObject({ client_visible_metadata: [], client_wallet_enabled: true });
  });

  it("200: a changed origin reaches preflight and requests at once", async () => {
    const project = await newProject({ client_trusted_domains: "[]" });
    const [first, second] = ["https://first.example", "https://second.example"];
    const allowed = async (origin: string) =>
      (await preflight(origin)).headers.get("access-control-allow-origin");
    const status = async (origin: string) =>
      (await project.get("/client/v1/nowhere", { origin, "cf-connecting-ip": "192.0.2.9" })).status;
    const trust = (client_trusted_domains: string[]) =>
      project.put(`${PATH}/${project.id}`, { client_trusted_domains });

    expect([await allowed(first), await status(first)]).toEqual([null, 403]);
    await trust([first]);
    expect([await allowed(first), await status(first)]).toEqual([first, 404]);
    await trust([second]);
    expect([await allowed(first), await status(first)]).toEqual([null, 403]);
    expect([await allowed(second), await status(second)]).toEqual([second, 404]);
    await trust([]);
    expect([await allowed(second), await status(second)]).toEqual([null, 403]);
    expect(await rowsOf("trusted_origins", project.id)).toEqual([]);
  });

  it("200: parallel updates of origins leave one list, in the project as in the look-up", async () => {
    const project = await newProject({ client_trusted_domains: "[]" });
    const origins = [1, 2, 3].map((shop) => `https://shop-${shop}.example`);
    const trust = (origin: string) =>
      project.put(`${PATH}/${project.id}`, { client_trusted_domains: [origin] });
    const replies = await Promise.all(origins.map(trust));
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    const { body } = await project.get(`${PATH}/${project.id}`);
    const rows = await rowsOf("trusted_origins", project.id);
    expect(rows.map((row) => row.origin)).toEqual(body.client_trusted_domains);
  });

  it("200: `*` trusts every origin until it is taken back", async () => {
    const project = await newProject({ client_trusted_domains: "[]" });
    const origin = "https://anywhere.example";
    await project.put(`${PATH}/${project.id}`, { client_trusted_domains: ["*"] });
    expect((await preflight(origin)).headers.get("access-control-allow-origin")).toBe(origin);
    await project.put(`${PATH}/${project.id}`, { client_trusted_domains: [] });
    expect((await preflight(origin)).headers.get("access-control-allow-origin")).toBeNull();
  });

  it("200: leaves another project's trust in the same origin alone", async () => {
    const shared = "https://shared.example";
    const [left, right] = [await newProject(), await newProject()];
    await left.put(`${PATH}/${left.id}`, { client_trusted_domains: [shared] });
    await right.put(`${PATH}/${right.id}`, { client_trusted_domains: [shared] });
    await left.put(`${PATH}/${left.id}`, { client_trusted_domains: [] });
    expect(await rowsOf("trusted_origins", right.id)).toHaveLength(1);
    expect((await preflight(shared)).headers.get("access-control-allow-origin")).toBe(shared);
  });

  it("400 invalid_payload: case_sensitive_codes is settled at creation", async () => {
    const project = await newProject();
    const before = await storedProject(project.id);
    const body = { name: "Renamed", case_sensitive_codes: true };
    const reply = await project.put(`${PATH}/${project.id}`, body);
    expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
    expect(reply.body.details).toContain("Property .case_sensitive_codes");
    expect(await storedProject(project.id)).toEqual(before);
    const same = await project.put(`${PATH}/${project.id}`, { case_sensitive_codes: false });
    expect(same.status).toBe(200);
  });

  it("400 invalid_payload: a bad field or null changes nothing", async () => {
    const project = await newProject();
    const before = await storedProject(project.id);
    const refused: [object, string][] = [
      [{ name: null }, ".name must be string"],
      [{ timezone: "Nowhere" }, ".timezone must be"],
      [{ client_redeem_enabled: null }, ".client_redeem_enabled must be boolean"],
      [{ client_trusted_domains: ["shop"] }, ".client_trusted_domains[0] must be an origin"],
    ];
    for (const [fields, details] of refused) {
      const reply = await project.put(`${PATH}/${project.id}`, { description: "New", ...fields });
      expect([reply.status, reply.body.key], details).toEqual([400, "invalid_payload"]);
      expect(reply.body.details).toContain(details);
    }
    expect(await storedProject(project.id)).toEqual(before);
  });

  it("404: another project's key changes nothing", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const before = await storedProject(other.id);
    const reply = await project.put(`${PATH}/${other.id}`, { name: "Taken over" });
    expect([reply.status, reply.body.key]).toEqual([404, "not_found"]);
    expect(await storedProject(other.id)).toEqual(before);
  });
});

describe("the webhook secret at rest", () => {
  const secret = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
  const sealed = () => sealWebhookSecret(SIGNING_SECRET, "proj_a", secret, random);

  it("opens as it was sealed, and is sealed differently each time", () => {
    const [once, again] = [sealed(), sealed()];
    expect(once).not.toBe(again);
    for (const webhook_secret of [once, again]) {
      expect(openWebhookSecret(SIGNING_SECRET, { id: "proj_a", webhook_secret })).toBe(secret);
    }
  });

  it("opens for no other project, no other deployment, and not once it was touched", () => {
    const webhook_secret = sealed();
    const touched = `${webhook_secret.startsWith("A") ? "B" : "A"}${webhook_secret.slice(1)}`;
    const open = (signing: string, id: string, text: string) => () =>
      openWebhookSecret(signing, { id, webhook_secret: text });
    expect(open(SIGNING_SECRET, "proj_b", webhook_secret)).toThrow();
    expect(open("another secret", "proj_a", webhook_secret)).toThrow();
    expect(open(SIGNING_SECRET, "proj_a", touched)).toThrow();
  });
});
