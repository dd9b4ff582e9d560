import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { controlOwner } from "../../src/commit/stored-answer";
import { WebhookSecret } from "../../src/resources/management/projects/schema";
import { webhookSecrets } from "../../src/resources/management/projects/webhook-secret";
import { openHeaders } from "../../src/resources/webhooks/headers";
import { Webhook, WebhookList } from "../../src/resources/webhooks/schema";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import shapes from "../support/shapes/webhooks.json";

const base = (project: TestProject) => `/management/v1/projects/${project.id}/webhooks`;

const URL_HERE = "https://hooks.example.com/in";

async function create(project: TestProject, body: object = {}) {
  const reply = await project.post(base(project), {
    target_url: URL_HERE,
    events: ["voucher.created"],
    ...body,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Webhook, reply);
}

/** As a strict client of the reference reads one; these three fields are ours alone. */
const Reference = z.fromJSONSchema(shapes.webhook as z.core.JSONSchema.JSONSchema);
function byReference(webhook: Webhook) {
  const { updated_at: _, inactive_because: _because, custom_headers: _headers, ...rest } = webhook;
  return Reference.safeParse(rest).error?.issues ?? [];
}

describe("webhooks", () => {
  it.each([{}, { active: null, custom_headers: null }])(
    "200: the least, with the fields of the contract, read back alone and in the list: %j",
    async (nulls) => {
      const project = await newProject();
      const webhook = await create(project, nulls);
      const { id, created_at, ...rest } = webhook;
      expect(id).toMatch(/^wh_[0-9A-Za-z]{24}$/);
      expect(created_at).toMatch(/Z$/);
      expect(rest).toEqual({
        target_url: URL_HERE,
        events: ["voucher.created"],
        active: true,
        inactive_because: null,
        custom_headers: {},
        updated_at: null,
        object: "webhook",
      });
      expect(byReference(webhook)).toEqual([]);
      expect((await project.get(`${base(project)}/${id}`)).body).toEqual(webhook);
      const list = parsed(WebhookList, await project.get(base(project)));
      expect(list).toEqual({
        object: "list",
        data_ref: "data",
        data: [webhook],
        total: 1,
        has_more: false,
      });
    },
  );

  it("200: every kind of the contract at once, and headers of the receiver's own", async () => {
    const project = await newProject();
    const events = shapes.webhook.properties.events.items.enum;
    expect(events).toHaveLength(60);
    const webhook = await create(project, {
      events,
      active: false,
      custom_headers: { Authorization: "Bearer s3cret-of-theirs", "X-Shop": "one" },
    });
    expect(webhook.events).toEqual(events);
    expect(webhook.custom_headers).toEqual({ Authorization: "***", "X-Shop": "***" });
    expect(webhook).toMatchObject({ active: false, inactive_because: "REQUESTED" });
    expect(byReference(webhook)).toEqual([]);
  });

  it("200: keeps the values of headers encrypted, and shows them to nobody", async () => {
    const project = await newProject();
    const headers = { Authorization: "Bearer s3cret-of-theirs" };
    const key = { "idempotency-key": `hooks-${project.id}` };
    const body = { target_url: URL_HERE, events: ["voucher.created"], custom_headers: headers };
    const made = await project.post(base(project), body, key);
    const again = await project.post(base(project), body, key);
    const [row] = await rowsOf("webhooks", project.id);
    const stored = [row, await rowsOf("idempotency_keys", project.id)];
    const list = await project.get(base(project));
    const shown = JSON.stringify([stored, made.body, again.body, list.body]);
    expect(shown).not.toContain("s3cret");
    const owner = { project_id: project.id, id: made.body.id };
    const custom_headers = String(row?.custom_headers);
    expect(openHeaders(env.SIGNING_SECRET, { ...owner, custom_headers })).toEqual(headers);
    const other = { ...owner, id: "wh_other", custom_headers };
    expect(() => openHeaders(env.SIGNING_SECRET, other)).toThrow();
  });

  it("200: takes both spellings and customer.updated, and echoes them as they were sent", async () => {
    const project = await newProject();
    const events = [
      ...["voucher.gift.balance_added", "voucher.gift.balance_aded", "customer.updated"],
      ...["campaign.vouchers.added", "voucher.loyalty_card.pending_points.added"],
    ];
    const { id } = await create(project, { events });
    expect((await project.get(`${base(project)}/${id}`)).body.events).toEqual(events);
    const [row] = await rowsOf("webhooks", project.id);
    expect(JSON.parse(String(row?.kinds))).toEqual([
      ...["voucher.gift.balance_aded", "customer.updated", "campaign.vouchers.aded"],
      "voucher.loyalty_card.pending_points.aded",
    ]);
  });

  it("200: an update replaces what was sent, and keeps the rest", async () => {
    const project = await newProject();
    const { id } = await create(project, { custom_headers: { "X-A": "1", "X-B": "2" } });
    const put = (body: object) => project.put(`${base(project)}/${id}`, body);
    const events = parsed(Webhook, await put({ events: ["customer.created"] }));
    expect(events).toMatchObject({ events: ["customer.created"], target_url: URL_HERE });
    expect(events.custom_headers).toEqual({ "X-A": "***", "X-B": "***" });
    expect(events.updated_at).toMatch(/Z$/);
    expect(parsed(Webhook, await put({ custom_headers: { "X-C": "3" } })).custom_headers).toEqual({
      "X-C": "***",
    });
    expect(parsed(Webhook, await put({ custom_headers: null })).custom_headers).toEqual({});
    const off = parsed(Webhook, await put({ active: false }));
    expect(off).toMatchObject({ active: false, inactive_because: "REQUESTED" });
    expect(parsed(Webhook, await put({ active: true })).inactive_because).toBeNull();
  });

  it("200: an update that changes nothing writes nothing", async () => {
    const project = await newProject();
    const { id } = await create(project, { custom_headers: { "X-A": "1" } });
    const before = await rowsOf("webhooks", project.id);
    const same = { active: true, custom_headers: { "X-A": "1" }, events: ["voucher.created"] };
    expect((await project.put(`${base(project)}/${id}`, same)).body.updated_at).toBeNull();
    expect(await rowsOf("webhooks", project.id)).toEqual(before);
  });

  it("200: one that is active again begins with the next event", async () => {
    const project = await newProject();
    const { id } = await create(project);
    await project.put(`${base(project)}/${id}`, { active: false });
    for (const code of ["A", "B"]) {
      expect((await project.post(`/v1/vouchers/${code}`, { gift: { amount: 1 } })).status).toBe(
        200,
      );
    }
    await project.put(`${base(project)}/${id}`, { active: true });
    expect(await rowsOf("webhooks", project.id)).toMatchObject([{ taken: 2 }]);
  });

  it("204: deleted once, then 404", async () => {
    const project = await newProject();
    const { id } = await create(project);
    expect((await project.delete(`${base(project)}/${id}`)).status).toBe(204);
    failure(await project.delete(`${base(project)}/${id}`), 404, "not_found");
    failure(await project.get(`${base(project)}/${id}`), 404, "not_found");
    failure(await project.put(`${base(project)}/${id}`, { active: false }), 404, "not_found");
    expect(await rowsOf("webhooks", project.id)).toEqual([]);
    expect(await rowsOf("webhook_lanes", project.id)).toEqual([]);
  });

  it("400: an unknown kind, told with all that there are", async () => {
    const project = await newProject();
    const events = ["customer.order.paid"];
    const reply = await project.post(base(project), { target_url: URL_HERE, events });
    const { details } = failure(reply, 400, "invalid_payload");
    expect(details).toContain(".events[0]");
    for (const kind of ["redemption.succeeded", "voucher.gift.balance_aded", "customer.updated"]) {
      expect(details).toContain(kind);
    }
    expect(await rowsOf("webhooks", project.id)).toEqual([]);
  });

  it.each([
    ["Ü", "1", "must be the name of a header"],
    ["Host", "1", "must NOT be a header that deliveries have of their own"],
    ["X-A", "ü", "must be printable ASCII"],
  ])("400: says of the header %s: %s that it %s", async (name, value, expected) => {
    const project = await newProject();
    const custom_headers = { [name]: value };
    const sent = { target_url: URL_HERE, events: ["voucher.created"], custom_headers };
    const { details } = failure(await project.post(base(project), sent), 400, "invalid_payload");
    expect(details).toBe(`Property .custom_headers.${name} ${expected}`);
    expect(await rowsOf("webhooks", project.id)).toEqual([]);
  });

  it.each([
    ["no target", { target_url: undefined }],
    ["no events", { events: [] }],
    ["another scheme", { target_url: "ftp://hooks.example.com/" }],
    ["a script", { target_url: "javascript:alert(1)" }],
    ["no URL", { target_url: "hooks.example.com" }],
    ["credentials in the URL", { target_url: "https://me:secret@hooks.example.com/" }],
    ["loopback", { target_url: "http://127.0.0.1:8080/in" }],
    ["loopback in decimal", { target_url: "http://2130706433/" }],
    ["loopback, v4 mapped", { target_url: "http://[::ffff:7f00:1]/" }],
    ["metadata of a cloud", { target_url: "http://169.254.169.254/latest/meta-data" }],
    ["localhost", { target_url: "http://localhost/" }],
    ["a header that is ours", { custom_headers: { "Webhook-Signature": "v1,x" } }],
    ["the other header that is ours", { custom_headers: { "x-Voucherify-Signature": "x" } }],
    ["a header of the connection", { custom_headers: { Host: "elsewhere" } }],
    ["a header that breaks the line", { custom_headers: { "X-A": "1\r\nX-B: 2" } }],
    ["no header's name", { custom_headers: { "X A": "1" } }],
    ["the same header twice", { custom_headers: { "X-A": "1", "x-a": "2" } }],
  ])("400: %s", async (_, body) => {
    const project = await newProject();
    const sent = { target_url: URL_HERE, events: ["voucher.created"], ...body };
    failure(await project.post(base(project), sent), 400, "invalid_payload");
    expect(await rowsOf("webhooks", project.id)).toEqual([]);
    const { id } = await create(project);
    const before = await rowsOf("webhooks", project.id);
    if (!("target_url" in body) || body.target_url !== undefined) {
      failure(await project.put(`${base(project)}/${id}`, body), 400, "invalid_payload");
    }
    expect(await rowsOf("webhooks", project.id)).toEqual(before);
  });

  it("400: no more than fifty", async () => {
    const project = await newProject();
    for (let made = 0; made < 50; made++) await create(project, { active: false });
    const body = { target_url: URL_HERE, events: ["voucher.created"] };
    failure(await project.post(base(project), body), 400, "invalid_payload");
    expect((await project.get(base(project))).body.total).toBe(50);
    expect(await rowsOf("webhook_lanes", project.id)).toHaveLength(200);
  });
});

describe("webhook-secret", () => {
  const rotate = (project: TestProject, headers = {}) =>
    project.post(`/management/v1/projects/${project.id}/webhook-secret/rotate`, {}, headers);

  async function secretsAt(project: TestProject, now: number) {
    const row = await env.DB.prepare("SELECT * FROM projects WHERE id = ?")
      .bind(project.id)
      .first();
    return webhookSecrets(env.SIGNING_SECRET, row as unknown as never, now);
  }

  it("200: rotated, the one before signs beside the new one for 24 hours", async () => {
    const project = await newProject();
    const now = Date.now();
    expect(await secretsAt(project, now)).toEqual([project.webhookSecret]);
    const { webhook_token, previous_valid_until } = parsed(WebhookSecret, await rotate(project));
    expect(webhook_token).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await secretsAt(project, now)).toEqual([webhook_token, project.webhookSecret]);
    const until = Date.parse(previous_valid_until);
    expect(until - now).toBeGreaterThanOrEqual(86_400_000);
    expect(until - Date.now()).toBeLessThanOrEqual(86_400_000);
    expect(await secretsAt(project, until - 1)).toHaveLength(2);
    expect(await secretsAt(project, until)).toEqual([webhook_token]);
  });

  it("200: rotated twice, the first is over", async () => {
    const project = await newProject();
    const first = parsed(WebhookSecret, await rotate(project)).webhook_token;
    const second = parsed(WebhookSecret, await rotate(project)).webhook_token;
    expect(await secretsAt(project, Date.now())).toEqual([second, first]);
  });

  it("200: shown once, and to a repetition under its key; stored nowhere in clear", async () => {
    const project = await newProject();
    const key = { "idempotency-key": `rotate-${project.id}` };
    const { webhook_token } = parsed(WebhookSecret, await rotate(project, key));
    expect((await rotate(project, key)).body.webhook_token).toBe(webhook_token);
    const row = await env.DB.prepare("SELECT * FROM projects WHERE id = ?")
      .bind(project.id)
      .first();
    const read = await project.get(`/management/v1/projects/${project.id}`);
    const { results: keys } = await env.DB.prepare(
      "SELECT body FROM idempotency_keys WHERE project_id = ?",
    )
      .bind(controlOwner(project.id))
      .all();
    expect(keys).toHaveLength(1);
    expect(JSON.stringify([row, read.body, keys])).not.toContain(webhook_token);
    expect(JSON.stringify(read.body)).not.toContain("secret");
  });
});
