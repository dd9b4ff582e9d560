import { describe, expect, it } from "vitest";
import { operations } from "../../src/api/operations";
import { Publication } from "../../src/model/publication";
import { Voucher } from "../../src/model/voucher";
import { newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { program } from "../support/earning";
import { campaign, codes, codesOf, publish } from "../support/publishing";
import { customer, tokenOf } from "../support/shoppers";

async function shop(more = {}): Promise<TestProject> {
  const project = await newProject({ client_publish_enabled: 1, ...more });
  const id = await campaign(project, "Spring");
  await codes(project, id, { prefix: "SPRING", to: 9 });
  return project;
}

describe("the channel of a publication", () => {
  it.each([
    ["/v1/publications", {}],
    ["/v1/vouchers/publish", {}],
    ["/client/v1/publish", {}],
  ])("%s is API, whatever the SDK calls itself", async (path, more) => {
    const project = await shop();
    const sent = { campaign: "Spring", customer: { source_id: "jane" }, ...more };
    const reply = await project.post(path, sent, { "x-voucherify-channel": "Python-SDK" });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    expect((await rowsOf("publications", project.id))[0]?.channel).toBe("API");
    const [listed] = (await project.get("/v1/publications")).body.publications;
    expect(listed.channel).toBe("API");
    await project.post("/v1/publications", { ...sent, channel: "Email" });
    const channels = (await project.get("/v1/publications")).body.publications;
    expect(channels[0].channel).toBe("Email");
  });
});

describe("whom a publication is for, as text", () => {
  it("200: a source id, the id of who is stored, and an object as JSON", async () => {
    const project = await shop();
    const jane = await customer(project, "jane");
    for (const [sent, expected] of [
      ["jane", { source_id: "jane" }],
      [" jane ", { source_id: "jane" }],
      [jane, { source_id: "jane" }],
      ['{"source_id":"jane"}', { source_id: "jane" }],
      [
        '{"source_id":"john","metadata":{"lucky":"7"}}',
        { source_id: "john", metadata: { lucky: "7" } },
      ],
      ["braze-user-1", { source_id: "braze-user-1" }],
    ] as const) {
      const body = { campaign: "Spring", customer: sent, channel: "Braze" };
      const reply = await project.post("/v1/publications?cache_id=1", body);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(parsed(Publication, reply)).toMatchObject({ channel: "Braze", customer: expected });
    }
    const people = await rowsOf("customers", project.id);
    expect(people.map(({ source_id }) => source_id).toSorted()).toEqual([
      "braze-user-1",
      "jane",
      "john",
    ]);
    const link = await project.get("/v1/publications/create?campaign=Spring&customer=jane");
    expect(link.body.customer.source_id).toBe("jane");
  });

  it("200: a browser means a source id alone, never somebody's id", async () => {
    const project = await shop();
    const jane = await customer(project, "jane");
    const reply = await project.post("/client/v1/publish", { campaign: "Spring", customer: jane });
    expect(reply.status).toBe(200);
    expect(reply.body.customer_id).not.toBe(jane);
    const token = await tokenOf(project, jane);
    const own = { campaign: "Spring", customer: "jane" };
    expect((await project.post("/client/v1/publish", own, token)).body.customer_id).toBe(jane);
    const another = { campaign: "Spring", customer: "john" };
    expect((await project.post("/client/v1/publish", another, token)).status).toBe(403);
  });

  it("400: no text, half an object, and a template that nobody filled in", async () => {
    const project = await shop();
    for (const sent of ["", "  ", '{"source_id":', "{{customer_id}}", '{"name":5}', 5, []]) {
      const reply = await project.post("/v1/publications", { campaign: "Spring", customer: sent });
      expect([reply.status, reply.body.key], JSON.stringify(sent)).toEqual([
        400,
        "invalid_payload",
      ]);
    }
    expect(await rowsOf("publications", project.id)).toEqual([]);
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});

describe("POST /v1/vouchers/publish", () => {
  it("200: publishes as /v1/publications does, and answers the code", async () => {
    const project = await shop();
    await project.post("/v1/vouchers/ALONE", { discount: { type: "AMOUNT", amount_off: 1 } });
    for (const sent of [
      { campaign: "Spring", customer: "braze-user-2", channel: "Email" },
      { campaign: { name: "Spring", count: 1 }, customer: { source_id: "jane" } },
      { voucher: "ALONE", customer: { source_id: "jane" } },
    ]) {
      const reply = await project.post("/v1/vouchers/publish", sent);
      expect(reply.status, JSON.stringify(reply.body)).toBe(200);
      expect(parsed(Voucher, reply).code).toMatch(/^SPRING-\d$|^ALONE$/);
    }
    const published = await rowsOf("publications", project.id);
    expect(published.map(({ channel }) => channel)).toEqual(["Email", "API", "API"]);
    expect((await project.get("/v1/vouchers/publish")).status).toBe(404);
    const many = { campaign: { name: "Spring", count: 2 }, customer: "jane" };
    const refused = await project.post("/v1/vouchers/publish", many);
    expect(refused.body.key).toBe("too_many_vouchers_requested");
    expect(await rowsOf("publications", project.id)).toHaveLength(3);
  });
});

describe("words that paths name", () => {
  const CLASHING = [
    ...new Set([
      ...["publish", "enable", "disable", "import", "importCSV"],
      ...operations.flatMap(({ path }) => /^\/v1\/vouchers\/([^:/]+)/.exec(path)?.[1] ?? []),
    ]),
  ];

  it.each(CLASHING)("400: %s is no code, and nothing is made", async (code) => {
    const project = await newProject();
    const id = await campaign(project, "Spring", { type: "AUTO_UPDATE" });
    const discount = { type: "AMOUNT", amount_off: 100 };
    const replies = [
      await project.post("/v1/vouchers", { code, discount }),
      await project.post(`/v1/campaigns/${id}/vouchers/${code}`, {}),
      await project.post(`/v1/campaigns/${id}/vouchers`, { code }),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
      expect(reply.body.details).toContain("Property .code must not be one of publish, enable");
    }
    const legacy = await project.post(`/v1/vouchers/${code}`, {
      campaign: "Spring",
      customer: "x",
      discount,
    });
    expect(legacy.body.code).not.toBe(code);
    const made = await rowsOf("vouchers", project.id);
    expect(made.filter((row) => row.code === code)).toEqual([]);
  });

  it("200: in other letters they are codes like any other", async () => {
    const project = await newProject();
    const discount = { type: "AMOUNT", amount_off: 100 };
    expect((await project.post("/v1/vouchers/PUBLISH", { discount })).status).toBe(200);
  });
});

describe("join_once=false in the query", () => {
  it("200: gives another code of a campaign or program that is joined once", async () => {
    const project = await newProject();
    const id = await campaign(project, "Once", { join_once: 1 });
    await codes(project, id, { prefix: "ONCE", to: 5 });
    await program(project, "Club");
    for (const [name, member] of [
      ["Once", "jane"],
      ["Club", "john"],
    ] as const) {
      const sent = { campaign: { name, count: 1 }, customer: { source_id: member } };
      const path = "/v1/publications?join_once=false";
      const given = [await project.post(path, sent), await project.post(path, sent)];
      expect(new Set(given.flatMap(codesOf)).size).toBe(2);
      const refused = await project.post("/v1/publications", sent);
      expect(refused.body.key).toBe("voucher_cannot_be_published");
      const inBody = await project.post("/v1/publications", { ...sent, join_once: false });
      expect(inBody.body.key).toBe("voucher_cannot_be_published");
    }
  });

  it("400: a browser gets one code, whatever it says", async () => {
    const project = await newProject({ client_publish_enabled: 1 });
    const id = await campaign(project, "Once", { join_once: 1 });
    await codes(project, id, { prefix: "ONCE", to: 5 });
    codesOf(await publish(project, "jane", { campaign: "Once" }));
    const path = "/client/v1/publish?join_once=false";
    const reply = await project.post(path, { campaign: "Once", customer: { source_id: "jane" } });
    expect(reply.body.key).toBe("voucher_cannot_be_published");
    expect(await rowsOf("redeemable_holders", project.id)).toHaveLength(1);
  });
});
