import { describe, expect, it } from "vitest";
import { newProject, rowsOf, sendAsIs, type TestProject } from "../support/api";

const percent = (project: TestProject, code: string, more: object = {}) =>
  project.post("/v1/vouchers", {
    code,
    type: "DISCOUNT_VOUCHER",
    discount: { type: "PERCENT", percent_off: 20 },
    ...more,
  });

describe("200", () => {
  it("a body without content type is JSON", async () => {
    const project = await newProject();
    const body = new TextEncoder().encode('{"source_id":"alice"}');
    const reply = await sendAsIs("/v1/customers", {
      method: "POST",
      headers: project.server,
      body,
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body.source_id).toBe("alice");
  });

  it("a JSON content type may carry a charset, or be a kind of JSON", async () => {
    const project = await newProject();
    for (const type of [
      "application/json; charset=utf-8",
      "application/vnd.api+json",
      "Application/JSON",
    ]) {
      const headers = { "content-type": type };
      expect((await project.post("/v1/customers", { source_id: "alice" }, headers)).status).toBe(
        200,
      );
    }
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("no body is an empty object, whatever its content type says", async () => {
    const project = await newProject();
    for (const headers of [
      {},
      { "content-type": "application/json" },
      { "content-type": "text/plain" },
    ]) {
      const reply = await sendAsIs("/v1/customers", {
        method: "POST",
        headers: { ...project.server, ...headers },
      });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    }
  });

  it("a GET may name a JSON content type and send no body", async () => {
    const project = await newProject();
    const reply = await project.get("/v1/vouchers", { "content-type": "application/json" });
    expect(reply.body).toEqual({
      object: "list",
      data_ref: "vouchers",
      vouchers: [],
      total: 0,
      has_more: false,
    });
  });

  it("slashes at the end of a path count for nothing", async () => {
    const project = await newProject();
    expect((await percent(project, "P20")).status).toBe(200);
    expect((await project.get("/v1/vouchers/P20/")).body.code).toBe("P20");
    expect((await project.get("/v1/vouchers//")).body.total).toBe(1);
    expect((await project.get("/v1/vouchers/?code=P20")).body.total).toBe(1);
    expect((await project.post("/v1/vouchers/", { gift: { amount: 100 } })).status).toBe(200);
  });

  it.each(["100%", "a/b", "Größe 50 €", "a b", "日本語", "a?b#c", "a+b", "%2F", "🎁"])(
    "the code %s stands percent-encoded in a path",
    async (code) => {
      const project = await newProject();
      expect((await percent(project, code)).body.code).toBe(code);
      const found = await project.get(`/v1/vouchers/${encodeURIComponent(code)}`);
      expect(found.body.code).toBe(code);
      const off = await project.post(`/v1/vouchers/${encodeURIComponent(code)}/disable`);
      expect(off.body.active).toBe(false);
    },
  );

  it("unknown fields of a body are ignored", async () => {
    const project = await newProject();
    const reply = await percent(project, "P20", {
      shade: "green",
      redemption: { quantity: 3, of: 4 },
    });
    expect(reply.status).toBe(200);
    expect(reply.body.shade).toBeUndefined();
    expect(reply.body.redemption.quantity).toBe(3);
  });

  it("null means absent on a create", async () => {
    const project = await newProject();
    const reply = await percent(project, "P20", {
      gift: null,
      loyalty_card: null,
      category: null,
      start_date: null,
      metadata: null,
      redemption: null,
      active: null,
      validation_rules: null,
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect(reply.body.metadata).toEqual({});
    expect(reply.body.active).toBe(true);
    expect(reply.body.redemption.quantity).toBeNull();
  });

  it("Server-Timing tells what the request cost", async () => {
    const project = await newProject();
    const reply = await project.get("/v1/vouchers");
    expect(reply.headers.get("server-timing")).toMatch(
      /^d1;dur=[\d.]+;desc="\d+ round trips, \d+ rows read, \d+ rows written", read;desc="primary( of DB_\d)?", total;dur=[\d.]+$/,
    );
  });
});
