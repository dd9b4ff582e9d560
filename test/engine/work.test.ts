import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { liesIn } from "../../src/engine/geo/lies-in";
import { evaluateRules } from "../../src/engine/rules/evaluate";
import { holdsOneOf } from "../../src/engine/rules/parts";
import { decide } from "../../src/engine/stacking/decide";
import { COST, MOST_CHARACTERS, MOST_POINTS, MOST_WORK, Work } from "../../src/lib/work";
import type { LocationShape, Position } from "../../src/model/location";
import type { Rules } from "../../src/model/rule";
import { facts, ruleSet } from "./rules/shop";
import { amountOff, type GivenRules, snapshot } from "./stacking-shop";

const partsOf = (...texts: string[]) => ({
  texts: new Set(texts),
  characters: texts.join("").length,
});

/** A circle of 500 positions around the origin, as large in degrees. */
const around = (radius: number): LocationShape => {
  const ring = Array.from({ length: 499 }, (_, at): Position => {
    const angle = (at / 499) * 2 * Math.PI;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const closed = [...ring, ...ring.slice(0, 1)];
  return {
    type: "polygon",
    format: "geojson",
    geojson: { type: "Polygon", coordinates: [closed] },
  };
};
const zones = (count: number, shape = around(10)) =>
  Array.from({ length: count }, (_, at) => ({ id: `loc_${at}`, shape }));

const onOrder = (property: string, conditions: Record<string, unknown>): Rules => ({
  "1": { name: "order.metadata", property, conditions },
});
const ordered = (metadata: Record<string, unknown>, work: Work) =>
  facts({
    work,
    order: { amount: 100, initial_amount: 100, total_amount: 100, metadata, items: [] },
  });

describe("parts of a text", () => {
  const letters = fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 60 });

  it("are found where a search for each by itself finds one", () => {
    fc.assert(
      fc.property(letters, fc.array(letters, { minLength: 1, maxLength: 8 }), (text, parts) => {
        // So many letters that the text is read once for all of them.
        const far = "z".repeat(60);
        const given = partsOf(...parts, far);
        expect(holdsOneOf(text, given, new Work())).toBe(parts.some((part) => text.includes(part)));
      }),
    );
  });

  it("are looked for in the first characters; behind them nobody knows, nor that there is none", () => {
    const long = `${"a".repeat(MOST_CHARACTERS)}needle`;
    expect(holdsOneOf(`needle${long}`, partsOf("needle"))).toBe(true);
    expect(holdsOneOf(long.slice(1), partsOf("needle"))).toBe(null);
    for (const operator of ["$contains", "$not_contain"]) {
      const set = ruleSet(onOrder("a", { [operator]: ["needle"] }));
      expect(evaluateRules(set, ordered({ a: long }, new Work())).verdict).toBe("unknown");
    }
    const fits = ordered({ a: "a".repeat(MOST_CHARACTERS) }, new Work());
    const none = ruleSet(onOrder("a", { $not_contain: ["needle"] }));
    expect(evaluateRules(none, fits).verdict).toBe("matched");
  });

  it("cost what the parts have, not what they have times the text", () => {
    const work = new Work();
    const values = Array.from({ length: 100 }, (_, at) => `${"a".repeat(150)}${at}`);
    const text = ordered({ a: "a".repeat(900_000) }, work);
    for (let rule = 0; rule < 10; rule++) {
      evaluateRules(ruleSet(onOrder("a", { $contains: values })), text);
    }
    // 10,000 characters read once at 24 each; 15,190 of the values for each rule, and small change.
    expect(work.spent).toBeLessThan(10_000 * 24 + 10 * (15_190 + 1_000));
  });
});

describe("zones", () => {
  it("cost one look where the point lies outside of their box", () => {
    const work = new Work();
    expect(liesIn(around(1), { lat: 5, lon: 5 }, work)).toBe(false);
    expect(work.spent).toBe(COST.element);
    expect(liesIn(around(10), { lat: 5, lon: 5 }, work)).toBe(true);
    expect(work.spent).toBe(2 * COST.element + 500);
  });

  it("say nothing of more points than a rule looks at, nor that none lies within", () => {
    for (const operator of ["$in_location", "$not_in_location"]) {
      const set = ruleSet(onOrder("p", { [operator]: zones(1, around(1)) }));
      const away = (count: number) => Array.from({ length: count }, () => "80,80");
      const verdictOf = (count: number) =>
        evaluateRules(set, ordered({ p: away(count) }, new Work())).verdict;
      expect(verdictOf(MOST_POINTS + 1)).toBe("unknown");
      expect(verdictOf(MOST_POINTS)).toBe(operator === "$in_location" ? "not_matched" : "matched");
    }
  });
});

