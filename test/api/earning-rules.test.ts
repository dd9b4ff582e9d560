import { beforeEach, describe, expect, it } from "vitest";
import { EarningRule } from "../../src/model/loyalty/earning";
import {
  EarningRuleList,
  SwitchedEarningRule,
} from "../../src/resources/loyalties/earning-rules/schema";
import {
  costOf,
  eventKinds,
  eventsOf,
  newProject,
  parsed,
  rowsOf,
  type TestProject,
} from "../support/api";
import { addRules, earningRule, fixed, program, rulesOf } from "../support/earning";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import { homeDb } from "../support/places";

const PATH = "/v1/loyalties/Points/earning-rules";

let project: TestProject;
let programId: string;

beforeEach(async () => {
  project = await newProject();
  programId = await program(project, "Points");
});

const newRule = async (name: string): Promise<string> =>
  (await project.post("/v1/validation-rules", { name })).body.id;

const assignments = async (rule: string) =>
  (await project.get(`/v1/validation-rules/${rule}`)).body.assignments_count;

/** Sends what must be refused, and shows that nothing came of it. */
async function refused(
  send: () => Promise<Parameters<typeof failure>[0]>,
  key: string,
  status = 400,
) {
  const stored = () =>
    Promise.all(
      ["earning_rules", "validation_rules_assignments", "outbox", "tallies"].map((table) =>
        rowsOf(table, project.id),
      ),
    );
  const before = await stored();
  const { details } = failure(await send(), status, key);
  const withoutCursor = (tables: Record<string, unknown>[][]) =>
    JSON.stringify(tables, (name, value) => (name === "events_taken" ? undefined : value));
  expect(withoutCursor(await stored())).toBe(withoutCursor(before));
  return details;
}

const FULLEST = {
  event: "order.paid",
  loyalty: {
    type: "PROPORTIONAL",
    calculation_type: "ORDER_ITEMS_AMOUNT",
    order_items: {
      amount: {
        every: 100,
        points: 2,
        points_formula: "ORDER_UNITS_QUANTITY * 2",
        applicable_to: [{ object: "product", id: "prod_1" }],
      },
    },
  },
  source: { banner: "Two points for each euro" },
  active: false,
  start_date: "2026-01-01T00:00:00.000Z",
  expiration_date: "2027-01-01T00:00:00.000Z",
  validity_timeframe: { interval: "P7D", duration: "P1D" },
  validity_day_of_week: [1, 2],
  pending_points: { period_type: "DAY", period_value: 14 },
  expiration_rules: { period_type: "MONTH", period_value: 3, rounding_type: "END_OF_MONTH" },
  metadata: { season: "spring" },
};

