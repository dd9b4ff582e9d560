import { describe, expect, it } from "vitest";
import { Publication } from "../../src/model/publication";
import { costOf, eventKinds, eventsOf, newProject, parsed, rowsOf } from "../support/api";
import { finish, campaign as growing, start } from "../support/generating";
import { expectSound } from "../support/invariants";
import { campaign, codes, codesOf, publish } from "../support/publishing";
import { giftCard, voucher } from "../support/redeeming";

const refused = (status: number, key: string, details: string) => ({
  status,
  body: expect.objectContaining({ code: status, key, details }),
});

describe("POST /v1/publications: of a campaign", () => {
  it("200: gives a free code to a new customer, all in two round trips", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 1 });
    await project.get("/v1/vouchers");
    const reply = await project.post("/v1/publications", {
      campaign: { name: "Spring" },
      customer: { source_id: "jane", name: "Jane", email: "jane@example.com" },
      channel: "newsletter",
      metadata: { issue: 7 },
    });
    const body = parsed(Publication, reply);
    const [held] = await rowsOf("vouchers", project.id);
    const [jane] = await rowsOf("customers", project.id);
    expect(body).toMatchObject({
      id: expect.stringMatching(/^pub_[0-9a-f]{18}$/),
      object: "publication",
      customer_id: jane?.id,
      tracking_id: "jane",
      metadata: { issue: 7 },
      channel: "newsletter",
      source_id: null,
      result: "SUCCESS",
      customer: {
        id: jane?.id,
        source_id: "jane",
        name: "Jane",
        email: "jane@example.com",
        object: "customer",
      },
      vouchers_id: [held?.id],
      voucher: {
        id: held?.id,
        code: "SPRING-1",
        campaign: "Spring",
        campaign_id: id,
        discount: { type: "AMOUNT", amount_off: 100 },
        holder_id: jane?.id,
        updated_at: body.created_at,
        expiration_date: null,
        publish: { count: 1 },
      },
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await project.get("/v1/vouchers/SPRING-1")).body).toMatchObject(body.voucher ?? {});
    await expectSound(project.id);
  });

  it("200: writes who holds what, who joined, the day's counter and its events", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 1 });
    const { body } = await publish(project, "jane", { campaign: "Spring", metadata: { a: 1 } });
    const [holder] = await rowsOf("redeemable_holders", project.id);
    expect(holder).toMatchObject({
      id: expect.stringMatching(/^rh_[0-9a-f]{18}$/),
      redeemable_id: body.vouchers_id[0],
      redeemable_object: "voucher",
      customer_id: body.customer_id,
      campaign_id: id,
      campaign_type: "DISCOUNT_COUPONS",
      voucher_type: "DISCOUNT_VOUCHER",
      holder_role: "OWNER",
      publication_id: body.id,
      metadata: '{"a":1}',
    });
    expect(await rowsOf("memberships", project.id)).toMatchObject([
      { campaign_id: id, customer_id: body.customer_id, publications: 1 },
    ]);
    expect(await rowsOf("campaign_days", project.id)).toMatchObject([
      { campaign_id: id, publications_succeeded: 1, publications_failed: 0, vouchers_created: 0 },
    ]);
    expect(await eventKinds(project.id)).toEqual([
      "customer.created",
      "publication.succeeded",
      "voucher.published",
      "voucher.updated",
    ]);
    const [, succeeded, published, updated] = await eventsOf(project.id);
    expect(updated).toMatchObject({
      entity_id: body.vouchers_id[0],
      data: { voucher: { holder_id: body.customer_id, publish: { count: 1 } } },
    });
    expect(succeeded).toMatchObject({
      entity_id: body.id,
      data: {
        customer: { id: body.customer_id },
        campaign: { id, name: "Spring" },
        publication: { id: body.id, result: "SUCCESS" },
        voucher: { code: "SPRING-1", publish: { count: 1 } },
        user: null,
      },
    });
    expect(published).toMatchObject({ entity_id: body.vouchers_id[0] });
    const rows = await rowsOf("outbox", project.id);
    expect(rows.map(({ kind, customer_id }) => [kind, customer_id])).toEqual(
      expect.arrayContaining([
        ["publication.succeeded", body.customer_id],
        ["voucher.published", body.customer_id],
      ]),
    );
  });

  it("200: by name, by id and as an object; the channel is API, whatever the SDK calls itself", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 4 });
    const given = new Set<string>();
    for (const named of ["Spring", id, { id }, { name: "Spring", count: 1 }]) {
      const reply = await publish(project, "jane", { campaign: named });
      expect(reply.body.channel).toBe("API");
      for (const code of codesOf(reply)) given.add(code);
    }
    expect(given.size).toBe(4);
    expect(await rowsOf("memberships", project.id)).toMatchObject([{ publications: 4 }]);
    const channel = { "x-voucherify-channel": "Node.js" };
    await codes(project, id, { prefix: "MORE", to: 1 });
    const sent = { campaign: "Spring", customer: { source_id: "jane" } };
    expect((await project.post("/v1/publications", sent, channel)).body.channel).toBe("API");
    await expectSound(project.id);
  });

  it("200: who changes a balance is told as it is kept, also where it is cut within a character", async () => {
    const project = await newProject();
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 10 } });
    const channel = { "x-voucherify-channel": `${"a".repeat(199)}🎁` };
    await project.post("/v1/vouchers/GIFT/balance", { amount: 1 }, channel);
    const { body } = await project.get("/v1/vouchers/GIFT/transactions");
    // As JSON, since what reports a failure takes no half of a character.
    expect(JSON.stringify(body.data[0].source)).toBe(`"${"a".repeat(199)}\ufffd"`);
  });

  it("200: several codes at once come as their codes", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "SPRING", to: 20 });
    await project.get("/v1/vouchers");
    const reply = await publish(project, "jane", { campaign: { name: "Spring", count: 20 } });
    const body = parsed(Publication, reply);
    expect(body).not.toHaveProperty("voucher");
    expect(new Set(body.vouchers)).toEqual(
      new Set(Array.from({ length: 20 }, (_, at) => `SPRING-${at + 1}`)),
    );
    expect(body.vouchers_id).toHaveLength(20);
    const [succeeded, ...told] = (await eventsOf(project.id)).slice(1);
    expect(succeeded?.data).toMatchObject({ publication: { vouchers: body.vouchers } });
    expect(told).toHaveLength(40);
    expect(told[38]?.data).toMatchObject({
      publication: { vouchers: body.vouchers },
      voucher: { code: body.vouchers?.[19] },
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(20);
    await expectSound(project.id);
  });

  it("200: a referral code makes its holder the referrer", async () => {
    const project = await newProject();
    const id = await campaign(project, "Friends", { campaign_type: "REFERRAL_PROGRAM" });
    await codes(project, id, { prefix: "FRIEND", to: 1 });
    await publish(project, "jane", { campaign: "Friends" });
    expect(await rowsOf("redeemable_holders", project.id)).toMatchObject([
      { holder_role: "REFERRER", campaign_type: "REFERRAL_PROGRAM" },
    ]);
    await expectSound(project.id);
  });

  it("200: an AUTO_UPDATE campaign makes what it is short of", async () => {
    const project = await newProject();
    const id = await campaign(project, "Endless", { type: "AUTO_UPDATE" });
    await codes(project, id, { prefix: "OLD", to: 1 });
    const reply = await publish(project, "jane", { campaign: { name: "Endless", count: 3 } });
    const given = codesOf(reply);
    expect(given).toContain("OLD-1");
    expect(new Set(given).size).toBe(3);
    const read = await project.get(`/v1/vouchers/${given[2]}`);
    expect(read.body).toMatchObject({
      campaign: "Endless",
      holder_id: reply.body.customer_id,
      publish: { count: 1 },
      discount: { amount_off: 100 },
    });
    expect(await rowsOf("campaigns", project.id)).toMatchObject([{ vouchers_count: 3 }]);
    expect(await rowsOf("campaign_days", project.id)).toMatchObject([
      { vouchers_created: 2, publications_succeeded: 1 },
    ]);
    expect(await eventKinds(project.id)).toEqual([
      "customer.created",
      "voucher.created",
      "voucher.created",
      "publication.succeeded",
      "voucher.published",
      "voucher.updated",
      "voucher.published",
      "voucher.updated",
      "voucher.published",
      "voucher.updated",
    ]);
    const [, created] = await eventsOf(project.id);
    expect(created?.data.voucher).toMatchObject({ publish: { count: 0 }, updated_at: null });
    expect(created?.data.voucher).not.toHaveProperty("holder_id");
    await expectSound(project.id);
  });

  it("200: the activity duration sets the voucher's own end, past the campaign's", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring", {
      expiration_date: new Date(Date.now() + 3_600_000).toISOString(),
      activity_duration_after_publishing: "P30D",
    });
    await codes(project, id, { prefix: "SPRING", to: 1 });
    const { body } = await publish(project, "jane", { campaign: "Spring" });
    const days = Date.parse(body.voucher.expiration_date) - Date.parse(body.created_at);
    expect(days).toBe(30 * 86_400_000);
    expect((await project.get("/v1/vouchers/SPRING-1")).body).toMatchObject(body.voucher ?? {});
  });

  it("200: codes past an end of their own are passed over", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    for (const [code, expiration_date] of [
      ["OVER-1", "2020-01-01"],
      ["OVER-2", "2020-01-01"],
      ["GOOD", "2999-01-01"],
    ]) {
      await voucher(project, code ?? "", { campaign: "Spring", discount: null, expiration_date });
    }
    expect(id).toMatch(/^camp_/);
    expect(codesOf(await publish(project, "jane", { campaign: "Spring" }))).toEqual(["GOOD"]);
    const none = await publish(project, "jane", { campaign: "Spring" });
    expect(none.body.key).toBe("no_voucher_suitable_for_publication");
    await expectSound(project.id);
  });

  it("400: nothing suitable is recorded as a failure of the customer and moves nothing else", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane" });
    const cases: [string, Record<string, string | number | null>, string][] = [
      ["Empty", {}, "Couldn't create new vouchers for publication"],
      ["Off", { active: 0, type: "AUTO_UPDATE" }, "Campaign 'Off' is disabled"],
      ["Past", { expiration_date: "2020-01-01T00:00:00.000Z" }, "Campaign 'Past' has ended"],
      ["Single", { type: "STANDALONE" }, "Couldn't create new vouchers for publication"],
      [
        "Tiers",
        { campaign_type: "PROMOTION", voucher: null },
        "A PROMOTION campaign has no vouchers",
      ],
    ];
    const before = await eventKinds(project.id);
    for (const [name, columns, details] of cases) {
      await campaign(project, name, columns);
      const reply = await publish(project, "jane", { campaign: name, source_id: `try-${name}` });
      expect(reply).toMatchObject(refused(400, "no_voucher_suitable_for_publication", details));
      expect(reply.body.resource_id).toMatch(/^pub_/);
    }
    const records = await rowsOf("publications", project.id);
    expect(records).toHaveLength(5);
    expect(records[0]).toMatchObject({
      result: "FAILURE",
      failure_code: "no_voucher_suitable_for_publication",
      source_id: null,
      voucher_ids: "[]",
    });
    const days = await rowsOf("campaign_days", project.id);
    expect(days.map(({ publications_failed }) => publications_failed)).toEqual([1, 1, 1, 1, 1]);
    expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
    expect(await rowsOf("memberships", project.id)).toEqual([]);
    const told = records.map(() => "customer.publication.failed");
    expect(await eventKinds(project.id)).toEqual([...before, ...told]);
    await expectSound(project.id);
  });

  it("400: an AUTO_UPDATE campaign whose pattern has no other code left to draw", async () => {
    const project = await newProject();
    const made = await project.post("/v1/campaigns", {
      name: "Two",
      campaign_type: "DISCOUNT_COUPONS",
      type: "AUTO_UPDATE",
      voucher: {
        type: "DISCOUNT_VOUCHER",
        discount: { type: "AMOUNT", amount_off: 100 },
        code_config: { pattern: "TWO" },
      },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    expect(codesOf(await publish(project, "jane", { campaign: "Two" }))).toEqual(["TWO"]);
    await project.post("/v1/customers", { source_id: "joe" });
    const none = refused(
      400,
      "no_voucher_suitable_for_publication",
      "Couldn't create new vouchers for publication",
    );
    expect(await publish(project, "joe", { campaign: "Two" })).toMatchObject(none);
    expect(await publish(project, "ann", { campaign: "Two" })).toMatchObject(none);
    const records = await rowsOf("publications", project.id);
    expect(records.map(({ result }) => result)).toEqual(["SUCCESS", "FAILURE"]);
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    expect(await rowsOf("customers", project.id)).toHaveLength(2);
    expect(await rowsOf("campaigns", project.id)).toMatchObject([{ vouchers_count: 1 }]);
    await expectSound(project.id);
  });

  it("400: codes that are still being made, with how far they are; then 200", async () => {
    const project = await newProject();
    const id = await growing(project, "Soon");
    const action = await start(project, id, 3);
    await project.post("/v1/customers", { source_id: "jane" });
    const early = await publish(project, "jane", { campaign: "Soon" });
    expect(early).toMatchObject(
      refused(
        400,
        "no_voucher_suitable_for_publication",
        `Codes of campaign 'Soon' are still being made: 0 of 3 are there, see async action ${action}`,
      ),
    );
    expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
    await finish(project, action);
    expect((await publish(project, "jane", { campaign: "Soon" })).status).toBe(200);
    const late = await publish(project, "joe", { campaign: { name: "Soon", count: 3 } });
    expect(late.body.details).toBe("Couldn't create new vouchers for publication");
    await expectSound(project.id);
  });

  it("400: a failure for somebody unknown leaves nothing at all", async () => {
    const project = await newProject();
    await campaign(project, "Empty");
    const reply = await publish(project, "nobody", { campaign: "Empty" });
    expect(reply.body.key).toBe("no_voucher_suitable_for_publication");
    expect(await rowsOf("publications", project.id)).toEqual([]);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});

describe("POST /v1/publications: of one voucher", () => {
  it("200: by code in any case and by id; a gift card too", async () => {
    const project = await newProject();
    await voucher(project, "ONE");
    await giftCard(project, "GIFT", 500);
    const one = parsed(Publication, await publish(project, "jane", { voucher: " one " }));
    expect(one.voucher).toMatchObject({ code: "ONE", campaign: null, publish: { count: 1 } });
    const { id } = (await project.get("/v1/vouchers/GIFT")).body;
    const gift = parsed(Publication, await publish(project, "jane", { voucher: id }));
    expect(gift.voucher).toMatchObject({ code: "GIFT", gift: { balance: 500 } });
    expect(await rowsOf("memberships", project.id)).toEqual([]);
    expect(await rowsOf("campaign_days", project.id)).toEqual([]);
    await expectSound(project.id);
  });

  it("200: in a campaign it counts as any other code of it", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring", { activity_duration_after_publishing: "PT1H" });
    await codes(project, id, { prefix: "SPRING", to: 2 });
    const { body } = await publish(project, "jane", { voucher: "SPRING-2" });
    const lasts = Date.parse(body.voucher.expiration_date) - Date.parse(body.created_at);
    expect(lasts).toBe(3_600_000);
    expect(await rowsOf("memberships", project.id)).toMatchObject([{ campaign_id: id }]);
    expect(await rowsOf("campaign_days", project.id)).toMatchObject([
      { publications_succeeded: 1 },
    ]);
    await expectSound(project.id);
  });

  it("400: given before, disabled, over: each with its key, and a record that names the voucher", async () => {
    const project = await newProject();
    await voucher(project, "GIVEN");
    await voucher(project, "OFF", { active: false });
    await voucher(project, "OVER", { expiration_date: "2020-01-01" });
    const id = await campaign(project, "Closed", { active: 0 });
    await codes(project, id, { prefix: "CLOSED", to: 1 });
    const first = await publish(project, "jane", { voucher: "GIVEN" });
    const cases = [
      [
        "GIVEN",
        "voucher_already_published",
        `Voucher '${first.body.voucher.id}' has already been published`,
      ],
      ["OFF", "voucher_disabled", "OFF"],
      ["OVER", "voucher_expired", "OVER"],
      ["CLOSED-1", "voucher_disabled", "CLOSED-1"],
    ] as const;
    for (const to of ["jane", "john"]) {
      for (const [code, key, details] of cases) {
        expect(await publish(project, to, { voucher: code })).toMatchObject(
          refused(400, key, details),
        );
      }
    }
    const failures = await rowsOf("publications", project.id);
    expect(failures.filter(({ result }) => result === "FAILURE")).toHaveLength(4);
    expect(
      failures.find(({ failure_code }) => failure_code === "voucher_already_published"),
    ).toMatchObject({ voucher_ids: JSON.stringify([first.body.voucher.id]) });
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
    await expectSound(project.id);
  });
});

it("POST /v1/publications: a voucher says more than the campaign beside it", async () => {
  const project = await newProject();
  await campaign(project, "Spring", { type: "AUTO_UPDATE" });
  await voucher(project, "ONE");
  const reply = await publish(project, "jane", { campaign: "Spring", voucher: "ONE" });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    voucher: { code: "ONE", campaign: null },
    vouchers_id: [expect.any(String)],
  });
});

