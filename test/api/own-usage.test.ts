import { describe, expect, it } from "vitest";
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
