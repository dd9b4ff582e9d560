import { describe, expect, it } from "vitest";
import { OAuthToken } from "../../src/resources/oauth/schema";
import { newProject, parsed, rowsOf, send } from "../support/api";
import { failure } from "../support/failure";

/* What newer clients of the reference service ask for. */

describe("POST /v2/oauth/token", () => {
  const GRANT = { grant_type: "client_credentials", scope: "vouchers" };

  it("200: gives the same token as the first version, good below /v1", async () => {
    const project = await newProject();
    const reply = await project.post("/v2/oauth/token", GRANT, project.server);
    const { access_token } = parsed(OAuthToken, reply);
    const authorization = `Bearer ${access_token}`;
    const listed = await send("GET", "/v1/vouchers", { authorization });
    expect([listed.status, listed.body.total]).toEqual([200, 0]);
  });

  it("401: no key, and 404: nothing else is below /v2", async () => {
    const project = await newProject();
    const keyless = { "x-app-id": "", "x-app-token": "" };
    expect((await project.post("/v2/oauth/token", GRANT, keyless)).status).toBe(401);
    expect(await rowsOf("oauth_tokens", project.id)).toEqual([]);
    for (const path of ["/v2/oauth/introspect", "/v2/oauth/token/revoke", "/v2/vouchers"]) {
      failure(await project.post(path, {}, project.server), 404, "not_found");
    }
  });
});

describe("/v1/metadata-schemas", () => {
  const properties = { tier: { type: "string", optional: true, eq: ["gold", "silver"] } };
  const definition = { related_object: "customer", allow_defined_only: true, properties };

  it("200: defines what metadata may hold, which is held to it at once", async () => {
    const project = await newProject();
    const made = await project.post("/v1/metadata-schemas", definition);
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(made.body).toMatchObject({
      ...definition,
      properties: { tier: { type: "string", array: false, objectType: null } },
      object: "metadata_schema",
    });
    expect((await project.get("/v1/metadata-schemas/customer")).body).toEqual(made.body);
    const sent = (tier: string) => project.post("/v1/customers", { metadata: { tier } });
    expect((await sent("gold")).status).toBe(200);
    failure(await sent("lead"), 400, "metadata_validation_failed");
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("200: an update adds and replaces by name, and is held to at once", async () => {
    const project = await newProject();
    await project.post("/v1/metadata-schemas", definition);
    const more = {
      tier: { type: "string", eq: ["lead"] },
      age: { type: "number", optional: true },
    };
    const changed = await project.put("/v1/metadata-schemas/customer", { properties: more });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body).toMatchObject({
      allow_defined_only: true,
      properties: { tier: { eq: ["lead"] }, age: { type: "number" } },
      updated_at: expect.stringMatching(/Z$/),
    });
    const own = `/management/v1/projects/${project.id}/metadata-schemas/${changed.body.id}`;
    expect((await project.get(own)).body.properties).toHaveProperty("age");
    const sent = (metadata: object) => project.post("/v1/customers", { metadata });
    expect((await sent({ tier: "lead", age: 3 })).status).toBe(200);
    failure(await sent({ tier: "gold" }), 400, "metadata_validation_failed");
  });

  it("400, 404: a kind that is defined already, and one that is not; nothing changes", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await project.post("/v1/metadata-schemas", definition);
    const before = await rowsOf("metadata_schemas", project.id);
    const again = await project.post("/v1/metadata-schemas", { related_object: "customer" });
    expect([again.status, again.body.key]).toEqual([409, "duplicate_found"]);
    failure(await project.put("/v1/metadata-schemas/order", {}), 404, "not_found");
    failure(await other.put("/v1/metadata-schemas/customer", { properties }), 404, "not_found");
    expect(await rowsOf("metadata_schemas", project.id)).toEqual(before);
    expect(await rowsOf("metadata_schemas", other.id)).toEqual([]);
  });
});

describe("an empty expiration_time in validity_hours", () => {
  const discount = { type: "AMOUNT", amount_off: 100 };

  it.each([
    ["an empty text", { expiration_time: "" }],
    ["null", { expiration_time: null }],
    ["none", {}],
  ])("%s is the end of the day, in vouchers, campaigns and tiers", async (_, end) => {
    const project = await newProject();
    const validity_hours = { daily: [{ start_time: "00:00", ...end }] };
    const shown = { daily: [{ start_time: "00:00", expiration_time: "00:00" }] };
    const voucher = await project.post("/v1/vouchers", { code: "DAY", discount, validity_hours });
    const campaign = await project.post("/v1/campaigns", {
      name: "Day",
      campaign_type: "PROMOTION",
      validity_hours,
      promotion: { tiers: [{ name: "All", action: { discount }, validity_hours }] },
    });
    expect([voucher.status, campaign.status], JSON.stringify(campaign.body)).toEqual([200, 200]);
    expect(voucher.body.validity_hours).toEqual(shown);
    expect(campaign.body.validity_hours).toEqual(shown);
    expect(campaign.body.promotion.tiers[0].validity_hours).toEqual(shown);
    // From midnight to midnight is open whenever this runs.
    const redeemables = [{ object: "voucher", id: "DAY" }];
    const valid = await project.post("/v1/validations", { redeemables, order: { amount: 500 } });
    expect(valid.body.valid).toBe(true);
  });

  it("400: other hours that end as they start, and what is no time", async () => {
    const project = await newProject();
    for (const expiration_time of ["09:00", "24:00", " "]) {
      const validity_hours = { daily: [{ start_time: "09:00", expiration_time }] };
      const reply = await project.post("/v1/vouchers", { code: "DAY", discount, validity_hours });
      expect(reply.status, expiration_time).toBe(400);
    }
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });
});