describe("POST /v1/loyalties/:campaignId/earning-rules", () => {
  it("200: null within what a rule gives is as good as absent", async () => {
    const loyalty = { type: "FIXED", points: 5, points_formula: null };
    const rule = await earningRule(project, "Points", { event: "order.paid", loyalty });
    expect(rule.loyalty).toEqual({ type: "FIXED", points: 5 });
  });

  it("200: the emptiest rule and the fullest, in the order of the body", async () => {
    const ruleId = await newRule("Any");
    const reply = await addRules(project, "Points", [
      fixed(10),
      { ...FULLEST, validation_rule_id: ruleId },
    ]);
    expect(costOf(reply).roundTrips).toBe(2);
    const [emptiest, fullest] = rulesOf(reply);
    expect(emptiest).toStrictEqual({
      id: expect.stringMatching(/^ern_[0-9a-f]{18}$/),
      validation_rule_id: null,
      loyalty: { type: "FIXED", points: 10 },
      event: "order.paid",
      source: { object_id: programId, object_type: "campaign" },
      automation_id: expect.stringMatching(/^auto_[0-9a-f]{18}$/),
      active: true,
      metadata: {},
      created_at: expect.any(String),
      updated_at: null,
      object: "earning_rule",
    });
    expect(fullest).toStrictEqual({
      ...FULLEST,
      id: expect.any(String),
      automation_id: expect.any(String),
      validation_rule_id: ruleId,
      source: { ...FULLEST.source, object_id: programId, object_type: "campaign" },
      created_at: expect.any(String),
      updated_at: null,
      object: "earning_rule",
    });
    for (const made of [emptiest, fullest]) {
      expect(parsed(EarningRule, await project.get(`${PATH}/${made?.id}`))).toEqual(made);
    }
    expect(await assignments(ruleId)).toBe(1);
    await expectSound(project.id);
  });

  it("200: tells of each rule, and of each validation rule with the count that it has then", async () => {
    const ruleId = await newRule("Any");
    const sent = fixed(1, { validation_rule_id: ruleId });
    await addRules(project, "Points", [sent, sent]);
    const events = (await eventsOf(project.id)).slice(-4);
    expect(events.map(({ kind }) => kind)).toEqual([
      "campaign.earning_rule.assigned",
      "campaign.earning_rule.assigned",
      "business_validation_rule.assignment.created",
      "business_validation_rule.assignment.created",
    ]);
    const counts = events.slice(2).map(({ data }) => data.rule.assignments_count);
    expect(counts).toEqual([1, 2]);
    expect(await assignments(ruleId)).toBe(2);
    await expectSound(project.id);
  });

  const each = { every: 100, points: 1 };
  const ofProperty = { ...each, property: "visits" };
  const proportional = (calculation_type: string, more: object) => ({
    type: "PROPORTIONAL",
    calculation_type,
    ...more,
  });
  const goods = { ...each, object: "product", id: "prod_1" };
  const OF_ORDERS = [
    proportional("ORDER_AMOUNT", { order: { amount: each } }),
    proportional("ORDER_TOTAL_AMOUNT", { order: { total_amount: each } }),
    proportional("ORDER_METADATA", { order: { metadata: ofProperty } }),
    proportional("ORDER_ITEMS_QUANTITY", { order_items: { quantity: goods } }),
    proportional("ORDER_ITEMS_AMOUNT", { order_items: { amount: goods } }),
    proportional("ORDER_ITEMS_SUBTOTAL_AMOUNT", { order_items: { subtotal_amount: goods } }),
  ];
  const OF_CUSTOMERS = proportional("CUSTOMER_METADATA", { customer: { metadata: ofProperty } });
  const OF_EVENTS = proportional("CUSTOM_EVENT_METADATA", {
    custom_event: { metadata: ofProperty },
  });

  it("200: all that can be counted of an order", async () => {
    const sent = OF_ORDERS.map((loyalty) => ({ event: "order.paid", loyalty }));
    const made = rulesOf(await addRules(project, "Points", sent));
    expect(made.map(({ loyalty }) => loyalty)).toEqual(OF_ORDERS);
  });

  it("200: segments, custom events by schema and by name, and each change of a tier", async () => {
    const segment = (await project.post("/v1/segments", { name: "VIP" })).body.id;
    const path = `/management/v1/projects/${project.id}/custom-event-schemas`;
    const schema = (await project.post(path, { name: "visit" })).body.id;
    const changes = ["joined", "left", "upgraded", "downgraded", "prolonged"];
    const made = rulesOf(
      await addRules(project, programId, [
        { event: "customer.segment.entered", segment: { id: segment }, loyalty: OF_CUSTOMERS },
        { event: "visit", custom_event: { schema_id: schema }, loyalty: OF_EVENTS },
        { event: "visit", loyalty: { type: "FIXED", points: 1 } },
        ...changes.map((change) => ({
          event: `customer.loyalty.tier.${change}`,
          loyalty_tier: { id: "__ANY__" },
          loyalty: { type: "FIXED", points: 1 },
        })),
      ]),
    );
    expect(made.slice(0, 3)).toMatchObject([
      { segment: { id: segment } },
      { custom_event: { schema_id: schema } },
      { custom_event: { schema_id: schema } },
    ]);
    expect(made.slice(3).map(({ loyalty_tier }) => loyalty_tier)).toEqual(
      changes.map(() => ({ id: "__ANY__" })),
    );
  });

  const COUNTED_OF_ORDERS =
    "ORDER_AMOUNT, ORDER_TOTAL_AMOUNT, ORDER_METADATA, ORDER_ITEMS_QUANTITY, ORDER_ITEMS_AMOUNT, ORDER_ITEMS_SUBTOTAL_AMOUNT";
  const tierJoined = { event: "customer.loyalty.tier.joined", loyalty_tier: { id: "__ANY__" } };

  it.each([
    [
      "what an order does not bring",
      { event: "order.paid", loyalty: OF_CUSTOMERS },
      `Property [0].loyalty.calculation_type must be equal to one of the allowed values [ ${COUNTED_OF_ORDERS} ]`,
    ],
    [
      "anything counted of a tier",
      { ...tierJoined, loyalty: OF_CUSTOMERS },
      "Property [0].loyalty.type must be equal to one of the allowed values [ FIXED ]",
    ],
    [
      "lines of no goods",
      {
        event: "order.paid",
        loyalty: proportional("ORDER_ITEMS_AMOUNT", { order_items: { amount: each } }),
      },
      "Property [0].loyalty.order_items.amount must have either 'object' with 'id' or 'applicable_to'",
    ],
    [
      "every nothing",
      {
        event: "order.paid",
        loyalty: proportional("ORDER_AMOUNT", { order: { amount: { every: 0, points: 1 } } }),
      },
      "Property [0].loyalty.order.amount.every must be >= 1",
    ],
    [
      "a property that is not named",
      {
        event: "order.paid",
        loyalty: proportional("ORDER_METADATA", { order: { metadata: each } }),
      },
      "Property [0].loyalty.order.metadata must have required property 'property'",
    ],
    [
      "a formula that cannot be read",
      { event: "order.paid", loyalty: { type: "FIXED", points: 1, points_formula: "1 +" } },
      /^Property \[0\]\.loyalty\.points_formula is no formula: character/,
    ],
    [
      "pending points of a tier",
      {
        ...tierJoined,
        loyalty: { type: "FIXED", points: 1 },
        pending_points: { period_type: "DAY", period_value: 1 },
      },
      "Property [0].pending_points is of order.paid alone",
    ],
    [
      "a segment that does not narrow the event",
      fixed(1, { segment: { id: "seg_none" } }),
      "Property [0].segment is of customer.segment.entered alone",
    ],
    [
      "a tier that does not narrow the event",
      fixed(1, { loyalty_tier: { id: "__ANY__" } }),
      "Property [0].loyalty_tier is of changes of tiers alone",
    ],
    [
      "a custom event beside a tier",
      { ...tierJoined, loyalty: { type: "FIXED", points: 1 }, custom_event: { schema_id: "ms_1" } },
      "Property [0].custom_event is of custom events alone",
    ],
    [
      "91 days",
      fixed(1, { pending_points: { period_type: "DAY", period_value: 91 } }),
      "Property [0].pending_points.period_value must be <= 90",
    ],
    [
      "months of no number",
      fixed(1, { expiration_rules: { period_type: "MONTH" } }),
      "Property [0].expiration_rules.period_value is required with MONTH",
    ],
    [
      "a day of the year without its day",
      fixed(1, { expiration_rules: { period_type: "FIXED_DAY_OF_YEAR", fixed_month: 2 } }),
      "Property [0].expiration_rules.fixed_day is required with FIXED_DAY_OF_YEAR",
    ],
    [
      "a particular month without its number",
      fixed(1, {
        expiration_rules: {
          period_type: "MONTH",
          period_value: 1,
          rounding_type: "PARTICULAR_MONTH",
        },
      }),
      "Property [0].expiration_rules.rounding_value is required with MONTH",
    ],
    [
      "a window that ends before it begins",
      fixed(1, {
        start_date: "2026-02-01T00:00:00Z",
        expiration_date: "2026-01-01T00:00:00Z",
      }),
      "Property [0].expiration_date must be after start_date",
    ],
    [
      "a segment that is not named",
      { event: "customer.segment.entered", loyalty: { type: "FIXED", points: 1 } },
      "Property [0] must have required property 'segment'",
    ],
    [
      "a tier that is not named",
      { event: "customer.loyalty.tier.left", loyalty: { type: "FIXED", points: 1 } },
      "Property [0] must have required property 'loyalty_tier'",
    ],
  ])("400: %s", async (_, sent, expected) => {
    const details = await refused(() => addRules(project, "Points", [sent]), "invalid_payload");
    expect(details).toMatch(expected);
  });

  it("400: a schema of another event", async () => {
    const path = `/management/v1/projects/${project.id}/custom-event-schemas`;
    const schema = (await project.post(path, { name: "visit" })).body.id;
    const sent = {
      event: "purchase",
      custom_event: { schema_id: schema },
      loyalty: { type: "FIXED", points: 1 },
    };
    const details = await refused(() => addRules(project, "Points", [sent]), "invalid_payload");
    expect(details).toBe(
      `Property [0].event must be the name of the custom event of schema ${schema}`,
    );
  });

  it.each([
    ["segment", { event: "customer.segment.entered", segment: { id: "seg_none" } }],
    ["custom_event_schema", { event: "nothing" }],
    ["custom_event_schema", { event: "x", custom_event: { schema_id: "ms_none" } }],
    ["loyalty_tier", { event: "customer.loyalty.tier.left", loyalty_tier: { id: "ltr_none" } }],
    ["validation_rules", { event: "order.paid", validation_rule_id: "val_none" }],
  ])("404: an unknown %s; of the good rule beside it nothing is made", async (resource, sent) => {
    const bad = { ...sent, loyalty: { type: "FIXED", points: 1 } };
    const send = () => addRules(project, "Points", [fixed(1), bad]);
    expect(await refused(send, "not_found", 404)).toContain(`Cannot find ${resource} with id`);
  });

  it("400: metadata that the project does not allow", async () => {
    const path = `/management/v1/projects/${project.id}/metadata-schemas`;
    const schema = {
      related_object: "earning_rule",
      allow_defined_only: true,
      properties: { season: { type: "string" } },
    };
    expect((await project.post(path, schema)).status).toBe(200);
    const send = () => addRules(project, "Points", [fixed(1, { metadata: { colour: "red" } })]);
    await refused(send, "metadata_validation_failed");
    await earningRule(project, "Points", fixed(1, { metadata: { season: "spring" } }));
  });

  it("404: another campaign, and none", async () => {
    const other = { name: "Gifts", voucher: { type: "GIFT_VOUCHER", gift: { amount: 1 } } };
    await project.post("/v1/campaigns", other);
    await refused(() => addRules(project, "Gifts", [fixed(1)]), "not_found", 404);
    await refused(() => addRules(project, "None", [fixed(1)]), "not_found", 404);
  });

  it("400: the 101st rule of a program, whoever comes first", async () => {
    const hundred = Array.from({ length: 99 }, () => fixed(1));
    rulesOf(await addRules(project, "Points", hundred));
    const replies = await Promise.all([1, 2, 3].map(() => addRules(project, "Points", [fixed(2)])));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const details = await refused(
      () => addRules(project, "Points", [fixed(3)]),
      "invalid_campaign",
    );
    expect(details).toBe(`Campaign ${programId} takes at most 100 earning rules`);
    expect(await rowsOf("earning_rules", project.id)).toHaveLength(100);
  });
});

