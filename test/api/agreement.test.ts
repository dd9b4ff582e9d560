import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { expectSound } from "../support/invariants";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

const SEED = Number(process.env.FC_SEED ?? Date.now() % 1_000_000_000);
const RUNS = 60;

const money = fc.integer({ min: 0, max: 5000 });
const discount = fc.oneof(
  money.map((amount_off) => ({ type: "AMOUNT", amount_off })),
  fc
    .integer({ min: 0, max: 1000 })
    .map((tenths) => ({ type: "PERCENT", percent_off: tenths / 10 })),
);
const common = fc.record({
  active: fc.oneof({ weight: 12, arbitrary: fc.constant(true) }, fc.constant(false)),
  redemption: fc.record({ quantity: fc.constantFrom(null, null, null, 1, 2, 3, 4, 5, 0) }),
});
const open = { start_date: "2020-01-01T00:00:00Z", expiration_date: "2200-01-01T00:00:00Z" };
const window = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom({}, open) },
  fc.constantFrom(
    { start_date: "2199-01-01T00:00:00Z" },
    { expiration_date: "2021-01-01T00:00:00Z" },
  ),
);
const body = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .tuple(common, window, discount)
      .map(([all, when, off]) => ({ ...all, ...when, discount: off })),
  },
  fc
    .tuple(common, window, money)
    .map(([all, when, amount]) => ({ ...all, ...when, gift: { amount } })),
);
const rule = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  fc.constantFrom(
    { name: "order.amount", conditions: { $more_than: [1000] } },
    { name: "redemption.metadata", property: "shop", conditions: { $is: ["web"] } },
    { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
  ),
);
/** Credits that are asked for are at least 1: a request for none is refused by both as it is sent. */
const credits = money.map((amount) => Math.max(amount, 1));
const asked = fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, credits);
const item = fc.record({
  source_id: fc.constantFrom("a", "b"),
  quantity: fc.integer({ min: 1, max: 5 }),
  price: fc.integer({ min: 0, max: 900 }),
});
const request = fc.record({
  order: fc
    .constantFrom("none", "amount", "items", "empty")
    .chain((kind) =>
      kind === "amount"
        ? money.map((amount) => ({ amount }))
        : kind === "items"
          ? fc.array(item, { minLength: 1, maxLength: 5 }).map((items) => ({ items }))
          : fc.constant(kind === "none" ? null : {}),
    ),
  customer: fc.constantFrom(
    null,
    { source_id: "ann", metadata: { tier: "gold" } },
    { source_id: "ben", metadata: { tier: "tin" } },
  ),
  metadata: fc.constantFrom(null, { shop: "web" }, { shop: "van" }),
});
const scene = fc.record({
  vouchers: fc.array(fc.record({ body, rule, asked }), { minLength: 1, maxLength: 3 }),
  isUnknownToo: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  request,
});
type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

/** Makes what the scene has, under codes of its own, and answers what to send. */
async function stage(
  project: TestProject,
  { vouchers, isUnknownToo, request: sent }: Scene,
  run: number,
) {
  const named = [];
  for (const [at, { body: fields, rule: one, asked: credits }] of vouchers.entries()) {
    const code = `S${run}-${at}`;
    const rules = one
      ? [(await project.post("/v1/validation-rules", { name: "r", rules: { "1": one } })).body.id]
      : [];
    const made = await project.post("/v1/vouchers", { code, ...fields, validation_rules: rules });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    named.push(...redeemables(code, credits ?? undefined));
  }
  if (isUnknownToo) named.push(...redeemables(`S${run}-unknown`));
  const order = sent.order && { ...sent.order, source_id: `order-${run}` };
  return { ...sent, order, redeemables: named };
}

/** What both operations say: whether it goes, why not, and the amounts of each turn and of the whole. */
const amountsOf = (order: Record<string, unknown> | null | undefined) =>
  order && {
    amount: order.amount,
    discount: order.discount_amount,
    applied: order.applied_discount_amount,
    total: order.total_amount,
  };

interface Entry {
  status: string;
  order?: Record<string, unknown>;
  result: { gift?: { credits: number }; error?: { key: string } };
}

