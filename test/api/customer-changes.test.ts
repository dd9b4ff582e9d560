import { describe, expect, it } from "vitest";
import { Customer } from "../../src/model/customer";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";

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

describe("PUT /v1/customers/{customerId}", () => {
  it("200: only what was sent changes; the source id in the body does not", async () => {
    const project = await newProject();
    const jane = await create(project);
    const reply = await project.put("/v1/customers/jane%40shop", {
      source_id: "other",
      name: "Janet",
      address: { city: null, line_1: "Street 1" },
      metadata: { tier: null, vip: true },
    });
    const changed = parsed(Customer, reply);
    expect(changed).toEqual({
      ...jane,
      name: "Janet",
      address: { city: null, country: "DE", line_1: "Street 1" },
      metadata: { age: 33, vip: true },
      updated_at: changed.updated_at,
    });
    expect(costOf(reply).roundTrips).toBe(2);
    expect((await project.get(`/v1/customers/${jane.id}`)).body).toEqual(changed);
    expect(await eventKinds(project.id)).toEqual(["customer.created", "customer.updated"]);
  });

  it("200: null clears, and what changes nothing writes and tells nothing", async () => {
    const project = await newProject();
    const jane = await create(project);
    const before = await rowsOf("customers", project.id);
    const events = await eventKinds(project.id);
    for (const sent of [{}, JANE]) {
      const same = await project.put(`/v1/customers/${jane.id}`, sent);
      expect(parsed(Customer, same)).toEqual(jane);
      expect(costOf(same)).toMatchObject({ roundTrips: 1, written: 0 });
    }
    expect(await rowsOf("customers", project.id)).toEqual(before);
    expect(await eventKinds(project.id)).toEqual(events);
    const fields = ["name", "description", "email", "phone", "birthdate", "birthday", "address"];
    const nulls = Object.fromEntries([...fields, "metadata"].map((key) => [key, null]));
    const bare = parsed(Customer, await project.put(`/v1/customers/${jane.id}`, nulls));
    expect(bare).toEqual({
      id: jane.id,
      source_id: "jane@shop",
      address: null,
      summary: jane.summary,
      loyalty: jane.loyalty,
      referrals: jane.referrals,
      system_metadata: {},
      created_at: jane.created_at,
      updated_at: bare.updated_at,
      object: "customer",
    });
    expect(bare.updated_at).toMatch(/Z$/);
  });

  it("200: of ten updates at once none is lost", async () => {
    const project = await newProject();
    const { id } = await create(project, {});
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        project.put(`/v1/customers/${id}`, { metadata: { [`k${at}`]: at } }),
      ),
    );
    const done = replies.filter(({ status }) => status === 200).length;
    const { body } = await project.get(`/v1/customers/${id}`);
    expect(done).toBeGreaterThan(0);
    expect(Object.keys(body.metadata)).toHaveLength(done);
  });

  it("404: unknown, and nothing is made", async () => {
    const project = await newProject();
    const reply = await project.put("/v1/customers/nobody", { name: "X" });
    expect(reply.status).toBe(404);
    expect(reply.body.details).toBe("Cannot find customer with id nobody");
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});

describe("DELETE /v1/customers/{customerId}", () => {
  it("204: it is gone by both names, and its source id is free", async () => {
    const project = await newProject();
    const jane = await create(project);
    const reply = await project.delete("/v1/customers/jane%40shop");
    expect([reply.status, reply.body]).toEqual([204, ""]);
    expect((await project.get(`/v1/customers/${jane.id}`)).status).toBe(404);
    expect((await project.get("/v1/customers/jane%40shop")).status).toBe(404);
    expect((await project.delete(`/v1/customers/${jane.id}`)).status).toBe(404);
    expect(await totalOf(project)).toBe(0);
    expect(await eventKinds(project.id)).toEqual(["customer.created", "customer.deleted"]);
    expect((await create(project)).id).not.toBe(jane.id);
  });

  it("204 once: five at once delete one customer", async () => {
    const project = await newProject();
    const { id } = await create(project);
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => project.delete(`/v1/customers/${id}`)),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect(await totalOf(project)).toBe(0);
  });
});