describe("GET /v1/loyalties/:campaignId/earning-rules", () => {
  it("200: a page in each order; those never updated are the oldest by update", async () => {
    const made = rulesOf(await addRules(project, "Points", [fixed(1), fixed(2), fixed(3)]));
    const [first, second, third] = made.map(({ id }) => id);
    await project.put(`${PATH}/${second}`, { active: false });
    await program(project, "Other");
    await earningRule(project, "Other", fixed(9));
    const ids = async (query: string) => {
      const reply = await project.get(`${PATH}?${query}`);
      const list = parsed(EarningRuleList, reply);
      expect(list.total).toBe(3);
      return list.data.map(({ id }) => id);
    };
    expect(await ids("")).toEqual([third, second, first]);
    expect(await ids("order=created_at")).toEqual([first, second, third]);
    expect(await ids("order=created_at&limit=1&page=2")).toEqual([second]);
    expect((await ids("order=-updated_at"))[0]).toBe(second);
    expect((await ids("order=updated_at")).at(-1)).toBe(second);
  });

  it("200: empty; 404: no such program; 400: a bad limit", async () => {
    const list = parsed(EarningRuleList, await project.get(PATH));
    expect(list).toMatchObject({ data: [], total: 0 });
    failure(await project.get("/v1/loyalties/None/earning-rules"), 404, "not_found");
    failure(await project.get(`${PATH}?limit=0`), 400, "invalid_query_params");
  });
});

