import { describe, expect, it } from "vitest";
import { Voucher } from "../../src/model/voucher";
import { CreatedVoucher } from "../../src/resources/vouchers/schema";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  sendAsIs,
  type TestProject,
} from "../support/api";
import { campaign } from "../support/campaigns";
import { failure } from "../support/failure";
import { actionOf, campaign as campaignWith, deliver, finish, start } from "../support/generating";
import { expectSound } from "../support/invariants";

const countOf = async (project: TestProject, id: string) =>
  (await project.get(`/v1/campaigns/${id}`)).body.vouchers_count;

describe("POST /v1/campaigns/{campaignId}/vouchers", () => {
  it("200: without a number it is one, told of in two events", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many", { start_date: "2026-01-01" });
    const reply = await project.post("/v1/campaigns/Many/vouchers");
    expect(parsed(Voucher, reply)).toMatchObject({
      code: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
      campaign: "Many",
      campaign_id: id,
      discount: { type: "AMOUNT", amount_off: 100 },
      start_date: "2026-01-01T00:00:00.000Z",
      redemption: { quantity: null },
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await countOf(project, id)).toBe(1);
    expect(await eventKinds(project.id)).toEqual([
      "campaign.created",
      "voucher.created",
      "campaign.vouchers.aded",
    ]);
    expect(await rowsOf("campaign_days", project.id)).toMatchObject([
      { campaign_id: id, vouchers_created: 1 },
    ]);
    await expectSound(project.id);
  });

  it.each(["5", "null", "[]", '"text"', "", "{}", '{"campaign":null,"metadata":null}'])(
    "200: the body %s asks for one voucher",
    async (body) => {
      const project = await newProject();
      const id = await campaign(project, "Odd");
      const reply = await sendAsIs(`/v1/campaigns/${id}/vouchers`, {
        method: "POST",
        headers: { ...project.server, "content-type": "application/json" },
        body,
      });
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      parsed(Voucher, reply);
      expect(await countOf(project, id)).toBe(1);
    },
  );

  it("200: what the body says goes before the template", async () => {
    const project = await newProject();
    const id = await campaign(project, "Own");
    const sent = {
      category: "Special",
      additional_info: "by hand",
      metadata: { a: 1 },
      active: false,
      expiration_date: "2030-01-01T00:00:00.000Z",
    };
    const reply = await project.post(`/v1/campaigns/${id}/vouchers?vouchers_count=1`, {
      ...sent,
      redemption: { quantity: 4 },
      code_config: { pattern: "OWN-##", charset: "01" },
    });
    expect(parsed(Voucher, reply)).toMatchObject({
      ...sent,
      code: expect.stringMatching(/^OWN-[01]{2}$/),
      redemption: { quantity: 4 },
    });
  });

  it("202: several are made in the background, the number in the query before that in the body", async () => {
    const project = await newProject();
    const id = await campaign(project, "Several");
    const asked = [
      ["?vouchers_count=30", { vouchers_count: 2 }, 30],
      ["", { vouchers_count: 20, code_config: { pattern: "B-########" } }, 50],
      ["", { vouchers_count: "10" }, 60],
    ] as const;
    for (const [query, body, sum] of asked) {
      const reply = await project.post(`/v1/campaigns/${id}/vouchers${query}`, body);
      expect(reply.status).toBe(202);
      expect(reply.body).toEqual({ async_action_id: expect.stringMatching(/^aa_[0-9a-f]{18}$/) });
      expect(costOf(reply).roundTrips).toBe(2);
      const action = await finish(project, reply.body.async_action_id);
      expect(action).toMatchObject({ status: "DONE", operation_status: "SUCCESS" });
      expect(await countOf(project, id)).toBe(sum);
    }
    const codes = (await rowsOf("vouchers", project.id)).map(({ code }) => String(code));
    expect(codes.filter((code) => /^B-.{8}$/.test(code))).toHaveLength(20);
    const kinds = await eventKinds(project.id);
    expect(kinds.filter((kind) => kind.endsWith("completed"))).toHaveLength(3);
    await expectSound(project.id);
  });

  it("202: several are told of as added once they are there, those of a new campaign as made", async () => {
    const project = await newProject();
    const id = await campaign(project, "Told", { vouchers_count: 3 });
    const [first] = await rowsOf("async_actions", project.id);
    await finish(project, String(first?.id));
    const added = await project.post(`/v1/campaigns/${id}/vouchers?vouchers_count=4`);
    await finish(project, added.body.async_action_id);
    const told = (await eventsOf(project.id)).map(({ kind, data }) => [
      kind.replace("campaign.vouchers.", ""),
      data.count,
      data.campaign.vouchers_count,
      data.campaign.creation_status,
      data.campaign.vouchers_generation_status,
    ]);
    expect(told.slice(1)).toEqual([
      ["generation.started", 3, 0, "IN_PROGRESS", "IN_PROGRESS"],
      ["generation.completed", 3, 3, "DONE", "DONE"],
      ["generation.started", 4, 3, "DONE", "IN_PROGRESS"],
      ["generation.completed", 4, 7, "DONE", "DONE"],
      ["aded", 4, 7, "DONE", "DONE"],
    ]);
  });

  it("202: what ends while another generation goes on leaves the campaign as it is", async () => {
    const project = await newProject();
    const id = await campaignWith(project, "Both", {}, 3);
    const [first] = await rowsOf("async_actions", project.id);
    const added = await project.post(`/v1/campaigns/${id}/vouchers?vouchers_count=4`);
    await finish(project, added.body.async_action_id);
    const between = (await project.get(`/v1/campaigns/${id}`)).body;
    const open = ["IN_PROGRESS", "IN_PROGRESS"];
    expect([between.creation_status, between.vouchers_generation_status]).toEqual(open);
    await finish(project, String(first?.id));
    const told = (await eventsOf(project.id)).flatMap(({ kind, data }) =>
      kind === "campaign.vouchers.aded" || kind.endsWith("completed")
        ? [[data.count, data.campaign.creation_status, data.campaign.vouchers_generation_status]]
        : [],
    );
    expect(told).toEqual([
      // Its own generation is done.
      [4, "IN_PROGRESS", "DONE"],
      [4, ...open],
      [3, "DONE", "DONE"],
    ]);
  });

  it("202: what the body says of several holds for each of them", async () => {
    const project = await newProject();
    const category = (await project.post("/v1/categories", { name: "Own", hierarchy: 1 })).body;
    const id = await campaign(project, "Each", {
      start_date: "2026-01-01T00:00:00.000Z",
      expiration_date: "2031-01-01T00:00:00.000Z",
    });
    const sent = {
      category: "Own",
      additional_info: "a batch",
      metadata: { batch: 7, "it's": ['"'] },
      start_date: "2026-01-01T00:00:00.000Z",
      expiration_date: "2030-06-01T00:00:00.000Z",
    };
    const path = `/v1/campaigns/${id}/vouchers?vouchers_count=3`;
    const reply = await project.post(path, { ...sent, redemption: { quantity: 2 } });
    expect(reply.status, JSON.stringify(reply.body)).toBe(202);
    await finish(project, reply.body.async_action_id);
    const { vouchers } = (await project.get(`/v1/vouchers?campaign_id=${id}`)).body;
    expect(vouchers).toHaveLength(3);
    for (const voucher of vouchers) {
      expect(voucher).toMatchObject({ ...sent, category_id: category.id });
      expect(voucher.redemption.quantity).toBe(2);
    }
    // What the campaign says as well goes on to be the campaign's.
    expect(await rowsOf("vouchers", project.id)).toMatchObject(
      vouchers.map(() => ({ start_date: null, expiration_date: sent.expiration_date })),
    );
    const refused = [
      [{ expiration_date: "2025-01-01" }, "invalid_payload"],
      [{ metadata: { text: "x".repeat(999_000) } }, "invalid_payload"],
    ] as const;
    for (const [body, key] of refused) {
      failure(
        await project.post(`/v1/campaigns/${id}/vouchers?vouchers_count=2000`, body),
        400,
        key,
      );
    }
    expect(await countOf(project, id)).toBe(3);
  });

  it("400 invalid_payload: several with what only one can say, and none is made", async () => {
    const project = await newProject();
    const id = await campaign(project, "Each");
    const rule = (await project.post("/v1/validation-rules", { name: "Any" })).body.id;
    const ofOne = {
      code: "ONE",
      active: false,
      discount: { type: "AMOUNT", amount_off: 1 },
      validity_timeframe: { interval: "P2D", duration: "P1D" },
      validity_day_of_week: [1],
      validity_hours: { daily: [{ start_time: "09:00", expiration_time: "17:00" }] },
      validation_rules: [rule],
    };
    for (const [name, value] of Object.entries(ofOne)) {
      const body = { vouchers_count: 3, start_date: "2026-01-01", [name]: value };
      const reply = await project.post(`/v1/campaigns/${id}/vouchers`, body);
      failure(reply, 400, "invalid_payload");
      expect(reply.body.details).toBe(`Property .${name} must not be sent for several vouchers`);
    }
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
    const path = `/v1/campaigns/${id}/vouchers?vouchers_count=2`;
    const empty = { active: true, validation_rules: [], validity_day_of_week: [], gift: null };
    expect((await project.post(path, empty)).status).toBe(202);
  });

  it("400 invalid_payload: a body that names another campaign, and nothing is made", async () => {
    const project = await newProject();
    const [id, other] = [await campaign(project, "This"), await campaign(project, "Other")];
    const paths = [
      `/v1/campaigns/${id}/vouchers`,
      "/v1/campaigns/This/vouchers/FIXED",
      `/v1/campaigns/${id}/vouchers?vouchers_count=3`,
    ];
    for (const path of paths) {
      for (const [name, value] of [
        ["campaign", "Other"],
        ["campaign_id", other],
      ]) {
        const reply = await project.post(path, { [name ?? ""]: value });
        failure(reply, 400, "invalid_payload");
        expect(reply.body.details).toBe(`Property .${name} must name one campaign, not two`);
      }
    }
    const both = await project.post("/v1/vouchers", { campaign: "Other", campaign_id: id });
    failure(both, 400, "invalid_payload");
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
    for (const sent of [
      { campaign: "This", campaign_id: id },
      { campaign: id, campaign_id: "This" },
      { campaign: "This", campaign_id: "" },
    ]) {
      const made = await project.post("/v1/vouchers", sent);
      expect(parsed(CreatedVoucher, made)).toMatchObject({ campaign: "This", campaign_id: id });
    }
  });

  it("400 invalid_code_config: as many as can be made are not too large where they say little", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    for (const body of [{}, { category: "Autumn", expiration_date: "2031-01-01" }]) {
      const config = { pattern: "A#" };
      const path = `/v1/campaigns/${id}/vouchers?vouchers_count=20000000`;
      const reply = await project.post(path, { ...body, code_config: config });
      failure(reply, 400, "invalid_code_config");
    }
    expect(await countOf(project, id)).toBe(0);
  });

  it("200: a code in the body is the voucher's", async () => {
    const project = await newProject();
    const id = await campaign(project, "Named");
    const reply = await project.post(`/v1/campaigns/${id}/vouchers`, { code: "MINE-1" });
    expect(parsed(Voucher, reply).code).toBe("MINE-1");
    const again = await project.post(`/v1/campaigns/${id}/vouchers`, { code: "mine-1" });
    failure(again, 409, "duplicate_found");
    expect(await countOf(project, id)).toBe(1);
  });

  it.each([
    ["of more drawn characters than can be asked for", "#".repeat(150), 2, 150],
    ["without drawn characters", "ONLY-ONE", 1, 8],
  ])("makes codes %s", async (_, pattern, count, length) => {
    const project = await newProject();
    const name = `Codes ${length}`;
    const id = await campaignWith(project, name, { code_config: { pattern } });
    const action = await start(project, id, count);
    await deliver(project, action);
    const after = await actionOf(project, action);
    expect(after).toMatchObject({ status: "DONE", operation_status: "SUCCESS", done: count });
    const codes = (await rowsOf("vouchers", project.id)).map(({ code }) => String(code));
    expect(codes.map((code) => code.length)).toEqual(Array.from({ length: count }, () => length));
  });

  it("400: no number, none of a standalone campaign, none of promotions", async () => {
    const project = await newProject();
    const id = await campaign(project, "Alone", { type: "STANDALONE", vouchers_count: 0 });
    await project.post("/v1/campaigns", { name: "Promo", campaign_type: "PROMOTION" });
    for (const query of ["", "?vouchers_count=1", "?vouchers_count=5"]) {
      const reply = await project.post(`/v1/campaigns/${id}/vouchers${query}`);
      expect(failure(reply, 400, "invalid_campaign").details).toBe(
        "You can not generate vouchers for STANDALONE type campaign.",
      );
      failure(await project.post(`/v1/campaigns/Promo/vouchers${query}`), 400, "invalid_campaign");
    }
    for (const query of ["0", "-1", "x", "1.5", "30000000"]) {
      const reply = await project.post(`/v1/campaigns/${id}/vouchers?vouchers_count=${query}`);
      expect(reply.status).toBe(400);
    }
    failure(
      await project.post(`/v1/campaigns/${id}/vouchers`, { vouchers_count: 0 }),
      400,
      "invalid_payload",
    );
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("400: a pattern that gives too few; 404: an unknown campaign", async () => {
    const project = await newProject();
    const id = await campaign(project, "Few");
    const body = { vouchers_count: 100, code_config: { length: 2 } };
    const reply = await project.post(`/v1/campaigns/${id}/vouchers`, body);
    expect(failure(reply, 400, "invalid_code_config").details).toContain("would do");
    for (const query of ["", "?vouchers_count=2"]) {
      failure(await project.post(`/v1/campaigns/nobody/vouchers${query}`), 404, "not_found");
    }
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });
});

describe("POST /v1/campaigns/{campaignId}/vouchers/{code}", () => {
  it("200: a fixed code, also percent-encoded and in a standalone campaign", async () => {
    const project = await newProject();
    const id = await campaign(project, "Alone", { type: "STANDALONE", vouchers_count: 0 });
    const reply = await project.post(
      `/v1/campaigns/Alone/vouchers/${encodeURIComponent("50% / A")}`,
      {
        code: "OTHER",
        campaign: "Alone",
        metadata: { a: 1 },
      },
    );
    expect(parsed(Voucher, reply)).toMatchObject({
      code: "50% / A",
      campaign_id: id,
      metadata: { a: 1 },
    });
    expect(await countOf(project, id)).toBe(1);
    await expectSound(project.id);
  });

  it("200: directly after a create whose codes are still being made", async () => {
    const project = await newProject();
    const id = await campaign(project, "Busy", { vouchers_count: 50 });
    const reply = await project.post(`/v1/campaigns/${id}/vouchers/FIXED`);
    expect(reply.status).toBe(200);
    const [action] = await rowsOf("async_actions", project.id);
    await finish(project, String(action?.id));
    expect(await countOf(project, id)).toBe(51);
    await expectSound(project.id);
  });

  it("409: a code that exists anywhere in the project, and nothing is counted", async () => {
    const project = await newProject();
    const [id, other] = [await campaign(project, "One"), await campaign(project, "Two")];
    await project.post(`/v1/campaigns/${id}/vouchers/SAME`);
    for (const at of [id, other]) {
      const reply = await project.post(`/v1/campaigns/${at}/vouchers/same`);
      expect(failure(reply, 409, "duplicate_found").resource_type).toBe("voucher");
    }
    expect([await countOf(project, id), await countOf(project, other)]).toEqual([1, 0]);
    await expectSound(project.id);
  });

  it.each([
    ["Gifts", "GIFT_VOUCHER", { gift: { amount: 500 } }],
    ["Cards", "LOYALTY_CARD", { loyalty_card: { points: 10 } }],
  ])(
    "400: a discount without its type in %s, and no card is made of it",
    async (name, type, parts) => {
      const project = await newProject();
      const made = await project.post("/v1/campaigns", { name, voucher: { type, ...parts } });
      expect(made.status).toBe(200);
      const discount = { type: "PERCENT", percent_off: 9 };
      for (const path of [`/v1/campaigns/${name}/vouchers`, "/v1/vouchers", "/v1/vouchers/NINE"]) {
        const reply = await project.post(path, { campaign: name, discount });
        expect(failure(reply, 400, "invalid_voucher").details).toBe(
          `Property .type must be ${type}, as in the campaign`,
        );
      }
      expect((await project.get("/v1/vouchers")).body.total).toBe(0);
    },
  );

  it("400: a type that is not the campaign's; 404: an unknown campaign", async () => {
    const project = await newProject();
    const id = await campaign(project, "One");
    const reply = await project.post(`/v1/campaigns/${id}/vouchers/C`, { gift: { amount: 1 } });
    failure(reply, 400, "invalid_voucher");
    failure(await project.post("/v1/campaigns/nobody/vouchers/C"), 404, "not_found");
    expect(await rowsOf("vouchers", project.id)).toEqual([]);
  });
});

describe("POST /v1/vouchers with a campaign", () => {
  it("200: by name or id, and the campaign counts it", async () => {
    const project = await newProject();
    const id = await campaign(project, "One");
    for (const [code, parent] of [
      ["A", { campaign: "One" }],
      ["B", { campaign: id }],
      ["C", { campaign_id: id }],
    ] as const) {
      const reply = await project.post(`/v1/vouchers/${code}`, parent);
      expect(parsed(Voucher, reply)).toMatchObject({ code, campaign: "One", campaign_id: id });
    }
    expect(await countOf(project, id)).toBe(3);
    failure(await project.post("/v1/vouchers", { campaign: "nobody" }), 404, "not_found");
    await expectSound(project.id);
  });
});
