import { describe, expect, it } from "vitest";
import { ClientCustomer } from "../../src/model/customer";
import {
  anyAddress,
  eventKinds,
  newProject,
  parsed,
  rowsOf,
  send,
  type TestProject,
} from "../support/api";
import { failure } from "../support/failure";

const open = (enabled = 1) => newProject({ client_create_customer_enabled: enabled });

const create = (project: TestProject, sent: object, headers = {}) =>
  send(
    "POST",
    "/client/v1/customers",
    { ...project.client, "cf-connecting-ip": anyAddress(), ...headers },
    sent,
  );

async function tokenOf(project: TestProject, name: string) {
  const { body } = await project.post(`/v1/customers/${name}/client-token`, {});
  return { "x-customer-token": body.token };
}

describe("POST /client/v1/customers", () => {
  it("200: creates a customer, whose ids alone it tells", async () => {
    const project = await open();
    const reply = await create(project, { source_id: "jane", name: "Jane", email: "j@x.example" });
    const jane = (await project.get("/v1/customers/jane")).body;
    expect(jane).toMatchObject({ name: "Jane", email: "j@x.example" });
    expect(parsed(ClientCustomer, reply)).toEqual({
      id: jane.id,
      source_id: "jane",
      object: "customer",
    });
    expect(await eventKinds(project.id)).toEqual(["customer.created"]);
    const { total } = (await project.get("/v1/customers")).body;
    expect(total).toBe(1);
  });

  it("200: without a source id whoever it is is new each time", async () => {
    const project = await open();
    const made = [await create(project, { name: "A" }), await create(project, { name: "A" })];
    const ids = made.map((reply) => parsed(ClientCustomer, reply).id);
    expect(new Set(ids).size).toBe(2);
  });

  it("200: one who is stored stays as they are, but for their own token", async () => {
    const project = await open();
    await project.post("/v1/customers", { source_id: "jane", name: "Jane" });
    const known = await create(project, { source_id: "jane", name: "Evil" });
    expect(parsed(ClientCustomer, known).source_id).toBe("jane");
    expect((await project.get("/v1/customers/jane")).body.name).toBe("Jane");
    expect(await eventKinds(project.id)).toEqual(["customer.created"]);

    const hers = await tokenOf(project, "jane");
    const reply = await create(project, { name: "Jane J" }, hers);
    expect(parsed(ClientCustomer, reply).source_id).toBe("jane");
    expect((await project.get("/v1/customers/jane")).body.name).toBe("Jane J");
  });

  it("200: of two at once with one source id one is stored", async () => {
    const project = await open();
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => create(project, { source_id: "twin" })),
    );
    const ids = replies.map((reply) => parsed(ClientCustomer, reply).id);
    expect(new Set(ids).size).toBe(1);
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("400: an id without its token; 403: another customer's token", async () => {
    const project = await open();
    const { id } = (await project.post("/v1/customers", { source_id: "jane" })).body;
    failure(await create(project, { id }), 400, "invalid_payload");
    const hers = await tokenOf(project, "jane");
    failure(await create(project, { source_id: "mary" }, hers), 403, "forbidden");
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("403: while the project has not switched it on", async () => {
    const project = await open(0);
    failure(await create(project, { source_id: "jane" }), 403, "forbidden");
    expect(await rowsOf("customers", project.id)).toEqual([]);
  });
});