describe("/v1/loyalties/:campaignId/earning-rules/:earningRuleId", () => {
  it("404: a rule of another program", async () => {
    await program(project, "Other");
    const { id } = await earningRule(project, "Other", fixed(1));
    for (const send of [
      () => project.get(`${PATH}/${id}`),
      () => project.put(`${PATH}/${id}`, { active: false }),
      () => project.delete(`${PATH}/${id}`),
      () => project.post(`${PATH}/${id}/disable`),
    ]) {
      expect(await refused(send, "not_found", 404)).toBe(`Cannot find earning_rule with id ${id}`);
    }
  });

  it("PUT changes what is sent, clears what is null and keeps the rest", async () => {
    const made = await earningRule(project, "Points", FULLEST);
    const reply = await project.put(`${PATH}/${made.id}`, {
      loyalty: { type: "FIXED", points: 7 },
      source: { banner: null },
      pending_points: null,
      expiration_rules: null,
      validity_timeframe: null,
      metadata: { season: null, year: 2026 },
      event: "ignored",
    });
    const changed = parsed(EarningRule, reply);
    const {
      pending_points: _pending,
      expiration_rules: _rules,
      validity_timeframe: _frame,
      ...kept
    } = made;
    expect(changed).toStrictEqual({
      ...kept,
      loyalty: { type: "FIXED", points: 7 },
      source: { object_id: programId, object_type: "campaign" },
      metadata: { year: 2026 },
      updated_at: expect.any(String),
    });
    expect((await eventKinds(project.id)).at(-1)).toBe("campaign.earning_rule.updated");
    await expectSound(project.id);
  });

  it("PUT of the same changes nothing and tells nobody", async () => {
    const made = await earningRule(project, "Points", FULLEST);
    const kinds = await eventKinds(project.id);
    const same = await project.put(`${PATH}/${made.id}`, { active: false, metadata: {} });
    expect(parsed(EarningRule, same)).toEqual(made);
    expect(await eventKinds(project.id)).toEqual(kinds);
  });

  it("PUT refuses what the event does not bring", async () => {
    const made = await earningRule(project, "Points", fixed(1));
    const loyalty = {
      type: "PROPORTIONAL",
      calculation_type: "CUSTOMER_METADATA",
      customer: { metadata: { every: 1, points: 1, property: "x" } },
    };
    await refused(() => project.put(`${PATH}/${made.id}`, { loyalty }), "invalid_payload");
  });

  it("PUT gives another validation rule, the same, none; the counts follow", async () => {
    const [one, two] = [await newRule("One"), await newRule("Two")];
    const made = await earningRule(project, "Points", fixed(1, { validation_rule_id: one }));
    const put = async (validation_rule_id: string | null) =>
      parsed(EarningRule, await project.put(`${PATH}/${made.id}`, { validation_rule_id }))
        .validation_rule_id;
    expect(await put(two)).toBe(two);
    expect([await assignments(one), await assignments(two)]).toEqual([0, 1]);
    const kinds = await eventKinds(project.id);
    expect(kinds.slice(-3)).toEqual([
      "campaign.earning_rule.updated",
      "business_validation_rule.assignment.deleted",
      "business_validation_rule.assignment.created",
    ]);
    expect(await put(two)).toBe(two);
    expect(await eventKinds(project.id)).toEqual(kinds);
    await refused(
      () => project.put(`${PATH}/${made.id}`, { validation_rule_id: "x" }),
      "not_found",
      404,
    );
    expect(await put(null)).toBeNull();
    expect([await assignments(one), await assignments(two)]).toEqual([0, 0]);
    await expectSound(project.id);
  });

  it("DELETE takes it away with its assignment", async () => {
    const rule = await newRule("One");
    const made = await earningRule(project, "Points", fixed(1, { validation_rule_id: rule }));
    expect((await project.delete(`${PATH}/${made.id}`)).status).toBe(204);
    failure(await project.get(`${PATH}/${made.id}`), 404, "not_found");
    expect(await assignments(rule)).toBe(0);
    expect((await eventKinds(project.id)).slice(-2)).toEqual([
      "business_validation_rule.assignment.deleted",
      "campaign.earning_rule.deleted",
    ]);
    await eventsOf(project.id);
    await expectSound(project.id);
  });

  it("disabled and enabled, each told once", async () => {
    const made = await earningRule(project, "Points", fixed(1));
    const { validation_rule_id: _, ...shown } = made;
    const turn = async (way: string) =>
      parsed(SwitchedEarningRule, await project.post(`${PATH}/${made.id}/${way}`));
    expect(await turn("enable")).toEqual(shown);
    expect(await turn("disable")).toEqual({
      ...shown,
      active: false,
      updated_at: expect.any(String),
    });
    await turn("disable");
    expect((await turn("enable")).active).toBe(true);
    expect((await eventKinds(project.id)).slice(-2)).toEqual([
      "campaign.earning_rule.disabled",
      "campaign.earning_rule.enabled",
    ]);
  });

  it("a protected program keeps its rules as they are", async () => {
    const made = await earningRule(project, "Points", fixed(1));
    await homeDb()
      .prepare("UPDATE campaigns SET protected = 1 WHERE project_id = ?1")
      .bind(project.id)
      .run();
    const changes = [
      () => addRules(project, "Points", [fixed(1)]),
      () => project.put(`${PATH}/${made.id}`, { active: false }),
      () => project.post(`${PATH}/${made.id}/disable`),
      () => project.delete(`${PATH}/${made.id}`),
    ];
    for (const change of changes) await refused(change, "resource_protected");
  });
});

