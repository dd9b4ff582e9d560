import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { followSegments } from "../../src/resources/segments/follow";
import { jobScope } from "../../src/scope/job-scope";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { hearAgain, hearAll, program } from "../support/earning";
import { DEAF_QUEUES, pausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";
import { redeemAs, referralCampaign, referrer } from "../support/referrals";

let project: TestProject;

beforeEach(async () => {
  project = await newProject();
});

const segment = async (name: string, filter: object, type = "auto-update"): Promise<string> => {
  const reply = await project.post("/v1/segments", { name, type, filter });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
};

const VIP = { "metadata.vip": { conditions: { $is: [true] } } };

const save = async (metadata: object, customer = "ada"): Promise<string> => {
  const reply = await project.post("/v1/customers", { source_id: customer, metadata });
  expect(reply.status).toBe(200);
  return reply.body.id;
};

const saved = async (metadata: object) => {
  await save(metadata);
  await hearAll(project);
};

/** What was told of segments, in its order: `+` for entering, `-` for leaving. */
const told = async (): Promise<string[]> =>
  (await eventsOf(project.id)).flatMap(({ kind, data }) => {
    const [, change] = /^customer\.segment\.(entered|left)$/.exec(kind) ?? [];
    return change ? [`${change === "entered" ? "+" : "-"}${data.segment.name}`] : [];
  });

const standing = () => rowsOf("segment_standing", project.id);

/** Looks at a customer as a listener does; `meanwhile` happens before its nth batch. */
async function follow(id: string, meanwhile?: { before: number; act: () => Promise<unknown> }) {
  let batches = Number.NEGATIVE_INFINITY;
  const before = async () => {
    batches += 1;
    if (batches === meanwhile?.before) await meanwhile.act();
  };
  const bound = {
    ...env,
    ...DEAF_QUEUES,
    [homeName()]: pausing(homeDb(), { before }, { count: 0 }),
  };
  const job = await jobScope(bound, { projectId: project.id, requestId: "v-1", baseUrl: "" });
  if (!job) throw new Error("the project is there");
  const { cost } = job.scope.db;
  const was = { ...cost };
  batches = 0;
  await followSegments(job.scope, [id]);
  return { trips: cost.round_trips - was.round_trips, rows: cost.rows_read - was.rows_read };
}

describe("membership of segments", () => {
  it("is told once when a customer enters, once when it leaves, and again later", async () => {
    const id = await segment("Vips", VIP);
    await saved({ vip: false });
    expect(await told()).toEqual([]);
    await saved({ vip: true });
    await saved({ vip: true, more: 1 });
    expect(await told()).toEqual(["+Vips"]);
    await saved({ vip: false });
    expect(await told()).toEqual(["+Vips", "-Vips"]);
    expect(await standing()).toEqual([]);
    await saved({ vip: true });
    expect(await told()).toEqual(["+Vips", "-Vips", "+Vips"]);
    expect(await standing()).toMatchObject([{ segment_id: id }]);
    await expectSound(project.id);
  });

  it("stands in the customer's activity with the customer and the segment", async () => {
    const id = await segment("Vips", VIP);
    await saved({ vip: true });
    const { body } = await project.get("/v1/customers/ada/activity?limit=1");
    expect(body.data[0]).toMatchObject({
      type: "customer.segment.entered",
      data: {
        data: {
          customer: { source_id: "ada", metadata: { vip: true }, object: "customer" },
          segment: { id, name: "Vips", object: "segment" },
        },
      },
    });
  });

  it("is told no more by events that come again, in any order", async () => {
    await segment("Vips", VIP);
    for (const vip of [true, false, true]) await saved({ vip });
    await hearAgain(project, "backwards");
    await hearAgain(project);
    await hearAll(project);
    expect(await told()).toEqual(["+Vips", "-Vips", "+Vips"]);
  });

  it("follows orders, redemptions, points and gift cards", async () => {
    const over = (field: string, least: number) => ({
      [field]: { conditions: { $more_than_or_equal: [least] } },
    });
    await segment("Buyers", over("summary.orders.total_amount", 1_000));
    await segment("Redeemers", over("summary.redemptions.total_succeeded", 1));
    await segment("Collectors", over("loyalty.points", 100));
    await segment("Gifted", over("summary.redemptions.gift.amount_to_go", 500));
    const customer = { source_id: "ada" };
    const { body: order } = await project.post("/v1/orders", {
      amount: 1_500,
      status: "PAID",
      customer,
    });
    await hearAll(project);
    expect(await told()).toEqual(["+Buyers"]);
    await project.put(`/v1/orders/${order.id}`, { status: "CANCELED" });
    await hearAll(project);
    expect(await told()).toEqual(["+Buyers", "-Buyers"]);
    await program(project, "Points");
    const { body: member } = await project.post("/v1/loyalties/Points/members", { customer });
    await project.post(`/v1/loyalties/members/${member.code}/balance`, { points: 100 });
    await hearAll(project);
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 500 } });
    await project.post("/v1/publications", { voucher: "GIFT", customer });
    await hearAll(project);
    expect((await told()).slice(2)).toEqual(["+Collectors", "+Gifted"]);
    await project.post("/v1/redemptions", {
      redeemables: [{ object: "voucher", id: "GIFT", gift: { credits: 100 } }],
      order: { amount: 100 },
      customer: { source_id: "bob" },
    });
    await hearAll(project);
    expect((await told()).slice(4).sort()).toEqual(["+Redeemers", "-Gifted"]);
    await expectSound(project.id);
  });

  it("follows an order from one customer to another, and to nobody", async () => {
    await segment("Buyers", { "summary.orders.total_count": { conditions: { $more_than: [0] } } });
    const ada = await save({});
    const order = { source_id: "one", amount: 5000, status: "PAID" };
    await project.post("/v1/orders", { ...order, customer: { id: ada } });
    await hearAll(project);
    await project.put("/v1/orders/one", { customer: { source_id: "bob" } });
    await hearAll(project);
    expect((await told()).toSorted()).toEqual(["+Buyers", "+Buyers", "-Buyers"]);
    const { body } = await project.get("/v1/customers/ada/activity");
    const changes = body.data.filter(({ type }: { type: string }) => type.endsWith("updated"));
    expect(changes).toMatchObject([
      { type: "customer.order.updated", data: { data: { customer: { source_id: "bob" } } } },
    ]);
    await project.post("/v1/vouchers/TEN", { discount: { type: "AMOUNT", amount_off: 10 } });
    await redeemAs(project, "ada", "TEN", { order: { source_id: "one" } });
    await hearAll(project);
    expect((await told()).slice(3).toSorted()).toEqual(["+Buyers", "-Buyers"]);
    await project.put("/v1/orders/one", { customer: null });
    await hearAll(project);
    expect((await told()).slice(5)).toEqual(["-Buyers"]);
    expect(await standing()).toEqual([]);
    await expectSound(project.id);
  });

  it("follows a gift card into the bin and out of it", async () => {
    const filter = { "summary.redemptions.gift.amount_to_go": { conditions: { $more_than: [0] } } };
    await segment("Gifted", filter);
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 500 } });
    await project.post("/v1/publications", { voucher: "GIFT", customer: { source_id: "ada" } });
    await hearAll(project);
    expect((await project.delete("/v1/vouchers/GIFT")).status).toBe(204);
    await hearAll(project);
    expect(await told()).toEqual(["+Gifted", "-Gifted"]);
    const [{ id }] = (await project.get("/v1/trash-bin")).body.data;
    expect((await project.post(`/v1/trash-bin/${id}/restore`)).status).toBe(200);
    await hearAll(project);
    expect(await told()).toEqual(["+Gifted", "-Gifted", "+Gifted"]);
    await expectSound(project.id);
  });

  it("does not look at who holds a card that is changed", async () => {
    await save({ vip: true });
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 500 } });
    await project.post("/v1/publications", { voucher: "GIFT", customer: { source_id: "ada" } });
    await hearAll(project);
    // Who is looked at enters a new segment then.
    await segment("Vips", VIP);
    expect((await project.put("/v1/vouchers/GIFT", { metadata: { a: 1 } })).status).toBe(200);
    await hearAll(project);
    expect(await told()).toEqual([]);
    await saved({ vip: true, seen: 1 });
    expect(await told()).toEqual(["+Vips"]);
  });

  it("is told of many segments at once, and not of static and passive ones", async () => {
    const id = await save({ vip: true });
    await project.post("/v1/segments", { name: "Listed", customers: [id] });
    await segment("Passive", VIP, "passive");
    await segment("A", VIP);
    await segment("B", VIP);
    await hearAll(project);
    expect((await told()).sort()).toEqual(["+A", "+B"]);
  });

  it("is first told of a new segment when something happens to the customer", async () => {
    await saved({ vip: true });
    await segment("Vips", VIP);
    await hearAll(project);
    expect(await told()).toEqual([]);
    await saved({ vip: true, more: 1 });
    expect(await told()).toEqual(["+Vips"]);
  });

  it("ends silently with its segment, and with its customer", async () => {
    const id = await segment("Vips", VIP);
    await saved({ vip: true });
    await project.delete(`/v1/segments/${id}`);
    await saved({ vip: true, more: 1 });
    expect(await told()).toEqual(["+Vips"]);
    expect(await standing()).toEqual([]);
    await segment("Again", VIP);
    await saved({ vip: true, more: 2 });
    expect(await standing()).toHaveLength(1);
    await project.delete("/v1/customers/ada");
    expect(await standing()).toEqual([]);
    await hearAgain(project);
    expect(await told()).toEqual(["+Vips", "+Again"]);
    await expectSound(project.id);
  });

  it("is told once by many who look at once", async () => {
    await segment("Vips", VIP);
    const id = await save({ vip: true });
    await Promise.all(Array.from({ length: 20 }, () => follow(id)));
    expect(await told()).toEqual(["+Vips"]);
    await save({ vip: false });
    await Promise.all(Array.from({ length: 20 }, () => follow(id)));
    expect(await told()).toEqual(["+Vips", "-Vips"]);
    await expectSound(project.id);
  });

  it("is decided anew where the customer changes between reading and writing", async () => {
    await segment("Vips", VIP);
    const id = await save({ vip: true });
    await follow(id, { before: 2, act: () => save({ vip: false }) });
    expect(await told()).toEqual([]);
    expect(await standing()).toEqual([]);
    await save({ vip: true });
    await follow(id, { before: 2, act: () => project.delete("/v1/customers/ada") });
    expect(await standing()).toEqual([]);
    await expectSound(project.id);
  });

  it.each([
    ["ada", "loyalty.referred_customers"],
    ["bob", "referrals.total"],
  ])("is decided anew where a referral converts for %s (%s) meanwhile", async (who, field) => {
    const code = await referrer(project, await referralCampaign(project, "Friends"), "ada");
    const id = await save({}, who);
    await hearAll(project);
    await segment("Alone", { [field]: { conditions: { $is: [0] } } });
    expect((await redeemAs(project, "bob", code)).status).toBe(200);
    await follow(id, { before: 2, act: () => hearAll(project) });
    const { body } = await project.get(`/v1/customers/${who}/segments`);
    expect(body.data).toEqual([]);
    expect((await standing()).filter(({ customer_id }) => customer_id === id)).toEqual([]);
    await expectSound(project.id);
  });

  it("is decided anew where points of two programs move by the same meanwhile", async () => {
    const [id, other] = [await program(project, "Points"), await program(project, "Other")];
    const add = async (name: string, points: number) => {
      const { body } = await project.get(`/v1/loyalties/${name}/members?customer=ada`);
      const path = `/v1/loyalties/members/${body.vouchers[0].code}/balance`;
      expect((await project.post(path, { points })).status).toBe(200);
    };
    for (const name of [id, other]) {
      const sent = { customer: { source_id: "ada" } };
      expect((await project.post(`/v1/loyalties/${name}/members`, sent)).status).toBe(200);
    }
    await add(id, 5);
    await hearAll(project);
    await segment("Five", { [`loyalty_points.${id}`]: { conditions: { $is: [5] } } });
    const { body } = await project.get("/v1/customers/ada");
    const act = async () => {
      await add(id, -5);
      await add(other, 5);
    };
    await follow(body.id, { before: 2, act });
    expect(await told()).toEqual([]);
    expect(await standing()).toEqual([]);
    await expectSound(project.id);
  });

  it("costs one read where there is nothing to tell, and no more with other customers", async () => {
    const id = await save({ vip: true });
    expect((await follow(id)).trips).toBe(1);
    await segment("Vips", VIP);
    expect((await follow(id)).trips).toBe(2);
    const others = Array.from({ length: 30 }, (_, at) => save({ vip: true }, `c${at}`));
    const [first = "", ...rest] = await Promise.all(others);
    await follow(first);
    const { trips, rows } = await follow(id);
    expect(trips).toBe(1);
    for (const other of rest) await follow(other);
    expect(await follow(id)).toEqual({ trips, rows });
  });
});
