import { describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { addRules, fixed, program } from "../support/earning";
import { everything } from "../support/one-of-each";
import { referralCampaign, referrer } from "../support/referrals";
import { customer, tokenOf } from "../support/shoppers";

const UNKNOWN = "8f1c2f7e-0000-4000-8000-000000000000";
const redeemables = [{ object: "voucher", id: "OFF" }];
const order = { amount: 5000 };

/** Every body that names a customer, by the path that takes it; of browsers, too. */
const TAKERS: readonly [string, (named: object) => unknown][] = [
  ["/v1/validations", (named) => ({ redeemables, order, customer: named })],
  ["/v1/validations", (named) => ({ redeemables, order: { ...order, customer: named } })],
  ["/v1/redemptions", (named) => ({ redeemables, order, customer: named })],
  ["/v1/qualifications", (named) => ({ order, customer: named })],
  ["/v1/promotions/validation", (named) => ({ order, customer: named })],
  ["/v1/vouchers/OFF/validate", (named) => ({ order, customer: named })],
  ["/v1/vouchers/OFF/redemption", (named) => ({ order, customer: named })],
  ["/v1/orders", (named) => ({ ...order, customer: named })],
  ["/v1/orders", (named) => ({ ...order, referrer: named })],
  ["/v1/publications", (named) => ({ campaign: "Club", customer: named })],
  ["/v1/loyalties/Club/members", (named) => ({ customer: named })],
  ["/v1/loyalties/Club/qualifications", (named) => ({ order, customer: named })],
  ["/v1/referrals/members/FRIEND/holders", (named) => ({ holders: [named] })],
  ["/v1/events", (named) => ({ event: "visit", customer: named })],
  ["/v1/customers", (named) => named],
  ["/client/v1/validations", (named) => ({ redeemables, order, customer: named })],
  ["/client/v1/qualifications", (named) => ({ order, customer: named })],
  ["/client/v1/redemptions", (named) => ({ redeemables, order, customer: named })],
  ["/client/v1/events", (named) => ({ event: "visit", customer: named })],
];

async function shop(): Promise<TestProject> {
  const project = await newProject({ client_loyalty_events_enabled: 1 });
  await project.post("/v1/vouchers/OFF", { discount: { type: "AMOUNT", amount_off: 10 } });
  await program(project, "Club", { auto_join: true });
  await addRules(project, "Club", [fixed(5)]);
  await referrer(project, await referralCampaign(project, "Friends"), "carol", "FRIEND");
  await project.post(`/management/v1/projects/${project.id}/custom-event-schemas`, {
    name: "visit",
  });
  await customer(project, "alice");
  return project;
}

const ok = ({ status, body }: Reply, path: string) =>
  expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);

const sourcesOf = async (project: TestProject): Promise<unknown[]> =>
  (await rowsOf("customers", project.id)).map(({ source_id }) => source_id).toSorted();

describe("a customer's id that is nobody's", () => {
  it.each(TAKERS)("%s: goes on with the source id beside it, known or new", async (path, body) => {
    const project = await shop();
    const before = await sourcesOf(project);
    ok(await project.post(path, body({ id: UNKNOWN, source_id: "alice" })), path);
    expect(await sourcesOf(project)).toEqual(before);
    const reply = await project.post(path, body({ id: UNKNOWN, source_id: "newbie" }));
    ok(reply, path);
    const twin = await shop();
    ok(await twin.post(path, body({ source_id: "alice" })), path);
    ok(await twin.post(path, body({ source_id: "newbie" })), path);
    expect(await sourcesOf(project)).toEqual(await sourcesOf(twin));
    expect(JSON.stringify(reply.body)).not.toContain(UNKNOWN);
  });

  it.each(TAKERS)("%s: 404 where it stands alone, and nothing is written", async (path, body) => {
    const project = await shop();
    const before = await everything(project);
    const reply = await project.post(path, body({ id: UNKNOWN }));
    if (path === "/client/v1/events") expect(reply.status).toBeGreaterThanOrEqual(400);
    else {
      expect([reply.status, reply.body.details]).toEqual([
        404,
        `Cannot find customer with id ${UNKNOWN}`,
      ]);
    }
    expect(await everything(project)).toBe(before);
  });

  it("a known id goes before a source id that is another's", async () => {
    const project = await shop();
    const bob = await customer(project, "bob");
    const reply = await project.post("/v1/redemptions", {
      redeemables,
      order,
      customer: { id: bob, source_id: "alice" },
    });
    ok(reply, "/v1/redemptions");
    expect(reply.body.redemptions[0].customer_id).toBe(bob);
  });

  it("limits of one customer count for whom the source id names", async () => {
    const project = await shop();
    const rule = await project.post("/v1/validation-rules", {
      name: "Once",
      rules: {
        "1": { name: "redemption.count.per_customer", conditions: { $less_than_or_equal: [1] } },
      },
    });
    await project.post(`/v1/validation-rules/${rule.body.id}/assignments`, { voucher: "OFF" });
    const redeem = (named: object) =>
      project.post("/v1/vouchers/OFF/redemption", { order, customer: named });
    ok(await redeem({ source_id: "alice" }), "first");
    expect((await redeem({ id: UNKNOWN, source_id: "alice" })).status).toBe(400);
    ok(await redeem({ id: UNKNOWN, source_id: "newbie" }), "another");
  });

  it("a token of a customer who was deleted opens nothing, whatever source id stands beside", async () => {
    const project = await shop();
    const bob = await customer(project, "bob");
    const token = await tokenOf(project, bob);
    await project.delete(`/v1/customers/${bob}`);
    const reply = await project.post(
      "/client/v1/redemptions",
      { redeemables, order, customer: { source_id: "alice" } },
      token,
    );
    expect(reply.status).toBe(401);
    expect(await rowsOf("redemptions", project.id)).toEqual([]);
  });

  it("a rollback takes the source id of who redeemed beside it, and no other's", async () => {
    const project = await shop();
    const redeemed = await project.post("/v1/redemptions", {
      redeemables,
      order,
      customer: { source_id: "alice" },
    });
    const path = `/v1/redemptions/${redeemed.body.redemptions[0].id}/rollback`;
    await customer(project, "bob");
    const other = await project.post(path, { customer: { id: UNKNOWN, source_id: "bob" } });
    expect([other.status, other.body.key]).toEqual([400, "invalid_customer"]);
    expect((await project.post(path, { customer: { id: UNKNOWN } })).status).toBe(404);
    ok(await project.post(path, { customer: { id: UNKNOWN, source_id: "alice" } }), path);
  });
});
