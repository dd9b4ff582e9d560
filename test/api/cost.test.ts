import { beforeAll, describe, expect, it } from "vitest";
import { costOf, newProject, type Reply, type TestProject } from "../support/api";
import { crowd } from "../support/crowd";
import { redeem, redeemables, voucher } from "../support/redeeming";

const FEW = 1_000;
const MANY = 100_000;

interface Shop {
  project: TestProject;
  /** A voucher and a customer of whom all past redemptions are. */
  voucherId: string;
  customerId: string;
  ruleId: string;
}

const customer = { source_id: "hot", name: "Hot" };
const rule = {
  name: "Over 1.00",
  rules: { "1": { name: "order.amount", conditions: { $more_than: [100] } }, logic: "1" },
};

async function shop(): Promise<Shop> {
  const project = await newProject();
  const made = await project.post("/v1/validation-rules", rule);
  const ruleId = made.body.id;
  await voucher(project, "HOT", { validation_rules: [ruleId] });
  const reply = await redeem(project, "HOT", { customer, order: { amount: 1000 } });
  const { id, voucher: hot } = reply.body.redemptions[0];
  await project.post(`/v1/redemptions/${id}/rollback`);
  return { project, voucherId: hot.id, customerId: reply.body.redemptions[0].customer_id, ruleId };
}

const decided = (source_id: string) => ({
  redeemables: redeemables("HOT"),
  customer,
  order: { source_id, amount: 1000, items: [{ source_id: "sku", amount: 1000 }] },
});

type Call = (shop: Shop, round: string) => Promise<Reply>;

const redeemed: Call = ({ project }, round) => project.post("/v1/redemptions", decided(round));

/** What a call costs in round trips, and the call; `round` is another text each time. */
const calls: { name: string; roundTrips: number; call: Call }[] = [
  {
    name: "a validation",
    roundTrips: 1,
    call: ({ project }, round) => project.post("/v1/validations", decided(round)),
  },
  { name: "a redemption", roundTrips: 2, call: redeemed },
  {
    name: "a failed redemption",
    roundTrips: 2,
    call: ({ project }) => redeem(project, "HOT", { customer, order: { amount: 1 } }),
  },
  {
    name: "a rollback",
    roundTrips: 2,
    call: async (at, round) => {
      const { body } = await redeemed(at, `${round}-back`);
      return at.project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`);
    },
  },
  {
    name: "a voucher by its code",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/vouchers/HOT"),
  },
  {
    name: "a voucher by its id",
    roundTrips: 1,
    call: ({ project, voucherId }) => project.get(`/v1/vouchers/${voucherId}`),
  },
  {
    name: "a new voucher",
    roundTrips: 1,
    call: ({ project }, round) =>
      project.post("/v1/vouchers", {
        code: `N-${round}`,
        discount: { type: "PERCENT", percent_off: 5 },
      }),
  },
  {
    name: "a new voucher with a rule",
    roundTrips: 2,
    call: ({ project, ruleId }, round) =>
      project.post("/v1/vouchers", {
        code: `R-${round}`,
        discount: { type: "PERCENT", percent_off: 5 },
        validation_rules: [ruleId],
      }),
  },
  {
    name: "a redemption by its id",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/redemptions/r_000000000000000007"),
  },
  {
    name: "a customer by source id",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/customers/hot"),
  },
  {
    name: "a page of vouchers",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/vouchers?limit=20&page=2&order=created_at"),
  },
  {
    name: "a page of vouchers by update",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/vouchers?limit=20&page=2&order=-updated_at"),
  },
  {
    name: "a page of vouchers by code",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/vouchers?limit=20&page=2&order=code"),
  },
  {
    name: "a page of redemptions, the oldest first",
    roundTrips: 2,
    call: ({ project }) => project.get("/v1/redemptions?limit=20&page=2&order=created_at"),
  },
  {
    name: "a page of failed redemptions of a customer",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/redemptions?customer=crowd-7&result=FAILURE"),
  },
  {
    name: "a page of customers",
    roundTrips: 1,
    call: ({ project }) => project.get("/v1/customers?limit=20&page=2"),
  },
];

describe(`with ${FEW} and with ${MANY} vouchers, customers and redemptions`, () => {
  const few = new Map<string, Reply>();
  const many = new Map<string, Reply>();

  async function measure(at: Shop, round: string, found: Map<string, Reply>) {
    await at.project.get("/v1/vouchers/HOT");
    for (const { name, call } of calls) found.set(name, await call(at, round));
  }

  let at: Shop;

  beforeAll(async () => {
    at = await shop();
    await crowd(at.project, at, 0, FEW);
    // A row's neighbour in an index costs one read: a first round gives every row its neighbours.
    await measure(at, "first", new Map());
    await measure(at, "few", few);
    await crowd(at.project, at, FEW, MANY);
    await measure(at, "many", many);
  });

  it.each(calls)("$name: $roundTrips round trips, the same rows read", ({ name, roundTrips }) => {
    const [before, after] = [few, many].map((found) => costOf(present(found.get(name))));
    expect(after?.roundTrips).toBe(roundTrips);
    expect(before?.roundTrips).toBe(roundTrips);
    expect(after?.read).toBe(before?.read);
    expect(after?.written).toBe(before?.written);
  });

  it("lists tell the total of all", () => {
    for (const name of [
      "a page of vouchers",
      "a page of redemptions, the oldest first",
      "a page of customers",
    ]) {
      expect(present(many.get(name)).body.total).toBeGreaterThanOrEqual(MANY);
    }
  });
});

function present(reply: Reply | undefined): Reply {
  expect(reply?.status, JSON.stringify(reply?.body)).toBeLessThan(500);
  if (!reply) throw new Error("every call was measured");
  return reply;
}
