import { describe, expect, it } from "vitest";
import { costOf, newProject, rowsOf, type TestProject } from "../support/api";
import { DEAF_QUEUES, dying, pausing, sendPausing } from "../support/faults";
import { actionOf, finish } from "../support/generating";
import { homeDb, homeName } from "../support/places";

/** A customer who holds so many codes, straight into the tables; answers its id. */
async function holder(project: TestProject, codes: number): Promise<string> {
  const { body } = await project.post("/v1/customers", { source_id: "ada" });
  const all = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)`;
  await homeDb().batch([
    homeDb()
      .prepare(
        `INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, created_at, holder_id, publish_count)
       ${all} SELECT ?1, printf('c%06d', i), printf('v_%06d', i), printf('C%06d', i), 'DISCOUNT_VOUCHER',
         '{"type":"AMOUNT","amount_off":100}', '{}', '2026-01-01T00:00:00.000Z', ?3, 1 FROM n`,
      )
      .bind(project.id, codes, body.id),
    homeDb()
      .prepare(
        `INSERT INTO redeemable_holders (project_id, redeemable_id, customer_id, id, publication_id, redeemable_object, holder_role, metadata, created_at)
       ${all} SELECT ?1, printf('v_%06d', i), ?3, printf('rh_%06d', i), 'pub_1', 'voucher', 'OWNER', '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, codes, body.id),
  ]);
  return body.id;
}

/** Lets a customer join so many campaigns whose vouchers are gone, straight into the tables. */
const joined = (project: TestProject, customer: string, campaigns: number) =>
  homeDb()
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO memberships (project_id, campaign_id, customer_id, publications)
     SELECT ?1, printf('camp_%06d', i), ?3, 1 FROM n`,
    )
    .bind(project.id, campaigns, customer)
    .run();

/** How many codes are held, entries of holders stand, and codes are offered to somebody. */
async function heldOf(project: TestProject) {
  const vouchers = await rowsOf("vouchers", project.id);
  return {
    held: vouchers.filter((row) => row.holder_id !== null).length,
    given: vouchers.filter((row) => row.publish_count === 1).length,
    holders: (await rowsOf("redeemable_holders", project.id)).length,
    listed: (await rowsOf("qualifiables", project.id)).length,
  };
}

const remove = (project: TestProject, path = "/v1/customers/ada", method = "DELETE") =>
  sendPausing(project, { method, path }, {}, DEAF_QUEUES);

async function waiting(project: TestProject): Promise<string> {
  const rows = await rowsOf("async_actions", project.id);
  const [action] = rows.filter(({ type }) => type === "CUSTOMER_RELEASE");
  return String(action?.id);
}

describe("a deleted customer", () => {
  it("holds nothing any more with the answer, where it held up to a hundred codes", async () => {
    const project = await newProject();
    await holder(project, 100);
    expect(await heldOf(project)).toEqual({ held: 100, given: 100, holders: 100, listed: 100 });
    expect((await project.delete("/v1/customers/ada")).status).toBe(204);
    expect(await heldOf(project)).toEqual({ held: 0, given: 100, holders: 0, listed: 0 });
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("gives the first hundred back with the answer and the rest in steps", async () => {
    const project = await newProject();
    const id = await holder(project, 1_250);
    expect((await remove(project)).status).toBe(204);
    expect(await heldOf(project)).toEqual({
      held: 1_150,
      given: 1_250,
      holders: 1_150,
      listed: 1_150,
    });
    // The customer is gone for everybody, and so is what it held.
    for (const path of ["", "/redeemables", "/segments", "/activity"]) {
      expect((await project.get(`/v1/customers/${id}${path}`)).status).toBe(404);
    }
    expect((await project.get("/v1/vouchers?customer=ada")).body.vouchers).toEqual([]);
    const again = await project.post("/v1/customers", { source_id: "ada" });
    expect((await project.get(`/v1/vouchers?customer=${again.body.id}`)).body.vouchers).toEqual([]);

    expect(await finish(project, await waiting(project))).toMatchObject({
      operation_status: "SUCCESS",
      cursor: 3,
      done: 1_150,
      result: { vouchers_count: 1_150 },
    });
    expect(await heldOf(project)).toEqual({ held: 0, given: 1_250, holders: 0, listed: 0 });
    // Nothing of the work names the customer.
    expect(JSON.stringify(await rowsOf("async_actions", project.id))).not.toContain(id);
  });

  it.each(["before", "after"] as const)("goes on where it died %s a step", async (moment) => {
    const project = await newProject();
    await holder(project, 1_250);
    await remove(project);
    const action = await waiting(project);
    // The second step's commit; the read after it, where a job before has looked the project up.
    const broken = pausing(homeDb(), dying(moment, 6), { count: 0 });
    await expect(finish(project, action, { [homeName()]: broken })).rejects.toThrow(
      "the process ended",
    );
    const { status, cursor } = await actionOf(project, action);
    expect(status).toBe("IN_PROGRESS");
    expect(cursor).toBeGreaterThan(0);
    await finish(project, action);
    expect(await heldOf(project)).toEqual({ held: 0, given: 1_250, holders: 0, listed: 0 });
  });

  it("is forgotten in the same steps", async () => {
    const project = await newProject();
    await holder(project, 120);
    const path = "/v1/customers/ada/permanent-deletion";
    expect((await remove(project, path, "POST")).status).toBe(200);
    expect(await heldOf(project)).toMatchObject({ held: 20, holders: 20 });
    await finish(project, await waiting(project));
    expect(await heldOf(project)).toEqual({ held: 0, given: 120, holders: 0, listed: 0 });
  });

  it.each([
    ["deleted", "/v1/customers/ada", "DELETE"],
    ["deleted permanently", "/v1/customers/ada/permanent-deletion", "POST"],
  ])("%s, is a member of no campaign, and others stay", async (_, path, method) => {
    const project = await newProject();
    const made = await project.post("/v1/campaigns", {
      name: "Once",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
    });
    for (const source_id of ["ada", "bob"]) {
      const sent = { campaign: { name: "Once" }, customer: { source_id } };
      expect((await project.post("/v1/publications", sent)).status).toBe(200);
    }
    expect(await rowsOf("memberships", project.id)).toHaveLength(2);
    const { status } = await remove(project, path, method);
    expect(status).toBeLessThan(300);
    const bob = (await project.get("/v1/customers/bob")).body.id;
    expect(await rowsOf("memberships", project.id)).toEqual([
      { project_id: project.id, campaign_id: made.body.id, customer_id: bob, publications: 1 },
    ]);
  });

  it("leaves more than a hundred campaigns in steps", async () => {
    const project = await newProject();
    const id = await holder(project, 1);
    await joined(project, id, 120);
    expect((await remove(project)).status).toBe(204);
    expect(await rowsOf("memberships", project.id)).toHaveLength(20);
    await finish(project, await waiting(project));
    expect(await rowsOf("memberships", project.id)).toEqual([]);
  });

  it("costs no more with many codes than with some", async () => {
    const cost = async (codes: number) => {
      const project = await newProject();
      await holder(project, codes);
      return costOf(await remove(project));
    };
    const [some, many] = [await cost(200), await cost(2_000)];
    expect(many).toEqual({ ...some, read: many.read });
    // One row more may be read to see that the tree of an index has become deeper.
    expect(many.read - some.read).toBeLessThanOrEqual(2);
  });
});
