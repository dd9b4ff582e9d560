import { describe, expect, it } from "vitest";
import {
  bundleDraftOf,
  bundleRulesOf,
  NO_BUNDLE,
} from "../pages/console/sections/rules/bundle-draft";
import {
  type Draft,
  EMPTY,
  type Level,
  levelOf,
  logicText,
  rulesOf,
} from "../pages/console/sections/rules/draft";
import { FACTS, kindOf } from "../pages/console/sections/rules/facts";
import * as moves from "../pages/console/sections/rules/moves";
import { OPERATORS, operatorsOf, plainName } from "../pages/console/sections/rules/operators";
import { checkBundle } from "../src/engine/bundles/define";
import { RULE_NAMES } from "../src/engine/rules/names";
import { OPERATORS as ENGINE } from "../src/engine/rules/operators";

/** Facts of the engine that nobody is offered, each with its reason. */
const NOT_OFFERED = ["redemption.count.per_user"];

describe("the rule builder's tables", () => {
  it("name every fact of the engine, old spellings and facts never met left out", () => {
    const names = [...RULE_NAMES].filter(([name, row]) => row.name === name).map(([name]) => name);
    expect([...FACTS.keys(), ...NOT_OFFERED].sort()).toEqual(names.sort());
  });

  it("name every operator of the engine once, whatever it is called", () => {
    const meanings = [...OPERATORS.keys()].filter((name) => name !== "$from");
    expect(new Set(meanings.map((name) => ENGINE.get(name))).size).toBe(meanings.length);
    for (const name of ENGINE.keys()) expect(OPERATORS.has(plainName(name)), name).toBe(true);
    expect(plainName("$greater_than_equal")).toBe("$more_than_or_equal");
    expect(plainName("$dow")).toBe("$is_day");
  });

  it("offer each fact operators that the engine has", () => {
    for (const name of FACTS.keys()) {
      const offered = operatorsOf(name, kindOf(name));
      expect(offered.length, name).toBeGreaterThan(0);
      for (const operator of offered) expect(ENGINE.has(operator), operator).toBe(true);
    }
  });

  it("name operators without a value where the engine takes none", () => {
    for (const [name, { entry }] of OPERATORS) {
      expect(ENGINE.get(name)?.wants === "no value, or true", name).toBe(entry === "nothing");
    }
  });
});

const about = (name: string): Draft => ({
  name,
  property: "",
  conditions: { $more_than: [1] },
  message: "",
  inner: null,
});

/** Rules 1 to `count`, joined as the expression says. */
function level(count: number, logic: string): Level {
  const rules: Record<string, unknown> = {};
  for (let key = 1; key <= count; key++) {
    rules[key] = { name: "order.amount", conditions: { $more_than: [key] }, rules: {} };
  }
  return levelOf({ ...(rules as Record<string, never>), logic });
}

describe("the rule builder's boxes", () => {
  const stored = {
    "1": { name: "order.amount", conditions: { $more_than: [5000] }, rules: {} },
    "2": {
      name: "order.items.any",
      conditions: { $is: [{ object: "product", id: "prod_1" }] },
      rules: {
        "1": { name: "order.items.quantity", conditions: { $more_than: 2 }, rules: {} },
        "2": {
          name: "order.items.metadata",
          property: "size",
          conditions: { $is: ["XL"] },
          rules: {},
          error: { message: "XL only" },
        },
        logic: "1 or 2",
      },
    },
    "3": { name: "customer.segment", conditions: { $is: ["seg_1"] }, rules: {} },
    logic: "1 and (2 or 3)",
  };

  it("give back what was stored", () => {
    expect(rulesOf(levelOf(stored))).toEqual(stored);
  });

  it("need no expression where all must hold", () => {
    const { logic: _, ...all } = stored;
    expect(rulesOf(levelOf({ ...all, logic: "1 and 2 and 3" }))).toEqual(all);
  });

  it("keep rules that the expression leaves out", () => {
    expect(rulesOf(levelOf({ ...stored, logic: "1" }))).toEqual({ ...stored, logic: "1" });
  });

  it("write brackets where one box stands in another", () => {
    expect(logicText(level(3, "1 and 2 or 3").logic)).toBe("(1 and 2) or 3");
  });

  it("add and take away", () => {
    let now = moves.addRule(EMPTY, [], about("order.amount"));
    now = moves.addBox(now, [], "and", about("order.items.count"));
    now = moves.addRule(now, [1], about("order.amount"));
    expect(logicText(now.logic)).toBe("1 and (2 or 3)");
    now = moves.removeAt(now, [0]);
    expect(Object.keys(now.rules)).toEqual(["2", "3"]);
    now = moves.removeAt(moves.removeAt(now, [0, 0]), [0, 0]);
    expect(now).toEqual({ rules: {}, logic: { kind: "and", parts: [] } });
  });

  it("wrap a rule into a box that joins the other way", () => {
    const now = moves.wrapAt(level(2, "1 and 2"), [1]);
    expect(logicText(moves.addRule(now, [1], about("order.amount")).logic)).toBe("1 and (2 or 3)");
    expect(logicText(moves.setKind(now.logic, [], "or"))).toBe("1 or 2");
  });

  it.each([
    ["down past a rule", "1 and 2 and 3", [0], 1, "2 and 1 and 3"],
    ["up past a rule", "1 and 2 and 3", [2], -1, "1 and 3 and 2"],
    ["down into a box", "1 and (2 or 3)", [0], 1, "1 or 2 or 3"],
    ["up into a box", "(1 or 2) and 3", [1], -1, "1 or 2 or 3"],
    ["up out of a box", "1 and (2 or 3)", [1, 0], -1, "1 and 2 and 3"],
    ["down out of a box", "(1 or 2) and 3", [0, 1], 1, "1 and 2 and 3"],
    ["a box down", "(1 or 2) and 3", [0], 1, "3 and (1 or 2)"],
    ["no further than the end", "1 and 2 and 3", [2], 1, "1 and 2 and 3"],
  ] as const)("move %s", (_, before, path, step, after) => {
    expect(logicText(moves.moveAt(level(3, before), path, step).logic)).toBe(after);
  });
});

describe("bundles in the rule builder", () => {
  const goods = { id: "prod_1", object: "product" };
  const part = (units: number) => ({
    name: "order.items.any",
    conditions: { $is: [goods] },
    rules: { "1": { name: "order.items.aggregated_quantity", conditions: { $is: [units] } } },
  });

  it.each([
    ["all", { "1": part(2), "3": part(1), limit: 1 }],
    ["any", { "1": part(2), "3": part(1), logic: "1 or 3", limit: null }],
    ["some", { "1": part(2), "2": part(1), "3": part(1), logic: "1 and (2 or 3)", limit: 100 }],
    ["not all that there are", { "1": part(2), "2": part(1), logic: "2", limit: 1 }],
  ])("of %s parts come out as they went in", (_, stored) => {
    expect(checkBundle(stored)).toMatchObject({ ok: true });
    expect(bundleRulesOf(bundleDraftOf(stored))).toEqual(stored);
  });

  it("are one unless said, and none where no goods are named", () => {
    expect(bundleDraftOf({ "1": part(1) }).limit).toBe("1");
    expect(bundleDraftOf({})).toEqual(NO_BUNDLE);
    expect(bundleRulesOf(NO_BUNDLE)).toBeNull();
  });
});
