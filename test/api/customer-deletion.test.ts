import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { actionJob } from "../../src/async/jobs/action";
import { runJobs } from "../../src/async/queue";
import { Customer } from "../../src/model/customer";
import { Redemption } from "../../src/model/redemption";
import { AsyncAction } from "../../src/resources/async-actions/schema";
import { limitsOf } from "../../src/resources/exports/run";
import { PermanentDeletion } from "../../src/resources/permanent-deletions/schema";
import { eventKinds, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { tracesOf } from "../support/everywhere";
import { actionOf, begun, exported, finished, piecesOf, steps } from "../support/exporting";
import { bucketWith, DEAF_QUEUES, dying, sendPausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";
import { publish } from "../support/publishing";
import { giftCard, redeem, redeemables, voucher } from "../support/redeeming";

let number = 0;

/** Somebody whose every text stands nowhere else; `texts` are those that must be gone. */
function somebody() {
  number += 1;
  const own = (text: string) => `${text}-${number}-zq`;
  const person = {
    source_id: own("source"),
    name: own("Wilhelmina"),
    email: `${own("mail")}@example.com`,
    phone: own("+49"),
    description: own("description"),
    address: { city: own("city"), line_1: own("street") },
    metadata: { pet: own("pet") },
  };
  const note = own("note");
  const values = Object.values(person).flatMap((value) =>
    typeof value === "string" ? [value] : Object.values(value),
  );
  return { person, note, texts: [...values, note] };
}

type Somebody = ReturnType<typeof somebody>;

const path = (name: string) => `/v1/customers/${name}/permanent-deletion`;

/** Lets the customer do everything that leaves a trace; answers what must stay. */
async function live(project: TestProject, { person, note }: Somebody) {
  const metadata = { note };
  await project.post("/v1/customers", person);
  const customer = { source_id: person.source_id };
  await giftCard(project, "GIFT", 1000);
  await voucher(project, "A", { redemption: { quantity: 2 } });
  await publish(project, person.source_id, { voucher: "GIFT", metadata, source_id: note });
  const order = {
    source_id: `order of ${person.source_id}`,
    amount: 600,
    metadata,
    items: [
      { product_id: "p-1", quantity: 2, price: 300, metadata, product: { name: "Mug", metadata } },
    ],
  };
  const sent = { redeemables: redeemables("GIFT", 100), customer, order, metadata };
  const key = { "idempotency-key": `redeem ${project.id}` };
  const redeemed = await project.post("/v1/redemptions", sent, key);
  expect(redeemed.status, JSON.stringify(redeemed.body)).toBe(200);
  const taken = await redeem(project, "A", { customer, metadata });
  await project.post(`/v1/redemptions/${taken.body.redemptions[0].id}/rollback`, {
    reason: note,
    metadata,
  });
  await redeem(project, "A", { customer, metadata });
  await redeem(project, "A", { customer, metadata });
  const refused = await redeem(project, "A", { customer, metadata });
  expect(refused.status).toBe(400);
  await project.post("/v1/orders", { customer, amount: 50, metadata });
  await project.post(`/v1/vouchers/GIFT/balance`, { amount: 5 });
  return { sent, key, redeemed: redeemed.body };
}

const openAction = async (project: TestProject) =>
  (await rowsOf("async_actions", project.id)).find(({ status }) => status === "IN_PROGRESS");

/** Carries the deletion on as the queue would, turn after turn. */
async function carriedOn(project: TestProject): Promise<void> {
  for (let turn = 0; turn < 20; turn++) {
    const open = await openAction(project);
    if (!open) return;
    await actionJob(env, { project_id: project.id, action_id: open.id });
  }
}

const money = async (project: TestProject) => {
  const rows = (table: string) => rowsOf(table, project.id);
  return {
    redemptions: (await rows("redemptions")).map(
      ({ id, amount, status, effects, customer_id }) => ({
        id,
        amount,
        status,
        effects,
        customer_id,
      }),
    ),
    orders: (await rows("orders")).map(
      ({ id, amount, discount_amount, status, redemptions, customer_id }) => ({
        id,
        amount,
        discount_amount,
        status,
        redemptions,
        customer_id,
      }),
    ),
    transactions: await rows("voucher_transactions"),
    vouchers: (await rows("vouchers")).map(({ holder_id: _, ...rest }) => rest),
    publications: (await rows("publications")).length,
    events: await eventKinds(project.id),
  };
};

describe("POST /v1/customers/:customerId/permanent-deletion", () => {
  it("200: nothing personal is left in any table or file, and all money stays", async () => {
    const project = await newProject();
    const her = somebody();
    const { sent, key, redeemed } = await live(project, her);
    const customer = parsed(Customer, await project.get(`/v1/customers/${her.person.source_id}`));
    expect((await tracesOf(her.texts)).length).toBeGreaterThan(10);
    const before = await money(project);
    const reply = await project.post(path(her.person.source_id), {});
    const body = parsed(PermanentDeletion, reply);
    expect(body.id).toMatch(/^del_[0-9A-Za-z]{24}$/);
    expect(body).toMatchObject({
      related_object_id: customer.id,
      related_object: "customer",
      status: "DONE",
      data_json: { orders: 2, order_events: 0, segments: 0, daily_events: 0, customer: 1 },
      object: "pernament_deletion",
    });
    expect(await tracesOf(her.texts)).toEqual([]);
    const { events, ...stayed } = await money(project);
    const { events: told, ...was } = before;
    expect(stayed).toEqual(was);
    expect(events).toEqual([...told, "customer.deleted"]);
    // Custom events alone, of which there were none.
    expect(body.data_json.events).toBe(0);
    expect(await rowsOf("redeemable_holders", project.id)).toEqual([]);
    await eventsOf(project.id);
    await expectSound(project.id);
    for (const name of [customer.id, her.person.source_id]) {
      expect((await project.get(`/v1/customers/${name}`)).status).toBe(404);
      expect((await project.get(`/v1/customers/${name}/activity`)).status).toBe(404);
      expect((await project.post(path(name), {})).status).toBe(404);
    }
    const id = redeemed.redemptions[0].id;
    const shown = parsed(Redemption, await project.get(`/v1/redemptions/${id}`));
    expect(shown).toMatchObject({ customer_id: customer.id, customer: null, tracking_id: null });
    expect(shown.order).toMatchObject({ amount: 600, metadata: {} });
    const again = await project.post("/v1/redemptions", sent, key);
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body.redemptions[0]).toMatchObject({ id, gift: { amount: 100 } });
    expect(await tracesOf(her.texts)).toEqual([]);
    expect((await project.post(`/v1/redemptions/${id}/rollback`, {})).status).toBe(200);
    expect((await project.get("/v1/vouchers/GIFT")).body.gift.balance).toBe(1005);
  });

  it("200: what others did stays as it is", async () => {
    const project = await newProject();
    const [her, him] = [somebody(), somebody()];
    await project.post("/v1/customers", her.person);
    await live(project, him);
    const before = await tracesOf(him.texts);
    await project.post(path(her.person.source_id), {});
    expect(await tracesOf(her.texts)).toEqual([]);
    expect(await tracesOf(him.texts)).toEqual(before);
  });

  it("200: exports and the results of background work lose the customer too", async () => {
    const project = await newProject();
    const her = somebody();
    const { source_id, email } = her.person;
    await project.post("/v1/customers", her.person);
    const bulk = await project.post("/v1/customers/bulk/async", [{ source_id, email }]);
    await carriedOn(project);
    const file = (id: string) => `exports/${project.id}/${id}/000000`;
    const kinds = { exp_1: "customer", exp_2: "order", exp_3: "product", exp_4: "redemption" };
    for (const [id, kind] of Object.entries(kinds)) {
      await homeDb()
        .prepare(
          "INSERT INTO exports (project_id, id, exported_object, parameters, status, channel, created_at) VALUES (?1, ?2, ?3, '{}', 'DONE', 'API', '2026-01-01T00:00:00.000Z')",
        )
        .bind(project.id, id, kind)
        .run();
      await env.EXPORTS.put(file(id), kind === "product" ? "Mug" : `ID\n${source_id}`);
    }
    await homeDb()
      .prepare("UPDATE tallies SET exports = 4 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    expect(await tracesOf([source_id])).toContain(`async_actions: ${source_id}`);
    await project.post(path(source_id), {});
    expect(await tracesOf(her.texts)).toEqual([]);
    expect((await rowsOf("exports", project.id)).map(({ id }) => id)).toEqual(["exp_3"]);
    expect((await rowsOf("tallies", project.id))[0]?.exports).toBe(1);
    expect(await env.EXPORTS.head(file("exp_3"))).not.toBeNull();
    expect(await env.EXPORTS.head(file("exp_1"))).toBeNull();
    const { async_action_id } = bulk.body;
    const action = parsed(AsyncAction, await project.get(`/v1/async-actions/${async_action_id}`));
    expect(action.result).toMatchObject({
      done_count: 1,
      results: [{ found: true, updated: true }],
    });
  });

  it("200: no piece is left of an export that is finished meanwhile", async () => {
    const project = await newProject();
    const her = somebody();
    await project.post("/v1/customers", her.person);
    const fields = ["source_id", "name"];
    const id = await begun(project, { exported_object: "customer", parameters: { fields } });
    const EXPORTS = bucketWith({
      list: async (...asked) => {
        const found = await env.EXPORTS.list(...asked);
        await steps(project, id, limitsOf(100));
        return found;
      },
    });
    const request = { path: path(her.person.source_id) };
    const reply = await sendPausing(project, request, {}, { ...DEAF_QUEUES, EXPORTS });
    expect(parsed(PermanentDeletion, reply).status).toBe("DONE");
    expect(await rowsOf("exports", project.id)).toEqual([]);
    expect((await rowsOf("tallies", project.id))[0]?.exports).toBe(0);
    expect(await piecesOf(project, id)).toEqual([]);
  });

  it("200: what exports were asked for by loses the customer too, also while they go on", async () => {
    const project = await newProject();
    const her = somebody();
    const { email, name, phone } = her.person;
    await project.post("/v1/customers", her.person);
    const asked = {
      exported_object: "customer",
      parameters: {
        filters: {
          email: { conditions: { $is: [email] } },
          name: { conditions: { $contains: name } },
          phone: { conditions: { $in: [phone, "+1"] } },
        },
      },
    };
    const key = { "idempotency-key": "k" };
    const reply = await project.post("/v1/exports", asked, key);
    expect((await finished(project, reply.body.id)).status).toBe("DONE");
    const open = await begun(project, asked);
    expect(await tracesOf([email])).toContain(`idempotency_keys: ${email}`);
    await project.post(path(her.person.source_id), {});
    await carriedOn(project);
    expect(await tracesOf(her.texts)).toEqual([]);
    expect(await actionOf(project, open)).toMatchObject({
      operation_status: "FAILED",
      result: { export_id: open },
    });
    const again = await project.post("/v1/exports", asked, key);
    expect(again.body.parameters.filters).toEqual({
      email: { conditions: { $is: ["[deleted]"] } },
      name: { conditions: { $contains: "[deleted]" } },
      phone: { conditions: { $in: ["[deleted]", "+1"] } },
    });
  });

  it("200: a customer with much is forgotten in the background, part by part", async () => {
    const project = await newProject();
    const her = somebody();
    const { body: customer } = await project.post("/v1/customers", her.person);
    await homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 420)
       INSERT INTO orders (project_id, id, status, amount, items, metadata, customer_id, redemptions, created_at)
       SELECT ?1, printf('ord_0%017d', i), 'CREATED', 100, json_array(json_object('product_id', 'p', 'metadata', json_object('note', ?3))), json_object('note', ?3), ?2, '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, customer.id, her.note)
      .run();
    await homeDb()
      .prepare("UPDATE tallies SET orders = 420 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const order = (at: number) => `ord_0${String(at).padStart(17, "0")}`;
    await voucher(project, "A");
    const redeemed = await redeem(project, "A", { customer, order: { id: order(419) } });
    expect(redeemed.body.order.metadata).toEqual({ note: her.note });
    const reply = await sendPausing(project, { path: path(customer.id) }, {}, DEAF_QUEUES);
    const body = parsed(PermanentDeletion, reply);
    expect(body.status).toBe("IN_PROGRESS");
    expect(body.data_json.orders).toBe(300);
    expect((await project.get(`/v1/customers/${customer.id}`)).status).toBe(404);
    expect(await tracesOf([her.note])).toContain(`orders: ${her.note}`);
    // What is copied out of the orders that are left.
    const key = { "idempotency-key": "k" };
    const changed = await project.put(`/v1/orders/${order(420)}`, { amount: 200 }, key);
    expect(changed.body.metadata).toEqual({ note: her.note });
    const { id } = redeemed.body.redemptions[0];
    const rolledBack = await project.post(`/v1/redemptions/${id}/rollback`, {});
    expect(rolledBack.body.order.metadata).toEqual({ note: her.note });
    expect(await exported(project, { exported_object: "order" })).toContain(her.note);
    await carriedOn(project);
    expect(await tracesOf(her.texts)).toEqual([]);
    expect(await rowsOf("exports", project.id)).toEqual([]);
    const action = await project.get(`/v1/async-actions/${body.async_action_id}`);
    expect(parsed(AsyncAction, action)).toMatchObject({
      type: "CUSTOMER_PERMANENT_DELETION",
      status: "DONE",
      operation_status: "SUCCESS",
      counts: { done: 9, total: 9 },
      result: { orders: 420, customer: 1 },
    });
    const [first] = await rowsOf("orders", project.id);
    expect(first).toMatchObject({ amount: 100, items: '[{"product_id":"p"}]', metadata: "{}" });
  });

  it("200: repeated under its idempotency key it answers what it answered", async () => {
    const project = await newProject();
    const her = somebody();
    await project.post("/v1/customers", her.person);
    const send = () => project.post(path(her.person.source_id), {}, { "idempotency-key": "k" });
    const [first, second] = [await send(), await send()];
    expect(parsed(PermanentDeletion, first).status).toBe("DONE");
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  it("200: short names take nothing else with them", async () => {
    const project = await newProject();
    await project.post("/v1/customers", { source_id: "A", name: "API", email: "order" });
    await voucher(project, "A");
    const { body } = await redeem(project, "A", {
      customer: { source_id: "A" },
      order: { source_id: "A-17", amount: 300 },
    });
    expect((await project.post(path("A"), {})).body.status).toBe("DONE");
    const { body: shown } = await project.get(`/v1/redemptions/${body.redemptions[0].id}`);
    expect(shown.order).toMatchObject({ source_id: "A-17", object: "order", amount: 300 });
    const sources = (await rowsOf("outbox", project.id)).map(({ source }) => String(source));
    expect(sources.every((source) => source.includes('"channel":"API"'))).toBe(true);
    await eventsOf(project.id);
    await expectSound(project.id);
  });

  it("404: an unknown customer, and another project's; nothing changes", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const her = somebody();
    const { body } = await other.post("/v1/customers", her.person);
    const before = await tracesOf(her.texts);
    for (const name of ["nobody", body.id, her.person.source_id]) {
      expect((await project.post(path(name), {})).status).toBe(404);
    }
    expect(await tracesOf(her.texts)).toEqual(before);
    expect(await rowsOf("async_actions", project.id)).toEqual([]);
  });

  it("what happens at the same moment is refused or forgotten, never left over", async () => {
    const project = await newProject();
    const her = somebody();
    const { body: customer } = await project.post("/v1/customers", her.person);
    await voucher(project, "A", { redemption: { quantity: 5 } });
    const sent = { customer: { id: customer.id }, metadata: { note: her.note } };
    const [deletion, ...redeemed] = await Promise.all([
      project.post(path(customer.id), {}),
      ...Array.from({ length: 10 }, () => redeem(project, "A", sent)),
      ...Array.from({ length: 10 }, () => project.post("/v1/orders", { amount: 5, ...sent })),
    ]);
    expect(deletion?.status).toBe(200);
    const outcomes = redeemed.map(({ status, body }) => (status === 200 ? "done" : body.key));
    const allowed = ["done", "not_found", "quantity_exceeded", "multiple_requests"];
    expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([]);
    await carriedOn(project);
    expect(await tracesOf(her.texts)).toEqual([]);
    await expectSound(project.id);
  });

  it.each([
    [
      "a refused redemption",
      (id: string) => ({
        path: "/v1/redemptions",
        body: { redeemables: redeemables("USED"), customer: { id } },
      }),
    ],
    ["an order", (id: string) => ({ path: "/v1/orders", body: { amount: 5, customer: { id } } })],
  ])("%s that has read the customer does not write it any more", async (_, requestOf) => {
    const project = await newProject();
    const her = somebody();
    const { body: customer } = await project.post("/v1/customers", her.person);
    await voucher(project, "USED", { redemption: { quantity: 0 } });
    await project.get("/v1/vouchers");
    let reads = 0;
    const after = async (batch: number) => {
      reads = batch;
      if (batch === 1) await project.post(path(customer.id), {});
    };
    const reply = await sendPausing(project, requestOf(customer.id), { after });
    expect(reads).toBeGreaterThan(1);
    expect(reply.status).toBe(404);
    expect(await tracesOf(her.texts)).toEqual([]);
  });

  it.each([
    ["", ["A"]],
    [" of a stack", ["A", "B"]],
  ])("a rollback%s that has read who it was does not write it any more", async (_, codes) => {
    const project = await newProject();
    const her = somebody();
    const { body: customer } = await project.post("/v1/customers", her.person);
    for (const code of codes) await voucher(project, code);
    const { body } = await redeem(project, codes, { customer, order: { amount: 600 } });
    const { id, tracking_id } = body.parent_redemption ?? body.redemptions[0];
    expect(tracking_id).toMatch(/^track_/);
    // The customer is gone, and so is what its orders say; its redemptions are not forgotten yet.
    const deletion = { path: path(customer.id) };
    await sendPausing(project, deletion, dying("after", 2), DEAF_QUEUES);
    await homeDb()
      .prepare(
        `UPDATE async_actions SET state = json_set(state, '$.after.orders', NULL)
         WHERE project_id = ?1`,
      )
      .bind(project.id)
      .run();
    const after = async (batch: number) => {
      if (batch === 1) await carriedOn(project);
    };
    const reply = await sendPausing(
      project,
      { path: `/v1/redemptions/${id}/rollbacks` },
      { after },
    );
    expect(reply.status).toBe(200);
    expect(await rowsOf("redemptions", project.id)).toHaveLength(codes.length === 1 ? 2 : 6);
    expect(await tracesOf([tracking_id])).toEqual([]);
    await expectSound(project.id);
  });

  it("what an order says goes also from what whose it was before is told", async () => {
    const project = await newProject();
    const her = somebody();
    await project.post("/v1/customers", her.person);
    const order = { source_id: "o-1", amount: 600, customer: { source_id: "bob" } };
    await project.post("/v1/orders", order);
    const customer = { source_id: her.person.source_id };
    const metadata = { note: her.note };
    const changed = { customer, metadata, items: [{ amount: 600, quantity: 1, metadata }] };
    expect((await project.put("/v1/orders/o-1", changed)).status).toBe(200);
    const { body } = await project.get("/v1/customers/bob/activity");
    const [left] = body.data.filter(({ type }: { type: string }) => type.endsWith("updated"));
    const { amount, metadata: notes, items } = left.data.data.order;
    expect({ amount, notes, items }).toEqual({ amount: 600, notes: {}, items: undefined });
    expect((await project.post(path(her.person.source_id), {})).status).toBe(200);
    expect(await tracesOf(her.texts)).toEqual([]);
    await expectSound(project.id);
  });

  it("what stays in its way is told, and it is forgotten once that is gone", async () => {
    const project = await newProject();
    const her = somebody();
    await project.post("/v1/customers", her.person);
    await voucher(project, "A");
    const order = { source_id: "o-1", amount: 600, metadata: { note: her.note } };
    await redeem(project, "A", { customer: { source_id: her.person.source_id }, order });
    await project.put("/v1/orders/o-1", { customer: { source_id: "bob" } });
    const lines = (text: string) => homeDb().prepare(text).bind(project.id).run();
    await lines(`INSERT INTO order_lines (project_id, order_id, version, metadata)
      SELECT project_id, id, lines_version, '{}' FROM orders WHERE project_id = ?1`);
    const request = { path: path(her.person.source_id) };
    const { body } = await sendPausing(project, request, {}, DEAF_QUEUES);
    expect(body.status).toBe("IN_PROGRESS");

    const job = { job: "action", project_id: project.id, action_id: body.async_action_id };
    const queue = "vouchsafe-long-jobs";
    const [ack, retry] = [vi.fn(), vi.fn()];
    const deliver = (attempts: number) => {
      const message = { id: "m", timestamp: new Date(0), body: job, attempts, ack, retry };
      return runJobs({ queue, messages: [message] } as unknown as MessageBatch, env);
    };
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await deliver(4);
    expect(retry.mock.calls).toEqual([[{ delaySeconds: 16 }]]);
    await deliver(11);
    const cause = "multiple_requests";
    const of = { project: project.id, cause };
    const said = JSON.stringify({ level: "error", queue, id: "m", job: "action", ...of });
    const last = JSON.stringify({ level: "error", dead: "action", ...of });
    expect(log.mock.calls).toEqual([[said], [said], [last]]);
    log.mockRestore();
    const dead = `/management/v1/projects/${project.id}/dead-jobs`;
    const listed = await project.get(dead);
    expect(listed.body.dead_jobs).toMatchObject([{ body: job, cause, due_at: null }]);
    expect((await openAction(project))?.id).toBe(job.action_id);

    await lines("DELETE FROM order_lines WHERE project_id = ?1");
    await project.post(`${dead}/${listed.body.dead_jobs[0].id}/retry`, {});
    await carriedOn(project);
    expect(await openAction(project)).toBeUndefined();
    const { metadata } = (await project.get("/v1/redemptions")).body.redemptions[0].order;
    expect(metadata).toEqual({});
    await expectSound(project.id);
  });

  it("a crash between any two of its batches leaves it to be carried on", async () => {
    const crashed = async (moment: "before" | "after", at: number) => {
      const project = await newProject();
      const her = somebody();
      await live(project, her);
      const before = await money(project);
      const request = { path: path(her.person.source_id) };
      const reply = await sendPausing(project, request, dying(moment, at), DEAF_QUEUES);
      expect(reply.status).toBe(500);
      await carriedOn(project);
      const left = await project.get(`/v1/customers/${her.person.source_id}`);
      if (left.status === 200) {
        expect(await money(project)).toEqual(before);
        await sendPausing(project, request, {}, DEAF_QUEUES);
      }
      expect(await tracesOf(her.texts)).toEqual([]);
      expect(await openAction(project)).toBeUndefined();
      expect(await money(project)).toEqual({
        ...before,
        events: [...before.events, "customer.deleted"],
      });
      await expectSound(project.id);
    };
    // The customer is gone with the second batch; steps end with the 4th, 7th, 10th and 13th.
    await Promise.all([
      crashed("before", 2),
      ...[2, 4, 7, 10, 13].map((at) => crashed("after", at)),
      ...[3, 5, 7, 10, 13].map((at) => crashed("before", at)),
    ]);
  });
});