describe("work that is over", () => {
  const negations: [string, Rules, Record<string, unknown>][] = [
    ["a point in no zone", onOrder("p", { $not_in_location: zones(20) }), { p: corner(1_000) }],
    ["no such value", onOrder("p", { $is_not: ["x"] }), { p: numbers(400_000) }],
    ["no such part", onOrder("p", { $not_contain: ["x"] }), { p: numbers(400_000) }],
    ["nothing in common", onOrder("p", { $not_intersect: ["x"] }), { p: numbers(400_000) }],
    ["no difference", onOrder("p", { $not_differ: numbers(1_000) }), { p: numbers(100_000) }],
    ["more than", onOrder("p", { $more_than: [-1] }), { p: [...texts(400_000), 1] }],
    ["dates", onOrder("p", { $before: ["2020-01-01"] }), { p: dates(40_000) }],
  ];

  it.each(negations)("leaves a rule unknown: %s", (_, rules, metadata) => {
    const work = new Work(1_000_000);
    const around = { ...rules, "2": { name: "order.amount", conditions: { $is: [100] } } };
    const outcome = evaluateRules(
      ruleSet({ ...around, logic: "1 and 2" }),
      ordered(metadata, work),
    );
    expect(outcome).toMatchObject({ verdict: "unknown", violated: { rule: "1", missing: "work" } });
    expect(work.spent).toBeLessThanOrEqual(1_000_000);
  });

  it("lets nothing through behind it that would have to be looked at", () => {
    const work = new Work(0);
    const given = ordered({ a: "x" }, work);
    const sets: Rules[] = [
      onOrder("a", { $is: ["x"] }),
      onOrder("a", { $is_not: ["y"] }),
      onOrder("b", { $is_unknown: [true] }),
      { "1": { name: "order.amount", conditions: { $is: [100] } } },
    ];
    for (const rules of sets) {
      expect(evaluateRules(ruleSet(rules), given, { trace: true })).toMatchObject({
        verdict: "unknown",
        trace: { verdict: "unknown", rules: [{ verdict: "unknown", missing: "work" }] },
      });
    }
    // Its reach may name collections, which nobody could look up.
    expect(evaluateRules(ruleSet({}), given).verdict).toBe("unknown");
  });

  it("refuses a discount whose formula could not be worked out, and lets one without pass", () => {
    const discount = { type: "AMOUNT", amount_off: 900, amount_off_formula: "ORDER_AMOUNT" };
    const given = (work: Work) =>
      snapshot(
        [amountOff(1, { id: "v_1", code: "A", discount: discount as never }), amountOff(100)],
        { amount: 10_000, metadata: {} },
        { redeemables_application_mode: "PARTIAL" },
        { work },
      );
    const of = (work: Work) => decide(given(work)).outcomes.map(({ status }) => status);
    expect(of(new Work())).toEqual(["APPLICABLE", "APPLICABLE"]);
    const formula = { ...discount, amount_off_formula: "ORDER_AMOUNT / 2" };
    const one = snapshot(
      [amountOff(1, { discount: formula as never })],
      { amount: 10_000 },
      {},
      {
        work: new Work(0),
      },
    );
    expect(decide(one).outcomes).toMatchObject([
      { status: "INAPPLICABLE", refusal: { violation: { missing: "work" } } },
    ]);
  });
});

describe("the worst decision that all bounds allow", () => {
  const letters = (seed: number) => `${"a".repeat(150 - String(seed).length)}${seed}`;
  const values = Array.from({ length: 100 }, (_, at) => letters(at));
  /** Ten rules, none of which is met; each of its own, as if thirty sets had been stored. */
  const hostile = (at: number): GivenRules => {
    const rule = (one: number) =>
      one % 2 === 0
        ? { name: "order.metadata", property: "a", conditions: { $contains: [...values] } }
        : { name: "order.metadata", property: "p", conditions: { $in_location: zones(20) } };
    const rules = Object.fromEntries(Array.from({ length: 10 }, (_, one) => [one + 1, rule(one)]));
    const logic = Object.keys(rules).join(" or ");
    return { id: `val_${at}`, rules: { ...rules, logic }, error: null };
  };
  const worst = (work: Work, explains: boolean) =>
    snapshot(
      Array.from({ length: 30 }, (_, at) =>
        amountOff(100, { id: `v_${at}`, code: `C${at}`, rules: [hostile(at)] }),
      ),
      { amount: 10_000, metadata: { a: "a".repeat(500_000), p: corner(40_000 / 40) } },
      { redeemables_application_mode: "PARTIAL", redeemables_limit: 30 } as never,
      { work, explains },
    );

  it.each([false, true])(
    "ends within the work of one decision; with an explanation: %s",
    (explains) => {
      const work = new Work();
      const { outcomes } = decide(worst(work, explains));
      expect(outcomes.map(({ status }) => status)).toEqual(Array(30).fill("INAPPLICABLE"));
      expect(outcomes.at(-1)).toMatchObject({ refusal: { violation: { missing: "work" } } });
      expect(work.isOver).toBe(true);
      expect(work.spent).toBeLessThanOrEqual(MOST_WORK);
    },
  );

  it("comes to the same whether or not somebody asks why", () => {
    const of = (explains: boolean) =>
      decide(worst(new Work(), explains)).outcomes.map((outcome) =>
        outcome.status === "INAPPLICABLE" ? outcome.refusal : outcome.status,
      );
    expect(of(true)).toEqual(of(false));
  });

  it("has work enough for a hundred parts in each of ten rules of thirty redeemables", () => {
    const work = new Work();
    const rule = { name: "order.metadata", property: "a", conditions: { $contains: values } };
    const set = (): Rules =>
      structuredClone(Object.fromEntries(Array.from({ length: 10 }, (_, at) => [at + 1, rule])));
    const given = snapshot(
      Array.from({ length: 30 }, (_, at) =>
        amountOff(1, { id: `v_${at}`, code: `C${at}`, rules: [{ ...ruleSet(set()), id: "val" }] }),
      ),
      { amount: 10_000, metadata: { a: `${"a".repeat(9_000)}99` } },
      { redeemables_limit: 30, applicable_redeemables_limit: 30 } as never,
      { work },
    );
    expect(decide(given).outcomes.every(({ status }) => status === "APPLICABLE")).toBe(true);
    expect(work.isOver).toBe(false);
  });
});

function corner(count: number): string[] {
  return Array.from({ length: count }, () => "9.5,9.5");
}
function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, at) => at);
}
function texts(count: number): string[] {
  return Array.from({ length: count }, () => "1x");
}
function dates(count: number): string[] {
  return Array.from({ length: count }, () => "2026-03-04");
}