function validated({ body: { valid, redeemables: entries, order } }: Reply) {
  const all: Entry[] = entries;
  if (!valid) return { key: all.find(({ result }) => result.error)?.result.error?.key };
  const applied = all.filter(({ status }) => status === "APPLICABLE");
  return {
    turns: applied.map((one) => ({ ...amountsOf(one.order), credits: one.result.gift?.credits })),
    whole: amountsOf(order),
  };
}

function redeemed({ status, body: answer }: Reply, hasOrder: boolean) {
  if (status !== 200) return { key: answer.key };
  const turns: { order: Record<string, unknown>; amount?: number }[] = answer.redemptions;
  const none = { amount: undefined, discount: undefined, applied: undefined, total: undefined };
  return {
    turns: turns.map((one) => ({ ...(amountsOf(one.order) ?? none), credits: one.amount })),
    whole: hasOrder ? amountsOf(answer.order) : none,
  };
}

/** Rows with every counter but those that a rollback leaves as they are. */
async function counters(project: TestProject) {
  const vouchers = await rowsOf("vouchers", project.id);
  const customers = await rowsOf("customers", project.id);
  return {
    vouchers,
    customers: customers.map(
      ({ gift_redeemed_amount, orders_amount, orders_count, source_id }) => ({
        source_id,
        gift_redeemed_amount,
        orders_amount,
        orders_count,
      }),
    ),
  };
}

describe(`validation and redemption (seed ${SEED})`, () => {
  let project: TestProject;
  let run = 0;
  let successes = 0;

  it("agree on the verdict, the key and the amounts; a rollback restores every counter", async () => {
    project = await newProject();
    for (const source_id of ["ann", "ben"]) await project.post("/v1/customers", { source_id });
    const property = fc.asyncProperty(scene, async (one) => {
      const sent = await stage(project, one, ++run);
      const before = await counters(project);
      const validation = await project.post("/v1/validations", sent);
      expect(await counters(project)).toEqual(before);
      const redemption = await project.post("/v1/redemptions", sent);
      const hasOrder = Boolean(sent.order);
      expect(redeemed(redemption, hasOrder)).toEqual(validated(validation));
      if (redemption.status !== 200) {
        expect(await counters(project)).toEqual(before);
        return;
      }
      successes += 1;
      for (let times = 1; times <= 2 && hasOrder; times++) {
        const again = await project.post("/v1/validations", sent);
        expect(validated(again)).toEqual(validated(validation));
      }
      const { parent_redemption: parent, redemptions } = redemption.body;
      const path = parent ? `${parent.id}/rollbacks` : `${redemptions[0].id}/rollback`;
      expect((await project.post(`/v1/redemptions/${path}`)).status).toBe(200);
      expect(await counters(project)).toEqual(before);
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
    expect(successes).toBeGreaterThan(RUNS / 10);
  }, 60_000);

  afterAll(() => expectSound(project.id));
});

describe("validating the same order ten times", () => {
  it("gives the same answer, before and after its own redemption", async () => {
    const project = await newProject();
    await voucher(project, "ONCE", {
      redemption: { quantity: 1 },
      discount: { type: "PERCENT", percent_off: 10 },
    });
    await giftCard(project, "CARD", 500);
    const sent = {
      redeemables: redeemables(["ONCE", "CARD"]),
      order: { source_id: "cart", amount: 1000 },
    };
    const answers = [];
    for (let times = 1; times <= 10; times++) {
      if (times === 6) expect((await redeem(project, ["ONCE", "CARD"], sent)).status).toBe(200);
      const { body: answer } = await project.post("/v1/validations", sent);
      answers.push({
        valid: answer.valid,
        total: answer.order.total_amount,
        results: answer.redeemables.map(({ result }: Entry) => result),
      });
    }
    expect(answers[0]).toMatchObject({ valid: true, total: 400 });
    expect(answers[0]?.results[1]).toEqual({ gift: { balance: 500, credits: 500 } });
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    const other = { ...sent, order: { source_id: "other", amount: 1000 } };
    expect((await project.post("/v1/validations", other)).body.valid).toBe(false);
    await expectSound(project.id);
  });
});
