import { describe, expect, it } from "vitest";
import { StackingRulesAnswer } from "../../src/resources/management/stacking-rules/schema";
import { newProject, parsed, rowsOf, send, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { countsOf, parallel, voucher } from "../support/redeeming";

const DEFAULTS = {
  redeemables_limit: 30,
  applicable_redeemables_limit: 5,
  applicable_redeemables_per_category_limit: null,
  applicable_redeemables_category_limits: {},
  applicable_exclusive_redeemables_limit: 1,
  applicable_exclusive_redeemables_per_category_limit: 1,
  exclusive_categories: [],
  joint_categories: [],
  redeemables_application_mode: "ALL",
  redeemables_sorting_rule: "REQUESTED_ORDER",
  redeemables_products_application_mode: "STACK",
  redeemables_no_effect_rule: "REDEEM_ANYWAY",
  no_effect_skip_categories: [],
  no_effect_redeem_anyway_categories: [],
  redeemables_rollback_order_mode: "WITH_ORDER",
  grouped_redeemables_sorting_rule: "JOINT_ALWAYS_LAST",
  discount_calculation_mode: "DISCOUNTED_AMOUNT",
  initial_amount_mode_categories: [],
  discounted_amount_mode_categories: [],
  object: "stacking_rules",
};

const pathOf = ({ id }: TestProject): string => `/management/v1/projects/${id}/stacking-rules`;

async function set(project: TestProject, sent: object): Promise<StackingRulesAnswer> {
  const reply = await project.post(pathOf(project), sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(StackingRulesAnswer, reply);
}

const held = async (project: TestProject) => {
  const reply = await project.get(pathOf(project));
  expect(reply.body).toMatchObject({ object: "list", data_ref: "data", total: 1 });
  return parsed(StackingRulesAnswer, { ...reply, body: reply.body.data[0] });
};

/** The path of what the project has set. */
const ownPath = async (project: TestProject): Promise<string> =>
  `${pathOf(project)}/${(await held(project)).id}`;

const category = async (project: TestProject, name: string): Promise<string> =>
  (await project.post("/v1/categories", { name })).body.id;

describe("GET /management/v1/projects/{projectId}/stacking-rules", () => {
  it("200: the defaults, under an id of their own", async () => {
    const project = await newProject();
    const { id, created_at, ...rules } = await held(project);
    expect(rules).toEqual(DEFAULTS);
    expect([id, created_at]).toEqual([
      project.id.replace("proj_", "stk_"),
      "2026-01-01T00:00:00.000Z",
    ]);
    failure(await project.get(`${pathOf(project)}/stk_none`), 404, "not_found");
  });

  it("404: the project of another key", async () => {
    const [project, other] = [await newProject(), await newProject()];
    const { id } = await set(other, { redeemables_limit: 9 });
    await set(project, { redeemables_limit: 7 });
    for (const path of [`${pathOf(other)}/${id}`, `${pathOf(project)}/${id}`]) {
      for (const method of ["GET", "PUT", "DELETE"]) {
        const sent = method === "PUT" ? { redeemables_limit: 8 } : undefined;
        failure(await send(method, path, project.management, sent), 404, "not_found");
      }
    }
    for (const method of ["GET", "POST"]) {
      const sent = method === "POST" ? { redeemables_limit: 8 } : undefined;
      failure(await send(method, pathOf(other), project.management, sent), 404, "not_found");
    }
    expect((await held(other)).redeemables_limit).toBe(9);
    expect((await held(project)).redeemables_limit).toBe(7);
  });
});

describe("POST /management/v1/projects/{projectId}/stacking-rules", () => {
  it("200: every field, read back as it was set", async () => {
    const project = await newProject();
    const [a, b, c] = [
      await category(project, "a"),
      await category(project, "b"),
      await category(project, "c"),
    ];
    const sent = {
      redeemables_limit: 20,
      applicable_redeemables_limit: 10,
      applicable_redeemables_per_category_limit: 3,
      applicable_redeemables_category_limits: { [a]: 1, [b]: 10 },
      applicable_exclusive_redeemables_limit: 5,
      applicable_exclusive_redeemables_per_category_limit: 30,
      exclusive_categories: [a],
      joint_categories: [b, c],
      redeemables_application_mode: "PARTIAL",
      redeemables_sorting_rule: "CATEGORY_HIERARCHY",
      redeemables_products_application_mode: "ONCE",
      redeemables_no_effect_rule: "SKIP",
      no_effect_skip_categories: [a],
      no_effect_redeem_anyway_categories: [b],
      redeemables_rollback_order_mode: "WITHOUT_ORDER",
      grouped_redeemables_sorting_rule: "JOINT_ALWAYS_LAST",
      discount_calculation_mode: "INITIAL_AMOUNT",
      initial_amount_mode_categories: [c],
      discounted_amount_mode_categories: [a],
    };
    const made = await set(project, sent);
    expect(made).toEqual({
      ...sent,
      id: expect.stringMatching(/^stk_[0-9a-f]{18}$/),
      created_at: expect.stringMatching(/Z$/),
      object: "stacking_rules",
    });
    expect(await held(project)).toEqual(made);
    expect((await project.get(await ownPath(project))).body).toEqual(made);
  });

  it("200: nothing sent, null for everything, and a category named twice", async () => {
    const project = await newProject();
    const nulls = Object.keys(DEFAULTS).map((name) => [name, null]);
    const { id, created_at, ...rest } = await set(project, Object.fromEntries(nulls));
    expect(rest).toEqual(DEFAULTS);
    const second = await newProject();
    const a = await category(second, "a");
    expect(await set(second, { joint_categories: [a, a] })).toMatchObject({
      joint_categories: [a],
    });
  });

  it("200: a lower limit of redeemables lowers the default of those that apply", async () => {
    const project = await newProject();
    expect(await set(project, { redeemables_limit: 3 })).toMatchObject({
      redeemables_limit: 3,
      applicable_redeemables_limit: 3,
    });
  });

  it("409: rules that are set, also of twenty at once", async () => {
    const project = await newProject();
    const path = pathOf(project);
    const replies = await parallel(20, () => project.post(path, { redeemables_limit: 9 }));
    expect(countsOf(replies)).toEqual({ "200": 1, "409 stacking_rules_exist": 19 });
    const reply = await project.post(path, { redeemables_limit: 8 });
    expect(failure(reply, 409, "stacking_rules_exist")).toMatchObject({
      message: "Stacking rules exist",
      resource_type: "stacking_rules",
    });
    expect(await rowsOf("stacking_rules", project.id)).toHaveLength(1);
    expect((await held(project)).redeemables_limit).toBe(9);
  });

  it.each([
    ["redeemables_limit", 0, "must be >= 1"],
    ["redeemables_limit", 31, "must be <= 30"],
    ["applicable_redeemables_limit", 0, "must be >= 1"],
    ["applicable_redeemables_limit", 31, "must be <= 30"],
    ["applicable_redeemables_per_category_limit", 31, "must be <= 30"],
    ["applicable_exclusive_redeemables_limit", 0, "must be >= 1"],
    ["applicable_exclusive_redeemables_limit", 6, "must be <= 5"],
    ["applicable_exclusive_redeemables_per_category_limit", 31, "must be <= 30"],
    [
      "redeemables_application_mode",
      "SOME",
      "should be equal to one of the allowed values [ ALL, PARTIAL ]",
    ],
  ])("400: %s %s", async (name, value, reason) => {
    const project = await newProject();
    const reply = await project.post(pathOf(project), { [name]: value });
    const { details } = failure(reply, 400, "invalid_payload");
    expect(details?.replace("should be", "must be")).toBe(
      `Property .${name} ${reason.replace("should be", "must be")}`,
    );
    expect(await rowsOf("stacking_rules", project.id)).toEqual([]);
  });

  it("400: limits and lists that contradict each other; 404: an unknown category", async () => {
    const project = await newProject();
    const a = await category(project, "a");
    const cases: [object, string][] = [
      [
        { redeemables_limit: 4, applicable_redeemables_limit: 5 },
        "Property .applicable_redeemables_limit must be <= 4, which is .redeemables_limit",
      ],
      [
        { exclusive_categories: [a], joint_categories: [a] },
        `Property .exclusive_categories and .joint_categories must NOT both have category ${a}`,
      ],
      [
        { no_effect_skip_categories: [a], no_effect_redeem_anyway_categories: [a] },
        `Property .no_effect_skip_categories and .no_effect_redeem_anyway_categories must NOT both have category ${a}`,
      ],
      [
        { initial_amount_mode_categories: [a], discounted_amount_mode_categories: [a] },
        `Property .initial_amount_mode_categories and .discounted_amount_mode_categories must NOT both have category ${a}`,
      ],
    ];
    for (const [sent, details] of cases) {
      const reply = await project.post(pathOf(project), sent);
      expect(failure(reply, 400, "invalid_payload").details).toBe(details);
    }
    const far = await category(await newProject(), "far");
    const naming = [
      { applicable_redeemables_category_limits: { [far]: 1 } },
      { exclusive_categories: [a, far] },
      { discounted_amount_mode_categories: [far] },
    ];
    for (const sent of naming) {
      const reply = await project.post(pathOf(project), sent);
      expect(failure(reply, 404, "not_found").details).toBe(`Cannot find category with id ${far}`);
    }
    const limits = { applicable_redeemables_category_limits: { [a]: 11 } };
    failure(await project.post(pathOf(project), limits), 400, "invalid_payload");
    expect(await rowsOf("stacking_rules", project.id)).toEqual([]);
  });
});

describe("PUT and DELETE /management/v1/projects/{projectId}/stacking-rules/{stackingRulesId}", () => {
  it("200: absent keeps, null goes back to the default", async () => {
    const project = await newProject();
    const made = await set(project, {
      redeemables_limit: 20,
      applicable_redeemables_per_category_limit: 3,
      redeemables_application_mode: "PARTIAL",
    });
    const path = await ownPath(project);
    const changed = parsed(
      StackingRulesAnswer,
      await project.put(path, { redeemables_limit: 10, redeemables_application_mode: null }),
    );
    expect(changed).toEqual({
      ...made,
      redeemables_limit: 10,
      redeemables_application_mode: "ALL",
      updated_at: expect.stringMatching(/Z$/),
    });
    const bare = await project.put(path, { applicable_redeemables_per_category_limit: null });
    expect(bare.body.applicable_redeemables_per_category_limit).toBeNull();
    expect(bare.body.redeemables_limit).toBe(10);
    expect((await project.get(path)).body).toEqual(bare.body);
  });

  it("400: what contradicts what was set before, and nothing changes", async () => {
    const project = await newProject();
    const a = await category(project, "a");
    const made = await set(project, { applicable_redeemables_limit: 8, joint_categories: [a] });
    const path = await ownPath(project);
    for (const sent of [{ redeemables_limit: 7 }, { exclusive_categories: [a] }]) {
      failure(await project.put(path, sent), 400, "invalid_payload");
    }
    failure(await project.put(path, { joint_categories: ["cat_none"] }), 404, "not_found");
    expect((await project.get(path)).body).toEqual(made);
    await project.delete(`/v1/categories/${a}`);
    expect((await project.put(path, { redeemables_limit: 9 })).status).toBe(200);
  });

  it("404: nothing is set", async () => {
    const project = await newProject();
    const reply = await project.put(`${pathOf(project)}/stk_none`, { redeemables_limit: 7 });
    expect(failure(reply, 404, "not_found")).toMatchObject({ resource_type: "stacking_rules" });
    expect(await rowsOf("stacking_rules", project.id)).toEqual([]);
  });

  it("204: back to the defaults, once; then rules can be set again", async () => {
    const project = await newProject();
    await set(project, { redeemables_limit: 20 });
    const path = await ownPath(project);
    expect((await project.delete(path)).status).toBe(204);
    failure(await project.delete(path), 404, "not_found");
    expect(await held(project)).toMatchObject(DEFAULTS);
    await set(project, { redeemables_limit: 21 });
  });

  it("200: of updates at once none is lost", async () => {
    const project = await newProject();
    await set(project, {});
    const sent = [
      { redeemables_limit: 20 },
      { applicable_redeemables_limit: 9 },
      { redeemables_sorting_rule: "CATEGORY_HIERARCHY" },
    ];
    const path = await ownPath(project);
    const replies = await parallel(3, (at) => project.put(path, sent[at]));
    expect(countsOf(replies)).toEqual({ "200": 3 });
    expect(await held(project)).toMatchObject(Object.assign({}, ...sent));
  });
});

describe("what the rules do", () => {
  it("a change holds for the next validation", async () => {
    const project = await newProject();
    for (const code of ["A", "B"]) await voucher(project, code);
    const validate = async () => {
      const redeemables = ["A", "B"].map((id) => ({ object: "voucher", id }));
      const { body } = await project.post("/v1/validations", {
        redeemables,
        order: { amount: 9000 },
      });
      return body.stacking_rules?.applicable_redeemables_limit;
    };
    expect(await validate()).toBe(5);
    await set(project, { applicable_redeemables_limit: 1 });
    expect(await validate()).toBe(1);
    const path = await ownPath(project);
    await project.put(path, { applicable_redeemables_limit: 2 });
    expect(await validate()).toBe(2);
    await project.delete(path);
    expect(await validate()).toBe(5);
  });
});
