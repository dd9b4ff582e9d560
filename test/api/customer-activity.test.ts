import { describe, expect, it } from "vitest";
import { cursorListOf } from "../../src/http/page";
import { Activity } from "../../src/resources/events/schema";
import { costOf, newProject, parsed, type TestProject } from "../support/api";
import { homeDb } from "../support/places";
import { campaign, codes, publish } from "../support/publishing";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

const List = cursorListOf(Activity);

async function activity(project: TestProject, query = "", name = "jane") {
  const reply = await project.get(`/v1/customers/${name}/activity${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(List, reply);
}

const kinds = async (project: TestProject, query = "") =>
  (await activity(project, query)).data.map(({ type }) => type);

const JANE = { customer: { source_id: "jane" } };

describe("GET /v1/customers/:customerId/activity", () => {
  it("200: what happened to the customer, the newest first", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane" });
    await project.put("/v1/customers/jane", { name: "Jane" });
    await voucher(project, "A", { redemption: { quantity: 1 } });
    const { body } = await redeem(project, "A", JANE);
    await redeem(project, "A", JANE);
    await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`, {});
    await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`, {});
    const list = await activity(project, "?limit=100");
    expect(list.data.map(({ type }) => type)).toEqual([
      "customer.redemption.rollback.failed",
      "customer.redemption.rollback.succeeded",
      "customer.redemption.failed",
      "customer.redemption.succeeded",
      "customer.updated",
      "customer.created",
    ]);
    expect(list.has_more).toBe(false);
    const succeeded = list.data[3];
    expect(succeeded?.id).toMatch(/^evred_[0-9a-f]{18}_\d+$/);
    expect(succeeded?.group_id).toMatch(/^v-/);
    expect(succeeded?.data.event_source).toMatchObject({ channel: "API" });
    expect(succeeded?.data.data).toMatchObject({
      redemption: { id: body.redemptions[0].id },
      customer: { source_id: "jane" },
    });
  });

  it("200: by id as by source id, in the other order too", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/customers", { source_id: "jane" });
    await project.put("/v1/customers/jane", { name: "Jane" });
    expect(await activity(project, "", body.id)).toEqual(await activity(project));
    expect(await kinds(project, "?order=created_at")).toEqual([
      "customer.created",
      "customer.updated",
    ]);
  });

  it("200: a customer that a redemption or a publication made, and what came after", async () => {
    const project = await newProject();
    await giftCard(project, "GIFT", 1000);
    await project.post("/v1/redemptions", {
      redeemables: redeemables("GIFT", 100),
      order: { amount: 500 },
      ...JANE,
    });
    expect(await kinds(project)).toEqual([
      "customer.order.paid",
      "customer.order.created",
      "customer.redemption.succeeded",
      "customer.created",
    ]);
    await publish(project, "jane", { voucher: "GIFT" });
    await project.post("/v1/vouchers/GIFT/balance", { amount: 100 });
    await project.delete("/v1/vouchers/GIFT");
    expect((await kinds(project)).slice(0, 3)).toEqual([
      "customer.voucher.deleted",
      "customer.voucher.gift.balance_added",
      "customer.publication.succeeded",
    ]);
  });

  it("200: orders", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/orders", { amount: 100, ...JANE });
    await project.put(`/v1/orders/${body.id}`, { status: "PAID" });
    expect(await kinds(project)).toEqual([
      "customer.order.paid",
      "customer.order.updated",
      "customer.order.created",
      "customer.created",
    ]);
  });

  it("200: what redemptions and rollbacks do to an order, with what was redeemed", async () => {
    const project = await newProject();
    await voucher(project, "A");
    await voucher(project, "B");
    const order = { source_id: "o1", amount: 1_000 };
    const { body } = await project.post("/v1/redemptions", {
      redeemables: [...redeemables("A"), ...redeemables("B")],
      order,
      ...JANE,
    });
    await project.post(`/v1/redemptions/${body.parent_redemption.id}/rollbacks`, {});
    const all = (await activity(project, "?limit=100&order=created_at")).data;
    expect(all.map(({ type }) => type)).toEqual([
      "customer.created",
      "customer.redemption.succeeded",
      "customer.redemption.succeeded",
      "customer.order.created",
      "customer.order.paid",
      "customer.redemption.rollback.succeeded",
      "customer.redemption.rollback.succeeded",
      "customer.order.updated",
      "customer.order.canceled",
    ]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(9);
    expect(all[2]?.data.data).not.toHaveProperty("order_events");
    expect(all[4]?.group_id).toBe(all[2]?.group_id);
    expect(all[4]?.data.data).toMatchObject({
      customer: { source_id: "jane" },
      order: { source_id: "o1", status: "PAID", total_discount_amount: 200 },
      redemption: { id: body.redemptions[1].id },
      voucher: { code: "B" },
      promotion_tier: null,
      referrer: null,
    });
    expect(all[8]?.data.data).toMatchObject({ order: { status: "CANCELED" } });
  });

  it("200: an order that was there is updated, and paid where it was not", async () => {
    const project = await newProject();
    await voucher(project, "A");
    const { body } = await project.post("/v1/orders", { amount: 100, ...JANE });
    const again = { order: { id: body.id }, ...JANE };
    await project.post("/v1/redemptions", { redeemables: redeemables("A"), ...again });
    await project.post("/v1/redemptions", { redeemables: redeemables("A"), ...again });
    expect(await kinds(project, "?type=customer.order.paid")).toHaveLength(1);
    expect(await kinds(project, "?type=customer.order.updated")).toHaveLength(2);
    expect((await kinds(project)).slice(0, 2)).toEqual([
      "customer.order.updated",
      "customer.redemption.succeeded",
    ]);
  });

  it("200: pages that begin within what one redemption did", async () => {
    const project = await newProject();
    await voucher(project, "A");
    for (let at = 0; at < 4; at++) {
      const order = { amount: 1_000 };
      await project.post("/v1/redemptions", { redeemables: redeemables("A"), order, ...JANE });
    }
    for (const query of ["order=created_at", "order=-created_at", "type=customer.order.paid"]) {
      const all = (await activity(project, `?limit=100&${query}`)).data.map(({ id }) => id);
      expect(all).toHaveLength(query.startsWith("type") ? 4 : 13);
      for (const limit of [1, 2, 5]) {
        const seen: string[] = [];
        for (let cursor = ""; seen.length < 20; ) {
          const list = await activity(project, `?limit=${limit}&${query}${cursor}`);
          seen.push(...list.data.map(({ id }) => id));
          if (!list.has_more) break;
          cursor = `&starting_after_id=${list.more_starting_after}`;
        }
        expect(seen).toEqual(all);
      }
    }
  });

  it("200: pages follow each other without gap and without double", async () => {
    const project = await newProject();
    await voucher(project, "A");
    for (let at = 0; at < 7; at++) await redeem(project, "A", JANE);
    for (const order of ["created_at", "-created_at"]) {
      const all = (await activity(project, `?limit=100&order=${order}`)).data;
      expect(all).toHaveLength(8);
      const seen: string[] = [];
      let cursor = "";
      for (let page = 0; page < 4; page++) {
        const list = await activity(project, `?limit=3&order=${order}${cursor}`);
        seen.push(...list.data.map(({ id }) => id));
        if (!list.has_more) break;
        expect(list.more_starting_after).toBe(list.data.at(-1)?.id);
        cursor = `&starting_after_id=${list.more_starting_after}`;
      }
      expect(seen).toEqual(all.map(({ id }) => id));
    }
  });

  it("200: filters by kind, by campaign and by its type", async () => {
    const project = await newProject();
    const id = await campaign(project, "Spring");
    await codes(project, id, { prefix: "S", to: 2 });
    await voucher(project, "A");
    await redeem(project, "A", JANE);
    await redeem(project, "S-1", JANE);
    expect(await kinds(project, "?type=customer.created")).toEqual(["customer.created"]);
    expect(await kinds(project, "?type=customer.nothing.known")).toEqual([]);
    expect(await kinds(project, "?category=ACTION")).toEqual(await kinds(project));
    expect(await kinds(project, "?category=EFFECT")).toEqual([]);
    const redeemed = ["customer.redemption.succeeded"];
    expect(await kinds(project, `?campaign_id=${id}`)).toEqual(redeemed);
    expect(await kinds(project, "?campaign_type=DISCOUNT_COUPONS")).toEqual(redeemed);
    expect(await kinds(project, "?campaign_type=GIFT_VOUCHERS")).toEqual([]);
  });

  it("200: between two dates", async () => {
    const project = await newProject();
    await voucher(project, "A");
    for (let at = 0; at < 5; at++) await redeem(project, "A", JANE);
    const days = "UPDATE outbox SET created_at = printf('2026-03-%02dT00:00:00.000Z', sequence)";
    await homeDb().prepare(`${days} WHERE project_id = ?1`).bind(project.id).run();
    const all = (await activity(project, "?order=created_at")).data;
    const [from, to] = [all[1]?.created_at ?? "", all[3]?.created_at ?? ""];
    const between = await activity(project, `?order=created_at&start_date=${from}&end_date=${to}`);
    expect(between.data).toEqual(all.slice(1, 4));
    expect((await activity(project, `?start_date=${to}&order=created_at`)).data).toEqual(
      all.slice(3),
    );
    expect((await activity(project, "?end_date=2026-01-01")).data).toEqual([]);
    expect((await activity(project, "?start_date=2027-01-01")).data).toEqual([]);
    const ever = "start_date=0000-01-01T00:00:00Z&end_date=9999-12-31T23:59:59Z";
    expect((await activity(project, `?order=created_at&${ever}`)).data).toEqual(all);
  });

  it("200: a filter that little fits says after so many events where to go on", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/customers", { source_id: "jane" });
    await homeDb().batch([
      homeDb()
        .prepare(
          `WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1200)
         INSERT INTO outbox (project_id, sequence, id, kind, entity_id, group_id, source, data, created_at, customer_id)
         SELECT ?1, i, printf('evcus_%018d', i), 'customer.updated', ?2, 'v-1', '{}', '{}', '2026-01-01T00:00:00.000Z', ?2 FROM n`,
        )
        .bind(project.id, body.id),
      homeDb()
        .prepare("UPDATE tallies SET event_sequence = 1200 WHERE project_id = ?1")
        .bind(project.id),
    ]);
    const pages = [await activity(project, "?type=customer.created")];
    for (let page = 0; page < 2; page++) {
      const after = pages.at(-1)?.more_starting_after;
      pages.push(await activity(project, `?type=customer.created&starting_after_id=${after}`));
    }
    expect(pages.map(({ data }) => data.length)).toEqual([0, 0, 1]);
    expect(pages.map(({ has_more }) => has_more)).toEqual([true, true, false]);
  });

  it("400: a cursor that is none, an unknown order, a bad date", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "jane" });
    for (const query of ["start_date=soon", "limit=0"]) {
      const reply = await project.get(`/v1/customers/jane/activity?${query}`);
      expect(reply.status, query).toBe(400);
      expect(reply.body.key).toBe("invalid_query_params");
    }
  });

  it("404: an unknown customer, and one of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { body } = await other.post("/v1/customers", { source_id: "jane" });
    for (const name of ["jane", body.id]) {
      const reply = await project.get(`/v1/customers/${name}/activity`);
      expect(reply.status).toBe(404);
      expect(reply.body.resource_type).toBe("customer");
    }
  });

  it("reads as much of 4,000 events as of 100, whoever they are of", async () => {
    const project = await newProject();
    const { body } = await project.post("/v1/customers", { source_id: "jane" });
    await project.post("/v1/customers", { source_id: "john" });
    const add = async (from: number, to: number) => {
      await homeDb().batch([
        homeDb()
          .prepare(
            `WITH RECURSIVE n (i) AS (SELECT ?2 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
           INSERT INTO outbox (project_id, sequence, id, kind, entity_id, group_id, source, data, created_at, customer_id)
           SELECT ?1, i, printf('evcus_%018d', i), 'customer.updated', ?4, 'v-1', '{}', '{}',
             strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + i * 600, 'unixepoch'), iif(i % 2, ?4, 'cust_other') FROM n`,
          )
          .bind(project.id, from, to, body.id),
        homeDb()
          .prepare("UPDATE tallies SET event_sequence = ?2 WHERE project_id = ?1")
          .bind(project.id, to),
      ]);
    };
    const cost = async (query: string) => {
      const reply = await project.get(`/v1/customers/jane/activity?limit=5&${query}`);
      expect(reply.body.data).toHaveLength(5);
      expect(costOf(reply).roundTrips).toBe(1);
      return costOf(reply).read;
    };
    const queries = ["", "order=created_at", "starting_after_id=evcus_1_30"];
    await add(3, 100);
    const few = await Promise.all(queries.map(cost));
    await add(101, 4000);
    expect(await Promise.all(queries.map(cost))).toEqual(few);
    const dated = await cost("start_date=2026-01-10&end_date=2026-01-20");
    // Sizes of the page's events are looked at before they are read.
    expect(dated).toBeLessThan(345);
  });
});