describe("a rule's assignments", () => {
  it("can be made and taken back under the path of the validation rule, once", async () => {
    const [one, two] = [await newRule("One"), await newRule("Two")];
    const made = await earningRule(project, "Points", fixed(1));
    const path = `/v1/validation-rules/${one}/assignments`;
    const assigned = await project.post(path, { earning_rule: made.id });
    expect(assigned.status, JSON.stringify(assigned.body)).toBe(200);
    expect(assigned.body).toMatchObject({
      related_object_id: made.id,
      related_object_type: "earning_rule",
    });
    const shown = async () =>
      parsed(EarningRule, await project.get(`${PATH}/${made.id}`)).validation_rule_id;
    expect(await shown()).toBe(one);
    const again = () =>
      project.post(`/v1/validation-rules/${two}/assignments`, { earning_rule: made.id });
    await refused(again, "invalid_campaign");
    expect((await project.delete(`${path}/${assigned.body.id}`)).status).toBe(204);
    expect(await shown()).toBeNull();
    const [told] = (await eventsOf(project.id)).slice(-1);
    expect(told?.data).toMatchObject({
      earning_rule: { id: made.id, campaign_id: made.source.object_id },
    });
    await expectSound(project.id);
  });
});

describe("as older clients send them", () => {
  it("points for the amount of an order name no calculation", async () => {
    const order = { amount: { every: 100, points: 1 } };
    const [rule] = rulesOf(
      await addRules(project, "Points", [
        { event: "order.paid", loyalty: { type: "PROPORTIONAL", order } },
      ]),
    );
    expect(rule?.loyalty).toEqual({
      type: "PROPORTIONAL",
      calculation_type: "ORDER_AMOUNT",
      order,
    });
  });

  it("an update of points alone is one of a fixed rule", async () => {
    const { id } = await earningRule(project, "Points", fixed(5));
    const { status, body } = await project.put(`${PATH}/${id}`, { loyalty: { points: 12 } });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.loyalty).toEqual({ type: "FIXED", points: 12 });
  });
});
