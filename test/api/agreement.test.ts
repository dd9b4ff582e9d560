import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import type { Order } from "../../src/model/order";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import {
  costs,
  expectIdentities,
  made,
  stacked,
  standingCosts,
  storedOrder,
} from "../support/deciding";
import { expectSound } from "../support/invariants";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";
import { runs } from "../support/runs";
import { request, scene, staged } from "../support/scenes";

const SEED = Number(process.env.FC_SEED ?? Date.now() % 1_000_000_000);
const RUNS = runs(40);

type Made = Awaited<ReturnType<typeof request>>;
type Request = Omit<Made, "order"> & { order?: Record<string, unknown> };

interface Entry {
  status: string;
  order?: Order;
  result: { gift?: { credits: number }; error?: { key: string } };
}

/** Why nothing goes: the refusal that ends it, or that none of several applies. */
function reasonOf(body: Reply["body"]): string | undefined {
  const refusals: Entry[] = body.inapplicable_redeemables ?? [];
  const skipped: Entry[] = body.skipped_redeemables ?? [];
  const isAll = body.stacking_rules.redeemables_application_mode === "ALL";
  const isOnly = refusals.length + skipped.length === 1;
  const [first] = refusals;
  return first && (isAll || isOnly) ? first.result.error?.key : "no_applicable_redeemables";
}

/** What both operations say: whether it goes, why not, and what the order costs at each turn. */
function validated({ body }: Reply, { order: sent }: Request) {
  if (!body.valid) return { key: reasonOf(body) };
  const all: Entry[] = body.redeemables;
  const applied = all.filter(({ status }) => status === "APPLICABLE");
  for (const { order } of applied) expectIdentities(order);
  return {
    turns: applied.map(({ order, result }) => ({
      order: sent ? costs(order) : {},
      credits: result.gift?.credits,
    })),
    whole: sent ? costs(body.order) : {},
  };
}

function redeemed({ status, body }: Reply) {
  if (status !== 200) return { key: body.key };
  const turns: { order: Order | null; amount?: number }[] = body.redemptions;
  return {
    turns: turns.map(({ order, amount }) => ({ order: costs(order), credits: amount })),
    whole: costs(body.order),
  };
}

