import { beforeEach, describe, expect, it } from "vitest";
import { newProject, rowsOf, type TestProject } from "../support/api";
import { earningRule, hearAgain, hearAll, program } from "../support/earning";
import { expectSound } from "../support/loyalty";

let project: TestProject;

beforeEach(async () => {
  project = await newProject();
  await program(project, "Points");
});

const join = async (name: string, customer = "ada"): Promise<string> => {
  const sent = { customer: { source_id: customer } };
  return (await project.post(`/v1/loyalties/${name}/members`, sent)).body.code;
};

const balance = async (code: string) =>
  (await project.get(`/v1/vouchers/${code}`)).body.loyalty_card.balance as number;

/** What the ledger tells of the points that a rule gave. */
async function detailsOf(rule: { id: string }) {
  const entries = await rowsOf("voucher_transactions", project.id);
  const details = entries.map((row) => JSON.parse(String(row.details)));
  return details.find(({ earning_rule }) => earning_rule?.id === rule.id);
}

describe("a custom event", () => {
  let schemaId: string;

  const define = async (name: string) =>
    (await project.post(`/management/v1/projects/${project.id}/custom-event-schemas`, { name }))
      .body.id as string;

  beforeEach(async () => {
    schemaId = await define("visit");
  });

  const send = async (sent: object) => {
    const reply = await project.post("/v1/events", {
      event: "visit",
      customer: { source_id: "ada" },
      ...sent,
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    await hearAll(project);
  };

  const onVisit = (loyalty: object, sent: object = {}, name = "Points") =>
    earningRule(project, name, {
      event: "visit",
      custom_event: { schema_id: schemaId },
      loyalty,
      ...sent,
    });

  it("earns by the rules of its schema, once for each event, and is named in the ledger", async () => {
    const card = await join("Points");
    const rule = await onVisit({ type: "FIXED", points: 7 });
    await define("jump");
    await earningRule(project, "Points", {
      event: "jump",
      loyalty: { type: "FIXED", points: 1_000 },
    });
    await send({});
    expect(await balance(card)).toBe(7);
    expect(await detailsOf(rule)).toMatchObject({
      custom_event: { id: expect.stringMatching(/^cev_/), type: "visit" },
      event_schema: { id: schemaId, name: "visit" },
      event: { id: expect.stringMatching(/^evcus_/), type: "customer.custom_event" },
    });
    await send({});
    await hearAgain(project);
    await hearAgain(project, "backwards");
    expect(await balance(card)).toBe(14);
    await expectSound(project);
  });

  it("counts a number of its metadata, so many for each whole part", async () => {
    const card = await join("Points");
    await onVisit({
      type: "PROPORTIONAL",
      calculation_type: "CUSTOM_EVENT_METADATA",
      custom_event: { metadata: { property: "seconds", every: 10, points: 3 } },
    });
    await send({ metadata: { seconds: 9.9 } });
    expect(await balance(card)).toBe(0);
    await send({ metadata: { seconds: 39 } });
    expect(await balance(card)).toBe(9);
    await send({ metadata: { seconds: "long" } });
    await send({ metadata: { seconds: -50 } });
    await send({});
    expect(await balance(card)).toBe(9);
  });

  it("is held to validation rules of its metadata", async () => {
    const card = await join("Points");
    const { body } = await project.post("/v1/validation-rules", {
      name: "Home",
      rules: {
        "1": { name: "custom_event.metadata", property: "page", conditions: { $is: ["/home"] } },
        logic: "1",
      },
    });
    await onVisit({ type: "FIXED", points: 5 }, { validation_rule_id: body.id });
    await send({ metadata: { page: "/about" } });
    expect(await balance(card)).toBe(0);
    await send({ metadata: { page: "/home" } });
    expect(await balance(card)).toBe(5);
  });

  it("credits the card that it names alone, and joins no other program", async () => {
    const [card, other] = [await join("Points"), await program(project, "Other")];
    const otherCard = await join("Other");
    await program(project, "Open", { auto_join: true });
    for (const name of ["Points", "Other", "Open"]) {
      await onVisit({ type: "FIXED", points: 5 }, {}, name);
    }
    await send({ loyalty: { code: card } });
    expect([await balance(card), await balance(otherCard)]).toEqual([5, 0]);
    expect(await rowsOf("loyalty_awards", project.id)).toHaveLength(1);
    await send({});
    expect([await balance(card), await balance(otherCard)]).toEqual([10, 5]);
    const awards = await rowsOf("loyalty_awards", project.id);
    expect(awards).toHaveLength(4);
    expect(awards.filter(({ campaign_id }) => campaign_id === other)).toHaveLength(1);
    await expectSound(project);
  });

  it("earns nothing by rules that were made later, are off, or count orders", async () => {
    const card = await join("Points");
    await onVisit({ type: "FIXED", points: 5 }, { active: false });
    await earningRule(project, "Points", {
      event: "order.paid",
      loyalty: { type: "FIXED", points: 5 },
    });
    await send({});
    await onVisit({ type: "FIXED", points: 5 });
    await hearAgain(project);
    expect(await balance(card)).toBe(0);
  });
});

describe("entering a segment", () => {
  const save = async (metadata: object) => {
    await project.post("/v1/customers", { source_id: "ada", metadata });
    await hearAll(project);
  };

  const vips = async (property: string): Promise<string> => {
    const filter = { [`metadata.${property}`]: { conditions: { $is: [true] } } };
    return (await project.post("/v1/segments", { name: property, filter })).body.id;
  };

  const onEntering = (id: string, loyalty: object) =>
    earningRule(project, "Points", {
      event: "customer.segment.entered",
      segment: { id },
      loyalty,
    });

  it("earns by the rules of that segment, once for each time, and is named in the ledger", async () => {
    const card = await join("Points");
    const [vip, other] = [await vips("vip"), await vips("other")];
    const rule = await onEntering(vip, { type: "FIXED", points: 50 });
    await onEntering(other, { type: "FIXED", points: 1_000 });
    await save({ vip: true });
    expect(await balance(card)).toBe(50);
    expect(await detailsOf(rule)).toMatchObject({
      segment: { id: vip, name: "vip" },
      event: { type: "customer.segment.entered" },
    });
    await save({ vip: true, more: 1 });
    await hearAgain(project);
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await balance(card)).toBe(50);
    await save({ vip: false });
    expect(await balance(card)).toBe(50);
    await save({ vip: true });
    expect(await balance(card)).toBe(100);
    await hearAgain(project, "backwards");
    await hearAll(project);
    expect(await balance(card)).toBe(100);
    await expectSound(project);
  });

  it("counts a number of the customer's metadata", async () => {
    const card = await join("Points");
    await onEntering(await vips("vip"), {
      type: "PROPORTIONAL",
      calculation_type: "CUSTOMER_METADATA",
      customer: { metadata: { property: "years", every: 2, points: 10 } },
    });
    await save({ vip: true, years: 5 });
    expect(await balance(card)).toBe(20);
  });
});
