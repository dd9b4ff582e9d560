import { describe, expect, it } from "vitest";
import { returnUsage } from "../../src/db/usage-counters";
import { newProject, type Reply, rowsOf, type TestProject } from "../support/api";
import { rule } from "../support/campaigns";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

const ADA = { customer: { source_id: "ada" } };
const PER_CUSTOMER = "redemption.count.per_customer";
const AT_MOST = (limit: number) => ({ $less_than_or_equal: [limit] });

const limited = async (project: TestProject, code: string, fact: string, limit: number) =>
  voucher(project, code, { validation_rules: [await rule(project, fact, AT_MOST(limit))] });

const outcome = ({ status, body }: Reply) => (status === 200 ? 200 : body.key);

const countOf = async (project: TestProject, owner: string, subject: string) =>
  (await rowsOf("usage_v", project.id)).find(
    ({ owner_id, subject: of }) => owner_id === owner && of === subject,
  )?.count;

/** Puts all counters where they stood before vouchers and customers had some of their own. */
async function asBefore({ id }: TestProject) {
  const columns =
    "project_id, owner_id, subject, count, orders_amount, discounted_amount, day, day_count, week, week_count, month, month_count";
  await homeDb().batch(
    [
      `INSERT OR REPLACE INTO usage_counters (${columns}) SELECT ${columns} FROM usage_v WHERE project_id = ?1`,
      "UPDATE vouchers SET usage = NULL WHERE project_id = ?1",
      "UPDATE customers SET usage = NULL WHERE project_id = ?1",
    ].map((sql) => homeDb().prepare(sql).bind(id)),
  );
}

describe("counters of usage that stand by themselves since before", () => {
  it.each([
    [PER_CUSTOMER, "customer"],
    ["redemption.count.per_api_key", "key"],
  ])("%s: hold, count on in the row of their %s, and are given back", async (fact) => {
    const project = await newProject();
    await limited(project, "SAVE", fact, 2);
    const { redemptions } = (await redeem(project, "SAVE", ADA)).body;
    await asBefore(project);
    await expectSound(project.id);
    expect(outcome(await redeem(project, "SAVE", ADA))).toBe(200);
    expect(outcome(await redeem(project, "SAVE", ADA))).toBe("redemption_rules_violated");
    await expectSound(project.id);
    await asBefore(project);
    expect(outcome(await redeem(project, "SAVE", ADA))).toBe("redemption_rules_violated");
    const undo = await project.post(`/v1/redemptions/${redemptions[0].id}/rollback`);
    expect(undo.status).toBe(200);
    const { voucher: card, customer_id } = redemptions[0];
    expect(await countOf(project, card.id, "")).toBe(1);
    expect(await countOf(project, card.id, customer_id)).toBe(1);
    await expectSound(project.id);
    expect(outcome(await redeem(project, "SAVE", ADA))).toBe(200);
    expect(outcome(await redeem(project, "SAVE", ADA))).toBe("redemption_rules_violated");
    await expectSound(project.id);
  });
});

describe("a customer whose row has no room for more counters", () => {
  it("is counted beside it, held to its limits, and given back", async () => {
    const project = await newProject();
    for (let at = 0; at < 32; at++) {
      await voucher(project, `C${at}`);
      expect(outcome(await redeem(project, `C${at}`, ADA))).toBe(200);
    }
    const inRow = async () =>
      Object.keys(JSON.parse(String((await rowsOf("customers", project.id))[0]?.usage))).length;
    const beside = async () =>
      (await rowsOf("usage_counters", project.id)).map(({ count }) => count);
    expect([await inRow(), await beside()]).toEqual([32, []]);
    await limited(project, "MORE", PER_CUSTOMER, 1);
    const { body } = await redeem(project, "MORE", ADA);
    expect([await inRow(), await beside()]).toEqual([32, [1]]);
    expect(outcome(await redeem(project, "MORE", ADA))).toBe("redemption_rules_violated");
    await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`);
    expect([await inRow(), await beside()]).toEqual([32, [0]]);
    expect(outcome(await redeem(project, "MORE", ADA))).toBe(200);
    // What the row has counts on there.
    expect(outcome(await redeem(project, "C0", ADA))).toBe(200);
    expect([await inRow(), await beside()]).toEqual([32, [1]]);
    await expectSound(project.id);
  });
});

describe("a customer of many codes of one campaign", () => {
  it("has no more counters in the row than others, and each is held and given back", async () => {
    const project = await newProject();
    const { body: made } = await project.post("/v1/campaigns", {
      name: "Many",
      campaign_type: "DISCOUNT_COUPONS",
      type: "STATIC",
      vouchers_count: 40,
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
    });
    const listed = async () =>
      (await project.get(`/v1/vouchers?campaign_id=${made.id}&limit=100`)).body.vouchers;
    const generated = async () =>
      (await project.get(`/v1/campaigns/${made.id}`)).body.vouchers_generation_status;
    await expect.poll(generated).toBe("DONE");
    const replies: Reply[] = [];
    for (const { code } of await listed()) replies.push(await redeem(project, code, ADA));
    expect(replies.map(outcome)).toEqual(Array(40).fill(200));
    const [{ id, usage } = {}] = await rowsOf("customers", project.id);
    // The campaign's, and those of the first 31 codes.
    expect(Object.keys(JSON.parse(String(usage)))).toHaveLength(32);
    expect(await countOf(project, made.id, String(id))).toBe(40);
    await expectSound(project.id);
    for (const { body } of replies) {
      const undo = await project.post(`/v1/redemptions/${body.redemptions[0].id}/rollback`);
      expect(undo.status).toBe(200);
    }
    expect(await countOf(project, made.id, String(id))).toBe(0);
    expect((await rowsOf("usage_counters", project.id)).map(({ count }) => count)).toEqual(
      // The campaign's for everybody, and those of nine codes.
      Array(10).fill(0),
    );
    await expectSound(project.id);
  });
});

describe("a customer who is deleted", () => {
  it("leaves redemptions that can all be rolled back, also those counted apart before", async () => {
    const project = await newProject();
    await voucher(project, "SAVE", { redemption: { quantity: 5 } });
    const before = (await redeem(project, "SAVE", ADA)).body.redemptions[0];
    await asBefore(project);
    const after = (await redeem(project, "SAVE", ADA)).body.redemptions[0];
    expect((await project.delete("/v1/customers/ada")).status).toBe(204);
    for (const { id } of [before, after]) {
      expect((await project.post(`/v1/redemptions/${id}/rollback`)).status).toBe(200);
    }
    const { body } = await project.get("/v1/vouchers/SAVE");
    expect(body.redemption.redeemed_quantity).toBe(0);
    await expectSound(project.id);
  });
});

describe("uses of one counter that are given back together", () => {
  it("are all given back, on whatever days they were counted", () => {
    const move = (day: string, count: number) => ({
      ...{ owner: "camp_1", subject: "", day, week: "2026-06-01", month: "2026-06" },
      ...{ count, orders_amount: 0, discounted_amount: 0 },
    });
    const statements = returnUsage("proj_1", [move("2026-06-02", 1), move("2026-06-03", 2)]);
    // Each statement changes a counter once.
    expect(statements).toHaveLength(2);
  });
});
