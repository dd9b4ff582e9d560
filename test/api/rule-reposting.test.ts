import { describe, expect, it } from "vitest";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, dying, pausing, sendPausing } from "../support/faults";
import { actionOf, finish } from "../support/generating";
import { homeDb, homeName } from "../support/places";
import { qualify } from "../support/qualifying";
import { redeem } from "../support/redeeming";

const on = (sku: string) => ({
  name: "Goods",
  rules: { "1": { name: "order.items.any", conditions: { $is: [sku] } } },
});

const cart = (sku: string) => ({
  order: { items: [{ source_id: sku, product_id: sku, quantity: 1, price: 1000 }] },
});

/** A rule on shirts with so many codes of their own, straight into the tables; answers its id. */
async function ruleOf(project: TestProject, codes: number): Promise<string> {
  const { body } = await project.post("/v1/validation-rules", on("shirt"));
  const all = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)`;
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO validation_rules_assignments (project_id, related_object_id, rule_id, id, related_object_type, created_at)
       ${all} SELECT ?1, printf('v_%06d', i), ?3, printf('asgm_%06d', i), 'voucher', printf('2026-01-01T00:00:00.%03dZ', i % 7) FROM n`,
      )
      .bind(project.id, codes, body.id),
    homeDb()
      .prepare(
        `INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, created_at)
       ${all} SELECT ?1, printf('c%06d', i), printf('v_%06d', i), printf('C%06d', i), 'DISCOUNT_VOUCHER',
         '{"type":"AMOUNT","amount_off":100}', '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, codes),
    homeDb()
      .prepare(
        "UPDATE validation_rules SET assignments_count = ?2 WHERE project_id = ?1 AND id = ?3",
      )
      .bind(project.id, codes, body.id),
  ]);
  return body.id;
}

/** Under how many codes of the project each term stands. */
async function termsOf(project: TestProject): Promise<Record<string, number>> {
  const rows = await rowsOf("qualifiables", project.id);
  const counts: Record<string, number> = {};
  for (const { term } of rows) {
    if (String(term).startsWith("goods:")) counts[String(term)] = (counts[String(term)] ?? 0) + 1;
  }
  return counts;
}

/** Changes the rule while no queue hears of it; answers the work that waits, if any. */
async function changed(project: TestProject, id: string, sku: string): Promise<string | undefined> {
  const before = new Set((await rowsOf("async_actions", project.id)).map((row) => row.id));
  const path = `/v1/validation-rules/${id}`;
  const reply = await sendPausing(project, { method: "PUT", path, body: on(sku) }, {}, DEAF_QUEUES);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  const rows = await rowsOf("async_actions", project.id);
  const [action] = rows.filter((row) => !before.has(row.id));
  return action && String(action.id);
}

describe("a rule that is changed", () => {
  it("lists up to fifty objects by its new terms with the answer", async () => {
    const project = await newProject();
    const id = await ruleOf(project, 50);
    expect(await termsOf(project)).toEqual({ "goods:shirt": 50 });
    expect(await changed(project, id, "shoe")).toBeUndefined();
    expect(await termsOf(project)).toEqual({ "goods:shoe": 50 });
    expect((await qualify(project, cart("shoe"))).ids).toHaveLength(50);
    expect((await qualify(project, cart("shirt"))).ids).toEqual([]);
  });

  it("holds at once for what more is assigned to, and lists it in steps", async () => {
    const project = await newProject();
    const id = await ruleOf(project, 450);
    const action = await changed(project, id, "shoe");
    // Nothing is listed under what it does not meet any more, though it stands there still.
    expect(await termsOf(project)).toEqual({ "goods:shirt": 450 });
    expect((await qualify(project, cart("shirt"))).ids).toEqual([]);
    expect((await redeem(project, "C000001", cart("shoe"))).status).toBe(200);
    expect((await redeem(project, "C000002", cart("shirt"))).status).toBe(400);

    expect(await finish(project, String(action))).toMatchObject({
      type: "VALIDATION_RULE_REPOSTING",
      operation_status: "SUCCESS",
      done: 450,
      total: 450,
      cursor: 3,
      result: { objects_count: 450 },
    });
    expect(await termsOf(project)).toEqual({ "goods:shoe": 450 });
    expect((await qualify(project, cart("shoe"))).ids).toHaveLength(50);
  });

  it.each(["before", "after"] as const)("goes on where it died %s a step", async (moment) => {
    const project = await newProject();
    const id = await ruleOf(project, 450);
    const action = String(await changed(project, id, "shoe"));
    // The second step's commit; the read after it, where a job before has looked the project up.
    const broken = pausing(homeDb(), dying(moment, 6), { count: 0 });
    await expect(finish(project, action, { [homeName()]: broken })).rejects.toThrow(
      "the process ended",
    );
    const { status, cursor } = await actionOf(project, action);
    expect(status).toBe("IN_PROGRESS");
    expect(cursor).toBeGreaterThan(0);
    await finish(project, action);
    expect(await termsOf(project)).toEqual({ "goods:shoe": 450 });
    expect(await actionOf(project, action)).toMatchObject({ done: 450, cursor: 3 });
  });

  it("ends right after two changes, whichever work is done first", async () => {
    const project = await newProject();
    const id = await ruleOf(project, 450);
    const first = String(await changed(project, id, "shoe"));
    const second = String(await changed(project, id, "hat"));
    await finish(project, second);
    await finish(project, first);
    expect(await termsOf(project)).toEqual({ "goods:hat": 450 });
  });

  it("lists what is assigned while its work goes on", async () => {
    const project = await newProject();
    const id = await ruleOf(project, 210);
    const action = String(await changed(project, id, "shoe"));
    await project.post("/v1/vouchers", {
      code: "LATE",
      type: "DISCOUNT_VOUCHER",
      discount: { type: "AMOUNT", amount_off: 100 },
      validation_rules: [id],
    });
    expect(await termsOf(project)).toEqual({ "goods:shirt": 210, "goods:shoe": 1 });
    await finish(project, action);
    expect(await termsOf(project)).toEqual({ "goods:shoe": 211 });
  });

  it("costs no more with many objects than with few", async () => {
    const cost = async (codes: number) => {
      const project = await newProject();
      const id = await ruleOf(project, codes);
      const put = (sku: string) =>
        sendPausing(
          project,
          { method: "PUT", path: `/v1/validation-rules/${id}`, body: on(sku) },
          {},
          DEAF_QUEUES,
        );
      await put("shoe");
      return costOf(await put("hat"));
    };
    expect(await cost(2_000)).toEqual(await cost(100));
  });

  it("changes nothing for qualification where its terms stay", async () => {
    const project = await newProject();
    const id = await ruleOf(project, 60);
    expect(await changed(project, id, "shirt")).toBeUndefined();
    expect(await termsOf(project)).toEqual({ "goods:shirt": 60 });
  });
});
