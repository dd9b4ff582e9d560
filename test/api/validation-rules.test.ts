import { describe, expect, it } from "vitest";
import * as z from "zod";
import { listOf } from "../../src/http/page";
import { CONTEXT_TYPES } from "../../src/model/context-type";
import { ValidationRule } from "../../src/model/rule";
import { costOf, eventKinds, newProject, parsed, rowsOf, type TestProject } from "../support/api";

const PATH = "/v1/validation-rules";
const LEAST = {
  name: "Big orders",
  rules: {},
  bundle_rules: {},
  error: null,
  applicable_to: { included: [], excluded: [], included_all: false },
  type: "expression",
  context_type: "global",
  assignments_count: 0,
  updated_at: null,
  object: "validation_rules",
};
const RULES = {
  "1": { name: "order.amount", conditions: { $more_than: [1000] }, rules: {} },
  "2": {
    name: "order.metadata",
    property: "channel",
    conditions: { $is: ["app"] },
    rules: {},
    error: { message: "App only" },
  },
  logic: "1 and 2",
};
const APPLICABLE = {
  included: [
    {
      object: "product",
      id: "prod_1",
      source_id: "p-1",
      strict: false,
      effect: "APPLY_FROM_CHEAPEST",
      quantity_limit: 2,
      skip_initially: 0,
      repeat: 1,
      target: "ITEM",
    },
  ],
  excluded: [
    { object: "products_collection", id: "pc_1", strict: false, effect: "APPLY_TO_EVERY" },
  ],
  included_all: true,
};
const BUNDLE = {
  "1": {
    name: "order.items.any",
    conditions: { $is: [{ id: "prod_1", object: "product" }] },
    rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [2] } } },
  },
  logic: "1",
  limit: 3,
};

