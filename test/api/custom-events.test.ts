import { beforeEach, describe, expect, it } from "vitest";
import { SentEvent } from "../../src/resources/custom-events/schema";
import { costOf, eventsOf, newProject, parsed, rowsOf, type TestProject } from "../support/api";
import { program } from "../support/earning";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";

let project: TestProject;

const define = (name: string, properties: object = {}) =>
  project.post(`/management/v1/projects/${project.id}/custom-event-schemas`, {
    name,
    schema: { properties },
  });

beforeEach(async () => {
  project = await newProject();
  await define("visit", {
    page: { type: "string", optional: true },
    seconds: { type: "number", optional: true },
  });
});

const send = (body: object) => project.post("/v1/events", { event: "visit", ...body });

const told = async () =>
  (await eventsOf(project.id)).filter(({ kind }) => kind === "customer.custom_event");

/** Sends what must be refused, and shows that nothing came of it. */
async function refused(body: object, status: number, key: string) {
  const stored = () =>
    Promise.all(["customers", "outbox", "vouchers"].map((table) => rowsOf(table, project.id)));
  const before = JSON.stringify(await stored());
  const error = failure(await send(body), status, key);
  expect(JSON.stringify(await stored())).toBe(before);
  return error;
}

describe("POST /v1/events", () => {
  it("200: the emptiest event makes its customer, in two round trips", async () => {
    await project.get("/v1/segments");
    const reply = await send({ customer: { source_id: "ada" } });
    expect(costOf(reply).roundTrips).toBe(2);
    expect(parsed(SentEvent, reply)).toStrictEqual({
      object: "event",
      type: "visit",
      customer: { id: expect.any(String), source_id: "ada", object: "customer" },
      referral: null,
      loyalty: null,
      metadata: {},
    });
    const kinds = (await eventsOf(project.id)).map(({ kind }) => kind);
    expect(kinds).toEqual(["customer.created", "customer.custom_event"]);
    await expectSound(project.id);
  });

  it("200: the fullest event, and the activity tells it with its schema and its card", async () => {
    await program(project, "Points");
    const { body: member } = await project.post("/v1/loyalties/Points/members", {
      customer: { source_id: "ada" },
    });
    const reply = await send({
      customer: { source_id: "ada", name: "Ada", email: "ada@x.com", metadata: { vip: true } },
      referral: { code: "FRIEND", referrer_id: "cust_1" },
      loyalty: { code: member.code },
      metadata: { page: "/home", seconds: 12.5, extra: [1] },
    });
    const customer = {
      id: expect.any(String),
      source_id: "ada",
      name: "Ada",
      email: "ada@x.com",
      metadata: { vip: true },
      object: "customer",
    };
    const metadata = { page: "/home", seconds: 12.5, extra: [1] };
    expect(parsed(SentEvent, reply)).toStrictEqual({
      object: "event",
      type: "visit",
      customer,
      referral: null,
      loyalty: null,
      metadata,
    });
    const { body: page } = await project.get("/v1/customers/ada/activity?limit=1");
    expect(page.data[0].type).toBe("customer.custom_event");
    expect(page.data[0].data.data).toMatchObject({
      event: {
        id: expect.stringMatching(/^cev_/),
        type: "visit",
        customer,
        referral: { code: "FRIEND", referrer_id: "cust_1" },
        loyalty: { code: member.code },
        metadata,
      },
      event_schema: { id: expect.stringMatching(/^ms_/), name: "visit" },
      referral: null,
      loyalty: { voucher: { code: member.code }, campaign: { name: "Points" } },
    });
    await expectSound(project.id);
  });

  it("200: a repetition under one key is one event, a second request is another", async () => {
    const body = { event: "visit", customer: { source_id: "ada" } };
    const headers = { "idempotency-key": "visit-1" };
    const [first, again] = [
      await project.post("/v1/events", body, headers),
      await project.post("/v1/events", body, headers),
    ];
    expect(again.body).toEqual(first.body);
    expect(await told()).toHaveLength(1);
    await send({ customer: { source_id: "ada" } });
    expect(await told()).toHaveLength(2);
    expect(await rowsOf("customers", project.id)).toHaveLength(1);
  });

  it("200: many events of a new customer at once make one customer", async () => {
    const sent = Array.from({ length: 8 }, () => send({ customer: { source_id: "ada" } }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(await told()).toHaveLength(8);
    await expectSound(project.id);
  });

  it("400: metadata against the schema, also a required property that is missing", async () => {
    const customer = { source_id: "ada" };
    const wrong = { customer, metadata: { seconds: "long" } };
    const { details } = await refused(wrong, 400, "metadata_validation_failed");
    expect(details).toBe("seconds: must be a number (actual value is 'long')");
    await define("rating", { stars: { type: "number" } });
    await refused({ event: "rating", customer }, 400, "metadata_validation_failed");
  });

  it("400: names what is missing or wrong", async () => {
    const customer = { source_id: "ada" };
    const cases: [object, string][] = [
      [{}, "Payload must have required property 'customer'"],
      [{ customer, referral: {} }, "Property .referral should have required property 'code'"],
      [{ customer, loyalty: {} }, "Property .loyalty must have required property 'code'"],
      [{ customer, event: "" }, "Property .event must NOT have fewer than 1 characters"],
      [
        { customer, event: "x".repeat(301) },
        "Property .event must NOT have more than 300 characters",
      ],
      [{ customer, metadata: [] }, "Property .metadata must be object"],
    ];
    for (const [body, details] of cases) {
      expect((await refused(body, 400, "invalid_payload")).details).toBe(details);
    }
  });

  it("404: an event without a schema, an unknown customer, an unknown card", async () => {
    const customer = { source_id: "ada" };
    const of = async (body: object) => (await refused(body, 404, "not_found")).resource_type;
    expect(await of({ customer, event: "jump" })).toBe("event_schema");
    expect(await of({ customer: { id: "cust_none" } })).toBe("customer");
    await project.post("/v1/vouchers/GIFT", { gift: { amount: 100 } });
    expect(await of({ customer, loyalty: { code: "NONE" } })).toBe("voucher");
    expect(await of({ customer, loyalty: { code: "GIFT" } })).toBe("voucher");
  });

  it("400: a card of another customer", async () => {
    await program(project, "Points");
    const { body: member } = await project.post("/v1/loyalties/Points/members", {
      customer: { source_id: "ada" },
    });
    const loyalty = { code: member.code };
    await refused({ customer: { source_id: "bob" }, loyalty }, 400, "invalid_customer");
    await project.post("/v1/customers", { source_id: "eve" });
    await refused({ customer: { source_id: "eve" }, loyalty }, 400, "invalid_customer");
  });

  it("keeps nothing of a customer who is forgotten", async () => {
    await send({ customer: { source_id: "ada", name: "Ada L" }, metadata: { page: "/ada" } });
    expect(JSON.stringify(await rowsOf("outbox", project.id))).toContain("Ada L");
    const { body } = await project.get("/v1/customers/ada");
    await project.post(`/v1/customers/${body.id}/permanent-deletion`);
    expect(JSON.stringify(await rowsOf("outbox", project.id))).not.toContain("Ada L");
  });
});