describe("POST /v1/publications: what is refused", () => {
  it("400: neither, both, too many, and what does not fit; nothing is written", async () => {
    const project = await newProject();
    const spring = await campaign(project, "Spring", { type: "AUTO_UPDATE" });
    await campaign(project, "Once", { type: "AUTO_UPDATE", join_once: 1 });
    await voucher(project, "ONE");
    const before = await eventKinds(project.id);
    const tooMany = "Only up to 20 can be published";
    const onlyOne = "Only up to 1 can be published";
    const cases: [object, string, string][] = [
      [{}, "missing_vouchers", "Either Campaign or Voucher is required"],
      [
        { campaign: null, voucher: null },
        "missing_vouchers",
        "Either Campaign or Voucher is required",
      ],
      [{ campaign: { count: 2 } }, "missing_vouchers", "Either Campaign or Voucher is required"],
      [{ campaign: { name: "Spring", count: 21 } }, "too_many_vouchers_requested", tooMany],
      [
        { campaign: { name: "Spring", count: 2 }, source_id: "a" },
        "too_many_vouchers_requested",
        onlyOne,
      ],
      [
        { campaign: { name: "Spring", count: 2 }, join_once: true },
        "too_many_vouchers_requested",
        onlyOne,
      ],
      [{ campaign: { name: "Once", count: 2 } }, "too_many_vouchers_requested", onlyOne],
      [{ campaign: { name: "Spring", count: 0 } }, "invalid_payload", "Property .campaign"],
      [
        { campaign: { id: spring, name: "Once" } },
        "invalid_payload",
        "Property .campaign must name one campaign, not two",
      ],
      [{ campaign: 5 }, "invalid_payload", "Property .campaign"],
      [{ voucher: 5 }, "invalid_payload", "Property .voucher must be string"],
      [{ voucher: "ONE", metadata: [] }, "invalid_payload", "Property .metadata must be object"],
      [{ voucher: "ONE", customer: null }, "invalid_payload", "Property .customer must be object"],
      [{ voucher: "ONE", customer: undefined }, "invalid_payload", "required property 'customer'"],
    ];
    for (const [sent, key, details] of cases) {
      const reply = await publish(project, "jane", { ...sent });
      expect([reply.status, reply.body.key], JSON.stringify(sent)).toEqual([400, key]);
      expect(reply.body.details).toContain(details);
    }
    for (const table of ["publications", "customers", "redeemable_holders"]) {
      expect(await rowsOf(table, project.id)).toEqual([]);
    }
    expect(await eventKinds(project.id)).toEqual(before);
  });

  it("404: unknown campaign, voucher and customer id, also of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const far = await campaign(other, "Far", { type: "AUTO_UPDATE" });
    await campaign(project, "Near", { type: "AUTO_UPDATE" });
    await voucher(other, "FAR");
    const foreign = (await other.post("/v1/customers", { name: "Far" })).body.id;
    const cases: [object, string, string][] = [
      [{ campaign: "Far" }, "campaign", "Far"],
      [{ campaign: far }, "campaign", far],
      [{ voucher: "FAR" }, "voucher", "FAR"],
      [{ campaign: "Near", customer: { id: foreign } }, "customer", foreign],
      [{ campaign: "Near", customer: { id: "cust_x" } }, "customer", "cust_x"],
    ];
    for (const [sent, type, id] of cases) {
      const reply = await publish(project, "jane", { ...sent });
      expect(reply.status, JSON.stringify(sent)).toBe(404);
      expect(reply.body).toMatchObject({ key: "not_found", resource_id: id, resource_type: type });
    }
    expect(await rowsOf("publications", project.id)).toEqual([]);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});