/** Rows with every counter but those that a rollback leaves as they are. */
async function counters(project: TestProject) {
  const customers = await rowsOf("customers", project.id);
  const vouchers = await rowsOf("vouchers", project.id);
  return {
    // One that was used and rolled back has counters, of nothing.
    vouchers: vouchers.map(({ usage, ...voucher }) => ({
      ...voucher,
      uses: JSON.parse(String(usage))?.[""]?.[0] ?? 0,
    })),
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

/** Rolls back redemptions one by one, from any one on, or first the first as a whole. */
async function rollBack(project: TestProject, replies: Reply[], first: number | null) {
  const [{ body }] = replies as [Reply];
  const { parent_redemption: parent, order } = body;
  const isWhole = first === null && parent;
  if (isWhole) await made(project, `/v1/redemptions/${parent.id}/rollbacks`, {});
  const ids: string[] = replies
    .slice(isWhole ? 1 : 0)
    .flatMap((reply) => reply.body.redemptions.map(({ id }: { id: string }) => id));
  const at = (first ?? 0) % Math.max(1, ids.length);
  for (const id of [...ids.slice(at), ...ids.slice(0, at)]) {
    await made(project, `/v1/redemptions/${id}/rollback`, {});
    if (order) await storedOrder(project, order.id);
  }
}

/** What is told of an order before anybody redeemed on it: not what it was before that. */
const begun = (told: object): unknown =>
  JSON.parse(
    JSON.stringify(told, (name, value) =>
      ["initial_amount", "initial_quantity", "metadata"].includes(name) ? undefined : value,
    ),
  );

/** The order with none of its redemptions: one of the same lines that nobody redeems on. */
async function untouched(project: TestProject, { order }: Request): Promise<object> {
  const twin = await made(project, "/v1/orders", {
    ...order,
    source_id: `${order?.source_id}-twin`,
  });
  return standingCosts(await storedOrder(project, twin.id));
}

/** Validates, redeems, and says whether that went; both say the same. */
async function expectSame(project: TestProject, sent: Request): Promise<Reply | null> {
  const before = await counters(project);
  const validation = await project.post("/v1/validations", sent);
  expect(validation.status, JSON.stringify(validation.body)).toBe(200);
  expect(await counters(project)).toEqual(before);
  const said = validated(validation, sent);
  const redemption = await project.post("/v1/redemptions", sent);
  expect(redeemed(redemption)).toEqual(said);
  if (redemption.status !== 200) {
    expect(await counters(project)).toEqual(before);
    return null;
  }
  const { order } = redemption.body;
  if (!order) return redemption;
  expect(standingCosts(await storedOrder(project, order.id))).toEqual(standingCosts(order));
  for (const name of [sent.order, { id: order.id }, { ...sent.order, id: order.id }]) {
    const again = await project.post("/v1/validations", { ...sent, order: name });
    expect(validated(again, sent), JSON.stringify(name)).toEqual(said);
  }
  return redemption;
}

/** One request, another on the order that it left, and both taken back. */
async function expectAgreement(
  project: TestProject,
  [one, two]: [Request, Request],
  first: number | null,
) {
  const before = await counters(project);
  const redemption = await expectSame(project, one);
  if (!redemption) return false;
  const id = redemption.body.order?.id;
  const next = id ? { ...one, redeemables: two.redeemables, order: { id } } : null;
  const more = next && (await expectSame(project, next));
  await rollBack(project, more ? [redemption, more] : [redemption], first);
  expect(await counters(project)).toEqual(before);
  if (id) {
    const canceled = await storedOrder(project, id);
    expect(canceled.status).toBe("CANCELED");
    expect(begun(standingCosts(canceled))).toEqual(begun(await untouched(project, one)));
  }
  return true;
}

describe(`validation and redemption (seed ${SEED})`, () => {
  // Where all codes have to apply, some seeds have hardly a request that is redeemed.
  const counted = { tried: 0, redeemed: 0 };
  afterAll(() => expect(counted.redeemed).toBeGreaterThan(counted.tried / 10));

  it.each([
    {},
    { redeemables_application_mode: "PARTIAL" },
    {
      redeemables_application_mode: "PARTIAL",
      redeemables_no_effect_rule: "SKIP",
      redeemables_products_application_mode: "ONCE",
    },
    { discount_calculation_mode: "INITIAL_AMOUNT", applicable_redeemables_limit: 2 },
  ])(
    "agree on verdict, key and amounts, again and again; a rollback restores all: %j",
    async (rules) => {
      const project = await newProject();
      await stacked(project, rules);
      const stage = await staged(project);
      const property = fc.asyncProperty(
        scene,
        scene,
        fc.option(fc.nat(7)),
        async (one, two, first) => {
          const sent: [Request, Request] = [await request(stage, one), await request(stage, two)];
          counted.tried += 1;
          counted.redeemed += Number(await expectAgreement(project, sent, first));
        },
      );
      await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
      await expectSound(project.id);
    },
    120_000,
  );
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
    // Who has redeemed sees that everywhere, by the bookmark of the answer.
    const seen: Record<string, string> = {};
    for (let times = 1; times <= 10; times++) {
      if (times === 6) {
        const redeemed = await redeem(project, ["ONCE", "CARD"], sent);
        expect(redeemed.status).toBe(200);
        seen["x-vouchsafe-bookmark"] = redeemed.headers.get("x-vouchsafe-bookmark") ?? "";
      }
      const { body: answer } = await project.post("/v1/validations", sent, seen);
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
    expect((await project.post("/v1/validations", other, seen)).body.valid).toBe(false);
    await expectSound(project.id);
  });
});
