import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { homeDb } from "../support/places";

const NOBODY = {
  address: null,
  summary: {
    redemptions: {
      total_redeemed: 0,
      total_failed: 0,
      total_succeeded: 0,
      total_rolled_back: 0,
      total_rollback_failed: 0,
      total_rollback_succeeded: 0,
      gift: { redeemed_amount: 0, amount_to_go: 0 },
      loyalty_card: { redeemed_points: 0, points_to_go: 0 },
    },
    orders: { total_amount: 0, total_count: 0, average_amount: 0, last_order_amount: 0 },
  },
  loyalty: { points: 0, referred_customers: 0, campaigns: {} },
  referrals: { total: 0, campaigns: [] },
  system_metadata: {},
  object: "customer",
};

const JANE = {
  source_id: "jane@shop",
  name: "Jane",
  description: "Regular",
  email: "jane@example.com",
  phone: "+49 30 1",
  birthdate: "1990-02-28",
  birthday: "1990-02-28",
  address: { city: "Berlin", country: "DE" },
  metadata: { tier: "gold", age: 33 },
};

async function create(project: TestProject, body: unknown = JANE): Promise<Customer> {
  const reply = await project.post("/v1/customers", body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(Customer, reply);
}

const totalOf = async (project: TestProject): Promise<number> => {
  const [tally] = await rowsOf("tallies", project.id);
  return Number(tally?.customers ?? 0);
};

describe("POST /v1/customers", () => {
  it("200: a customer without anything has the fixed fields and no others", async () => {
    const project = await newProject();
    await project.get("/v1/customers");
    const reply = await project.post("/v1/customers", {});
    const { id, created_at, ...rest } = parsed(Customer, reply);
    expect(id).toMatch(/^cust_[0-9A-Za-z]{24}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual(NOBODY);
    expect(costOf(reply).roundTrips).toBe(1);
    expect(await eventKinds(project.id)).toEqual(["customer.created"]);
    expect(await totalOf(project)).toBe(1);
  });

  it("200: null is as good as absent on a create", async () => {
    const project = await newProject();
    const nulls = Object.fromEntries(Object.keys(JANE).map((key) => [key, null]));
    const { id: _, created_at: __, ...rest } = await create(project, { id: null, ...nulls });
    expect(rest).toEqual(NOBODY);
  });

  it("200: every field comes back as sent, and unknown ones are ignored", async () => {
    const project = await newProject();
    const body = await create(project, { ...JANE, nickname: "J" });
    expect(body).toMatchObject(JANE);
    expect(body).not.toHaveProperty("nickname");
    expect(body).not.toHaveProperty("updated_at");
    expect((await project.get(`/v1/customers/${body.id}`)).body).toEqual(body);
  });

  it("200: without a name of its own the customer is always new, the email is no key", async () => {
    const project = await newProject();
    const [one, two] = [
      await create(project, { email: "a@example.com" }),
      await create(project, { email: "a@example.com", source_id: "" }),
    ];
    expect(one.id).not.toBe(two.id);
    expect(await totalOf(project)).toBe(2);
  });

  it("200: a known source id updates and keeps what was not sent", async () => {
    const project = await newProject();
    const first = await create(project);
    const reply = await project.post("/v1/customers", {
      source_id: "jane@shop",
      name: "Jane Doe",
      metadata: { age: 34 },
    });
    const second = parsed(Customer, reply);
    expect(second.updated_at).toMatch(/Z$/);
    expect(second).toEqual({
      ...first,
      name: "Jane Doe",
      metadata: { tier: "gold", age: 34 },
      updated_at: second.updated_at,
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect(await eventKinds(project.id)).toEqual(["customer.created", "customer.updated"]);
    expect(await totalOf(project)).toBe(1);
  });

  it("200: of an id and another's source id the id decides", async () => {
    const project = await newProject();
    const jane = await create(project);
    await create(project, { source_id: "john", name: "John" });
    const body = await create(project, { id: jane.id, source_id: "john", name: "Jane 2" });
    expect(body).toMatchObject({ id: jane.id, source_id: "jane@shop", name: "Jane 2" });
    expect((await project.get("/v1/customers/john")).body.name).toBe("John");
  });

  it("200: twenty at once with one source id make one customer", async () => {
    const project = await newProject();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        project.post("/v1/customers", { source_id: "same", metadata: { [`k${at}`]: at } }),
      ),
    );
    const done = replies.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThan(0);
    for (const reply of replies) {
      if (reply.status !== 200) expect(reply.body.key).toBe("multiple_requests");
    }
    const rows = await rowsOf("customers", project.id);
    expect(rows).toHaveLength(1);
    expect(await totalOf(project)).toBe(1);
    const kept = Object.keys(JSON.parse(String(rows[0]?.metadata)));
    expect(kept).toHaveLength(done.length);
    expect(await eventKinds(project.id)).toHaveLength(done.length);
  });

  it("400: malformed fields name the property, and nothing is written", async () => {
    const project = await newProject();
    const cases: [unknown, string][] = [
      [{ birthdate: "30.02.1990" }, "Property .birthdate cannot be recognized"],
      [{ birthdate: "1990-02-30" }, "Property .birthdate cannot be recognized"],
      [{ address: "Berlin" }, "address"],
      [{ address: { city: 5 } }, "city"],
      [{ metadata: [] }, "Property .metadata must be object"],
      [{ source_id: 7 }, "source_id"],
      [{ source_id: "a\u0000b" }, "Property .source_id must be text without control characters"],
      [{ name: "x".repeat(256) }, "Property .name must NOT have more than 255 characters"],
    ];
    for (const [body, details] of cases) {
      const reply = await project.post("/v1/customers", body);
      expect(reply.status, JSON.stringify(body)).toBe(400);
      expect(reply.body.key).toBe("invalid_payload");
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("customers", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual([]);
  });

  it("404: an unknown id that stands alone, also one of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await create(project);
    const foreign = await create(other, { name: "Far" });
    const before = await rowsOf("customers", project.id);
    for (const id of ["cust_unknown", foreign.id]) {
      const reply = await project.post("/v1/customers", { id, name: "X" });
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({
        key: "not_found",
        details: `Cannot find customer with id ${id}`,
        resource_id: id,
        resource_type: "customer",
      });
    }
    expect(await rowsOf("customers", project.id)).toEqual(before);
  });
});

describe("GET /v1/customers/{customerId}", () => {
  it("200: by id and by percent-encoded source id, in one round trip and few rows", async () => {
    const project = await newProject();
    const jane = await create(project, { ...JANE, source_id: "shop/jane doe" });
    for (let at = 0; at < 10; at++) await create(project, { source_id: `other-${at}` });
    for (const name of [jane.id, encodeURIComponent("shop/jane doe")]) {
      const reply = await project.get(`/v1/customers/${name}`);
      expect(reply.body).toEqual(jane);
      expect(costOf(reply).roundTrips).toBe(1);
      expect(costOf(reply).read).toBeLessThanOrEqual(2);
    }
  });

  it("200: the summary is the counters, its average rounded half up", async () => {
    const project = await newProject();
    const { id } = await create(project);
    const average = async (amount: number, count: number) => {
      await homeDb()
        .prepare(
          `UPDATE customers SET orders_amount = ?1, orders_count = ?2, last_order_amount = 7,
           last_order_date = '2026-01-02T00:00:00.000Z', gift_redeemed_amount = 9 WHERE id = ?3`,
        )
        .bind(amount, count, id)
        .run();
      return parsed(Customer, await project.get(`/v1/customers/${id}`)).summary;
    };
    expect((await average(5, 2)).orders).toEqual({
      total_amount: 5,
      total_count: 2,
      average_amount: 3,
      last_order_amount: 7,
      last_order_date: "2026-01-02T00:00:00.000Z",
    });
    expect((await average(10, 3)).orders.average_amount).toBe(3);
    const { orders, redemptions } = await average(9_007_199_254_740_991, 2);
    expect(orders.average_amount).toBe(4_503_599_627_370_496);
    expect(redemptions.gift).toEqual({ redeemed_amount: 9, amount_to_go: 0 });
  });

  it("404: unknown, and of another project", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const foreign = await create(other);
    for (const name of ["nobody", foreign.id, "jane@shop"]) {
      const reply = await project.get(`/v1/customers/${name}`);
      expect(reply.status).toBe(404);
      expect(reply.body).toMatchObject({ key: "not_found", resource_id: name });
    }
  });
});