async function create(project: TestProject, body: unknown = { name: "Big orders" }) {
  const reply = await project.post(PATH, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(ValidationRule, reply);
}

describe("POST /v1/validation-rules", () => {
  it("200: an error whose message is null has none", async () => {
    const project = await newProject();
    const reply = await project.post("/v1/validation-rules", {
      name: "R",
      error: { message: null },
    });
    expect([reply.status, reply.body.error]).toEqual([200, {}]);
  });

  it("200: a name is enough; the defaults are there and nothing else", async () => {
    const project = await newProject();
    await project.get(PATH);
    const reply = await project.post(PATH, { name: "Big orders" });
    const { id, created_at, ...rest } = parsed(ValidationRule, reply);
    expect(id).toMatch(/^val_[0-9A-Za-z]{12}$/);
    expect(created_at).toMatch(/Z$/);
    expect(rest).toEqual(LEAST);
    expect(costOf(reply).roundTrips).toBe(1);
    expect(await eventKinds(project.id)).toEqual(["business_validation_rule.created"]);
  });

  it("200: null is as good as absent on a create", async () => {
    const project = await newProject();
    const keys = ["rules", "bundle_rules", "error", "applicable_to", "type", "context_type"];
    const nulls = Object.fromEntries(keys.map((key) => [key, null]));
    const {
      id: _,
      created_at: __,
      ...rest
    } = await create(project, {
      name: "Big orders",
      ...nulls,
    });
    expect(rest).toEqual(LEAST);
  });

  it("200: a whole rule comes back as sent, without undocumented parts of its entries", async () => {
    const project = await newProject();
    const sent = {
      name: "All",
      rules: RULES,
      bundle_rules: BUNDLE,
      error: { message: "No" },
      type: "advanced",
      context_type: "voucher.discount_voucher.discount.apply_to_order",
    };
    const [entry] = APPLICABLE.included;
    const rule = await create(project, {
      ...sent,
      applicable_to: {
        ...APPLICABLE,
        included: [{ ...entry, colour: "red", product_campaign_quantity_limit: null }],
      },
    });
    expect(rule).toMatchObject(sent);
    expect(rule.rules).toEqual(RULES);
    expect(rule.bundle_rules).toEqual(BUNDLE);
    expect(rule.applicable_to).toEqual(APPLICABLE);
    expect((await project.get(`${PATH}/${rule.id}`)).body).toEqual(rule);
  });

  it("200: two rules may share a name, and older spellings are taken", async () => {
    const project = await newProject();
    const rules = {
      "1": { name: "customer_metadata", property: "x", conditions: { $is: [1] }, rules: {} },
    };
    const first = await create(project, { name: "Same", rules });
    const second = await create(project, { name: "Same", rules });
    expect(first.id).not.toBe(second.id);
    expect(await rowsOf("validation_rules", project.id)).toHaveLength(2);
  });

  it("200: each context type of the contract", async () => {
    const project = await newProject();
    expect(CONTEXT_TYPES).toHaveLength(55);
    const some = [
      "earning_rule.customer.tier.prolonged",
      "campaign.promotion",
      "voucher.gift_voucher.gift.apply_to_items",
    ];
    for (const context_type of [...some, "distribution.order.updated"]) {
      expect(await create(project, { name: "X", context_type })).toMatchObject({ context_type });
    }
  });

  it("400: malformed rules name the rule and the reason, and nothing is written", async () => {
    const project = await newProject();
    const rule = { name: "order.amount", conditions: { $is: [1] } };
    const cases: [unknown, string][] = [
      [{ "1": { ...rule, name: "order.colour" } }, "Rule '1' has unknown name 'order.colour'"],
      [
        { "1": { ...rule, conditions: { $near: [1] } } },
        "Rule 'order.amount' has unknown operator '$near' (at '1')",
      ],
      [
        { "1": { name: "custom_event.metadata", conditions: { $is: [1] } } },
        "Rule 'custom_event.metadata' must have a 'property' (at '1')",
      ],
      [
        { "1": rule, "2": { ...rule, rules: { "1": { name: "order.metadata" } } } },
        "Rule 'order.metadata' must have a 'property' (at '2.rules.1')",
      ],
      [{ "1": rule, logic: "1 and" }, "'logic' at character"],
      [{ "1": rule, logic: "1 and 2" }, "'logic' at character"],
      [{ one: rule }, "'one' is neither a rule number nor 'logic'"],
      ["order.amount > 5", "'rules' must be an object"],
      [[], "'rules' must be an object"],
    ];
    for (const [rules, details] of cases) {
      const reply = await project.post(PATH, { name: "Bad", rules });
      expect(reply.status, JSON.stringify(rules)).toBe(400);
      expect(reply.body).toMatchObject({
        code: 400,
        key: "invalid_validation_rules",
        message: "Invalid Validation Rule Definition",
      });
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("validation_rules", project.id)).toEqual([]);
    expect(await eventKinds(project.id)).toEqual([]);
  });

  it("400: malformed bundle rules", async () => {
    const project = await newProject();
    const [entry, large] = [BUNDLE["1"], "x".repeat(255)];
    const goods = Array.from({ length: 100 }, () => ({ id: large, object: "product" }));
    const big = { ...entry, conditions: { $is: goods } };
    const cases: [unknown, string][] = [
      [[], "'bundle_rules' must be an object"],
      [{ first: {} }, "'bundle_rules.first' is neither a rule number"],
      [{ "1": "x" }, "'bundle_rules.1' must be an object"],
      [{ limit: 101 }, "'bundle_rules.limit' must be an integer from 1 to 100"],
      [{ logic: 1 }, "'bundle_rules.logic' must be a text"],
      [{ "1": { name: "order.amount" } }, "'bundle_rules.1' must have the name 'order.items.any'"],
      [{ "1": { ...entry, error: {} } }, "'bundle_rules.1' must not have 'error'"],
      [{ "1": { ...entry, constructor: 1 } }, "'bundle_rules.1' must not have 'constructor'"],
      [{ "1": { ...entry, rules: {} } }, "'bundle_rules.1.rules' must hold one rule"],
      [
        Object.fromEntries(Array.from({ length: 9 }, (_, at) => [at + 1, big])),
        "'bundle_rules' is larger than 200000 characters",
      ],
    ];
    for (const [bundle_rules, details] of cases) {
      const reply = await project.post(PATH, { name: "Bad", bundle_rules });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_validation_rules"]);
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("validation_rules", project.id)).toEqual([]);
  });

  it("400: other malformed parts name the property", async () => {
    const project = await newProject();
    const entry = { object: "product", id: "p" };
    const cases: [Record<string, unknown>, string][] = [
      [{ name: undefined }, "Payload must have required property 'name'"],
      [{ name: "" }, "Property .name must NOT have fewer than 1 characters"],
      [{ type: "magic" }, "Property .type must be equal to one of the allowed values"],
      [{ context_type: "voucher" }, "Property .context_type must be equal to one of"],
      [{ applicable_to: { included: [{ id: "p" }] } }, "object"],
      [{ applicable_to: { excluded: [{ object: "product" }] } }, "must have 'id' or 'source_id'"],
      [
        { applicable_to: { included: [{ object: "sku", id: "s", effect: "APPLY" }] } },
        "Property .applicable_to.included[0].effect must be equal to one of the allowed values",
      ],
      [
        { applicable_to: { included: [{ ...entry, product_campaign_quantity_limit: 1 }] } },
        "Property .applicable_to.included[0].product_campaign_quantity_limit must NOT be sent",
      ],
      [
        {
          applicable_to: {
            excluded: [
              entry,
              {
                ...entry,
                product_in_collection_customer_promotion_tier_quantity_limit_formula: "1",
              },
            ],
          },
        },
        "Property .applicable_to.excluded[1].product_in_collection_customer_promotion_tier_quantity_limit_formula must NOT",
      ],
      [{ error: { message: "x".repeat(1001) } }, "Property .error.message"],
    ];
    for (const [part, details] of cases) {
      const reply = await project.post(PATH, { name: "Bad", ...part });
      expect([reply.status, reply.body.key]).toEqual([400, "invalid_payload"]);
      expect(reply.body.details).toContain(details);
    }
    expect(await rowsOf("validation_rules", project.id)).toEqual([]);
  });
});

describe("GET /v1/validation-rules", () => {
  const namesAt = async (project: TestProject, query: string) => {
    const reply = await project.get(PATH + query);
    parsed(listOf("data", ValidationRule), reply);
    expect(costOf(reply).roundTrips).toBe(1);
    const items = z.array(ValidationRule.strict()).parse(reply.body.data);
    return { names: items.map(({ name }) => name).join(""), total: reply.body.total };
  };

  it("200: pages in every order, with the total of all and constant reads", async () => {
    const [project, other] = [await newProject(), await newProject()];
    await create(other);
    await project.get(PATH);
    expect(await namesAt(project, "")).toEqual({ names: "", total: 0 });
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) ids.push((await create(project, { name })).id);
    for (const id of [ids[1], ids[0]])
      await project.put(`${PATH}/${id}`, { error: { message: "Moved" } });
    expect(await namesAt(project, "?order=created_at")).toEqual({ names: "abc", total: 3 });
    expect(await namesAt(project, "?limit=2")).toEqual({ names: "cb", total: 3 });
    expect(await namesAt(project, "?limit=2&page=2")).toEqual({ names: "a", total: 3 });
    expect((await namesAt(project, "?order=-updated_at")).names).toBe("abc");
    expect((await namesAt(project, "?order=updated_at")).names).toBe("cba");
    const queries = ["?limit=2", "?limit=2&order=updated_at", "?limit=2&order=-updated_at"];
    const read = async (query: string) => costOf(await project.get(PATH + query)).read;
    const before = await Promise.all(queries.map(read));
    for (let at = 0; at < 10; at++) {
      const { id } = await create(project);
      if (at % 2 === 0) await project.put(`${PATH}/${id}`, { error: { message: "Moved" } });
    }
    for (const [at, rows] of (await Promise.all(queries.map(read))).entries()) {
      expect(rows).toBeLessThanOrEqual((before[at] ?? 0) + 2);
    }
  });

  it("200: those whose name or id is asked for, in every order", async () => {
    const project = await newProject();
    const made = [];
    for (const name of ["b1", "x2", "a1"]) made.push(await create(project, { name }));
    const named = async (query: string) => {
      const { body } = await project.get(`${PATH}?${query}`);
      return { names: body.data.map(({ name }: ValidationRule) => name), total: body.total };
    };
    const one = "filters[name][conditions][$contains]=1";
    expect(await named(one)).toEqual({ names: ["a1", "b1"], total: 2 });
    expect(await named(`${one}&order=name&limit=1&page=2`)).toEqual({ names: ["b1"], total: 2 });
    expect((await named(`${one}&order=updated_at`)).total).toBe(2);
    const byId = `filters[id][conditions][$is]=${made[1]?.id}`;
    expect(await named(byId)).toEqual({ names: ["x2"], total: 1 });
  });

  it("400: parameters out of range or unknown", async () => {
    const project = await newProject();
    const field = "?filters[rules][conditions][$is]=basic";
    for (const query of ["?limit=0", "?limit=101", "?page=101", field]) {
      const reply = await project.get(PATH + query);
      expect([query, reply.status, reply.body.key]).toEqual([query, 400, "invalid_query_params"]);
    }
  });
});

describe("GET /v1/validation-rules/{id}", () => {
  it("200 in one round trip; 404 for unknown and foreign ones", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const rule = await create(project);
    const reply = await project.get(`${PATH}/${rule.id}`);
    expect(reply.body).toEqual(rule);
    expect(costOf(reply).roundTrips).toBe(1);
    await other.get(PATH);
    for (const id of [rule.id, "val_unknown"]) {
      const refused = await other.get(`${PATH}/${id}`);
      expect(refused.status).toBe(404);
      expect(refused.body).toMatchObject({
        key: "not_found",
        details: `Cannot find validation_rules with id ${id}`,
        resource_id: id,
        resource_type: "validation_rules",
      });
    }
  });
});
