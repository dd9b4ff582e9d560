import { describe, expect, it } from "vitest";
import { listOf } from "../../src/http/page";
import { ListedPublication } from "../../src/model/publication";
import { costOf, newProject, parsed, type Reply, type TestProject } from "../support/api";
import { campaign, codes, publish } from "../support/publishing";
import { giftCard, voucher } from "../support/redeeming";

const List = listOf("publications", ListedPublication);
const idsOf = (reply: Reply): string[] => parsed(List, reply).publications.map(({ id }) => id);

/** Publications of two campaigns and one card to two customers; one failed. */
async function shop() {
  const project = await newProject();
  for (const name of ["Spring", "Autumn"]) {
    await codes(project, await campaign(project, name), { prefix: name, to: 3 });
  }
  await giftCard(project, "GIFT", 500);
  const made = [
    await publish(project, "jane", { campaign: "Spring", source_id: "order/1" }),
    await publish(project, "john", { campaign: { name: "Spring", count: 2 } }),
    await publish(project, "jane", { campaign: "Autumn" }),
    await publish(project, "jane", { voucher: "GIFT", metadata: { a: 1 } }),
  ];
  const failed = await publish(project, "jane", { voucher: "GIFT" });
  return { project, made, ids: [...made.map(({ body }) => body.id), failed.body.resource_id] };
}

const read = (project: TestProject, query = "") => project.get(`/v1/publications${query}`);

describe("GET /v1/publications", () => {
  it("200: newest first, with what was given to whom, in two round trips", async () => {
    const { project, made, ids } = await shop();
    const reply = await read(project);
    const { publications, total } = parsed(List, reply);
    expect(total).toBe(5);
    expect(publications.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(costOf(reply).roundTrips).toBe(2);
    const [failed, gift, , two, one] = publications;
    expect(failed).toMatchObject({
      result: "FAILURE",
      failure_code: "voucher_already_published",
      failure_message: "Voucher already published",
      vouchers_id: gift?.vouchers_id,
      customer: { source_id: "jane" },
    });
    expect(gift).toMatchObject({
      result: "SUCCESS",
      metadata: { a: 1 },
      voucher: {
        code: "GIFT",
        campaign: null,
        discount: null,
        gift: { amount: 500, balance: 500 },
        loyalty_card: null,
        is_referral_code: false,
        object: "voucher",
      },
    });
    expect(two?.vouchers).toEqual(made[1]?.body.vouchers);
    expect(one).toMatchObject({ source_id: "order/1", tracking_id: "jane" });
    expect(one?.voucher).toMatchObject({ code: made[0]?.body.voucher.code, campaign: "Spring" });
  });

  it("200: by campaign, customer, voucher, result and source id, by id as well as by name", async () => {
    const { project, made, ids } = await shop();
    const [one, two, autumn, gift, failed] = ids;
    const first = made[0]?.body;
    const jane = [failed, gift, autumn, one];
    const cases: [string, (string | undefined)[]][] = [
      ["campaign=Spring", [two, one]],
      [`campaign=${first.voucher.campaign_id}`, [two, one]],
      ["customer=jane", jane],
      [`customer=${first.customer_id}`, jane],
      ["customer=jane&campaign=Spring", [one]],
      [`voucher=${made[1]?.body.vouchers[1]}`, [two]],
      [`voucher=${gift && made[3]?.body.voucher.id}`, [gift]],
      ["voucher=GIFT&customer=john", []],
      ["result=FAILURE", [failed]],
      ["result=SUCCESS", [gift, autumn, two, one]],
      ["result=FAILURE&customer=john", []],
      ["source_id=order%2F1", [one]],
      ["campaign=Winter", []],
      ["customer=nobody", []],
      ["voucher=NONE", []],
    ];
    for (const [query, expected] of cases) {
      const reply = await read(project, `?${query}`);
      expect(idsOf(reply), query).toEqual(expected);
      expect(reply.body.total, query).toBe(expected.length);
    }
  });

  it("200: pages in both orders", async () => {
    const { project, ids } = await shop();
    for (const [order, all] of [
      ["created_at", ids],
      ["-created_at", ids.toReversed()],
      ["id", ids],
      ["-id", ids.toReversed()],
    ] as const) {
      const second = await read(project, `?limit=2&page=2&order=${order}`);
      expect(idsOf(second), order).toEqual(all.slice(2, 4));
      expect(second.body.total).toBe(5);
    }
  });

  it("200: what was deleted is left out, the record stays; another project sees nothing", async () => {
    const { project, ids } = await shop();
    await project.delete("/v1/vouchers/GIFT?force=true");
    await project.delete("/v1/customers/jane");
    const { publications } = parsed(List, await read(project));
    expect(publications.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(publications[1]).not.toHaveProperty("voucher");
    expect(publications[1]).not.toHaveProperty("customer");
    expect((await read(await newProject())).body).toMatchObject({ publications: [], total: 0 });
  });

  it("400: orders and results that are not known", async () => {
    const project = await newProject();
    for (const query of ["result=MAYBE", "limit=101", "page=0"]) {
      const reply = await read(project, `?${query}`);
      expect([reply.status, reply.body.key], query).toEqual([400, "invalid_query_params"]);
    }
  });
});

describe("GET /v1/vouchers/{code}/publications", () => {
  it("200: the one publication of a voucher, at the address that it names itself", async () => {
    const { project, made } = await shop();
    const { body } = await project.get("/v1/vouchers/GIFT");
    const reply = await project.get(body.publish.url);
    expect(idsOf(reply)).toEqual([made[3]?.body.id]);
    expect(costOf(reply).roundTrips).toBe(2);
    await voucher(project, "NEW");
    expect((await project.get("/v1/vouchers/NEW/publications")).body).toMatchObject({ total: 0 });
  });

  it("404: unknown, and of another project", async () => {
    const { project } = await shop();
    for (const at of [project, await newProject()]) {
      const code = at === project ? "NONE" : "GIFT";
      const reply = await at.get(`/v1/vouchers/${code}/publications`);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ key: "not_found", resource_type: "voucher" });
    }
  });
});
