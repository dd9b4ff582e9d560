import { describe, expect, it } from "vitest";
import { eventKinds, newProject, rowsOf, type TestProject } from "../support/api";
import { made } from "../support/deciding";
import { earningRule, fixed, hearAgain, hearAll } from "../support/earning";
import { DEAF_QUEUES, sendPausing } from "../support/faults";
import { expectSound } from "../support/loyalty";
import { coinReward, goodsReward } from "../support/rewarding";
import { ADA, assigned, paying } from "../support/spending";

/** A program with everything that hears of events: rules of each kind, tiers, a reward by itself. */
async function opened() {
  const project = await newProject();
  const { id } = await made(project, "/v1/loyalties", {
    name: "Points",
    voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
  });
  await made(project, `/v1/loyalties/${id}/tiers`, [
    { name: "Silver", points: { from: 100, to: 299 } },
    { name: "Gold", points: { from: 300 } },
  ]);
  const segment = await made(project, "/v1/segments", {
    name: "Friends",
    type: "auto-update",
    filter: { junction: "AND", "metadata.friend": { conditions: { $is: [true] } } },
  });
  await made(project, `/management/v1/projects/${project.id}/custom-event-schemas`, {
    name: "visit",
  });
  await earningRule(project, "Points", {
    event: "order.paid",
    loyalty: {
      type: "PROPORTIONAL",
      calculation_type: "ORDER_AMOUNT",
      order: { amount: { every: 100, points: 1 } },
    },
  });
  await earningRule(
    project,
    "Points",
    fixed(7, { pending_points: { period_type: "DAY", period_value: 3 } }),
  );
  const loyalty = { type: "FIXED", points: 5 };
  await earningRule(project, "Points", { event: "visit", loyalty });
  const entered = { event: "customer.segment.entered", segment: { id: segment.id }, loyalty };
  await earningRule(project, "Points", entered);
  const joined = {
    event: "customer.loyalty.tier.joined",
    loyalty_tier: { id: "__ANY__" },
    loyalty,
  };
  await earningRule(project, "Points", joined);
  const coin = await coinReward(project);
  await assigned(project, { reward: coin, campaign: id });
  await made(project, `/v1/rewards/${await goodsReward(project)}/assignments`, {
    campaign: id,
    parameters: { loyalty: { points: 1000, auto_redeem: true } },
  });
  const member = async (source_id: string) =>
    (await made(project, `/v1/loyalties/${id}/members`, { customer: { source_id } })).code;
  return { project, coin, card: String(await member("ada")), other: String(await member("bob")) };
}

type Opened = Awaited<ReturnType<typeof opened>>;

/** What a shop does, of which no queue hears. */
async function lived({ project, coin, card, other }: Opened): Promise<void> {
  const ask = async (path: string, body: object, method = "POST") => {
    const reply = await sendPausing(project, { method, path, body }, {}, DEAF_QUEUES);
    expect(reply.status, JSON.stringify(reply.body)).toBeLessThan(300);
    return reply.body;
  };
  const order = async (amount: number, ...statuses: string[]) => {
    const { id } = await ask("/v1/orders", { amount, status: "CREATED", customer: ADA });
    for (const status of statuses) await ask(`/v1/orders/${id}`, { status }, "PUT");
  };
  await order(20_000, "PAID");
  await order(5_000, "PAID", "FULFILLED");
  await order(3_000, "FULFILLED");
  await order(9_000, "PAID", "CANCELED");
  await ask("/v1/events", { event: "visit", customer: ADA });
  for (const friend of [true, false, true]) {
    await ask("/v1/customers/ada", { metadata: { friend } }, "PUT");
  }
  await ask(`/v1/loyalties/members/${card}/balance`, { points: 150 });
  await ask(`/v1/loyalties/Points/members/${other}/transfers`, [
    { code: card, points: 40, source_id: "gift" },
  ]);
  const { redemptions } = await ask("/v1/redemptions", {
    redeemables: [paying(card, coin, 100)],
    order: { amount: 2000 },
    customer: ADA,
  });
  await ask(`/v1/redemptions/${redemptions[0].id}/rollback`, {});
}

const TABLES = [
  "voucher_transactions",
  "loyalty_points_buckets",
  "loyalty_points_moves",
  "loyalty_pending_points",
  "loyalty_awards",
  "loyalty_members",
  "vouchers",
  "segment_standing",
  "redemptions",
];

const stateOf = async (project: TestProject) =>
  Promise.all(TABLES.map(async (table) => [table, await rowsOf(table, project.id)]));

const balances = async ({ project, card, other }: Opened) =>
  Promise.all(
    [card, other].map(async (code) => {
      const { loyalty_card } = (await project.get(`/v1/loyalties/members/${code}`)).body;
      return [loyalty_card.balance, loyalty_card.pending_points];
    }),
  );

/*
 * Orders give 200 + 50 + 30, and 3 x 7 that wait; one that is canceled before anybody hears of it
 * gives nothing, as the one that points paid. A visit, a tier and each time of becoming a friend give
 * 5; 150 came by hand, and 40 went to the other card.
 */
describe("every event told three times and out of order", () => {
  it("changes no balance, no tier and nothing else, and tells of nothing more", async () => {
    const shop = await opened();
    await lived(shop);
    await hearAll(shop.project);
    const [state, told] = [await stateOf(shop.project), await eventKinds(shop.project.id)];
    await hearAgain(shop.project, "backwards");
    await hearAgain(shop.project);
    await hearAgain(shop.project, "backwards");
    await hearAll(shop.project);
    expect(await stateOf(shop.project)).toEqual(state);
    expect(await eventKinds(shop.project.id)).toEqual(told);
    await expectSound(shop.project);
  });

  it("leads to the same where the last one is the first to be heard, but for who was in a segment meanwhile", async () => {
    const [one, two] = [await opened(), await opened()];
    await lived(one);
    await hearAll(one.project);
    await lived(two);
    for (let at = 0; at < 3; at++) await hearAgain(two.project, "backwards");
    await hearAll(two.project);
    expect(await balances(one)).toEqual([
      [410, 21],
      [40, 0],
    ]);
    // A friend twice, or once at last: what is heard behind a later event tells of no segment.
    const [[points, pending] = [], other] = await balances(two);
    expect([405, 410]).toContain(points);
    expect([pending, other]).toEqual([21, [40, 0]]);
    await expectSound(two.project);
  });
});
