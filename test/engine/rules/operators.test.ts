import { describe, expect, it } from "vitest";
import { evaluateRules } from "../../../src/engine/rules/evaluate";
import { OPERATORS } from "../../../src/engine/rules/operators";
import type { Verdict } from "../../../src/engine/rules/trace";
import { aboutCustomer, facts, withProperty } from "./shop";

const verdict = (actual: unknown, operator: string, expected: unknown): Verdict =>
  evaluateRules(aboutCustomer("p", { [operator]: expected }), withProperty("p", actual)).verdict;

const around = (center: string, radius: string) => ({
  id: "loc_1",
  shape: { type: "circle", format: "distance", distance: { center, radius } },
});
const WARSAW = around("52.2297,21.0122", "20 km");
const BERLIN = around("52.52,13.405", "20 km");

type Row = [operator: string, actual: unknown, expected: unknown];

/** Now is Wednesday 2026-03-04, 12:00 in Warsaw. */
const MATCHED: Row[] = [
  ["$is", "gold", ["gold"]],
  ["$is", "gold", "gold"],
  ["$is", "gold", ["silver", "gold"]],
  ["$is", 10, ["10"]],
  ["$is", "10", [10]],
  ["$is", "10.0", [10]],
  ["$is", true, ["true"]],
  ["$is", "false", [false]],
  ["$is", ["a", "b"], ["b"]],
  ["$is", "prod_1", [{ object: "product", id: "prod_1" }]],
  ["$is", "shirt", [{ object: "product", id: "prod_1", source_id: "shirt" }]],
  ["$in", "b", ["a", "b"]],
  ["$in_location", "52.2,21", [WARSAW]],
  ["$in_location", { lat: 52.5, lng: 13.4 }, [WARSAW, BERLIN]],
  ["$in_location", ["0,0", "52.2,21"], WARSAW],
  ["$not_in_location", "52.2,21", [BERLIN]],
  ["$not_in_location", "nowhere", [BERLIN]],
  ["$from", "b", ["a", "b"]],
  ["$is_not", "silver", ["gold", "bronze"]],
  ["$is_not", ["a", "b"], ["c"]],
  ["$is_not", "007", ["7"]],
  ["$not_in", "c", ["a", "b"]],
  ["$more_than", 11, [10]],
  ["$more_than", "11", ["9"]],
  ["$greater_than", 10.5, [10]],
  ["$more_than_or_equal", 10, [10]],
  ["$greater_than_or_equal", "10", ["10.0"]],
  ["$more_than_equal", -1, [-2]],
  ["$greater_than_equal", 10, 10],
  ["$less_than", 9, ["10"]],
  ["$less_than_or_equal", 10, [10]],
  ["$less_than_equal", 10, [10]],
  ["$less_than", [50, 9], [10]],
  ["$starts_with", "summer-sale", ["winter", "summer"]],
  ["$ends_with", "summer-sale", ["sale"]],
  ["$contains", "summer-sale", ["mer-s"]],
  ["$contains", ["a", "b"], ["b"]],
  ["$contains", [1, 2], ["2"]],
  ["$not_contain", "summer-sale", ["winter", "autumn"]],
  ["$not_contain", ["a", "b"], ["c"]],
  ["$has_value", "x", [true]],
  ["$has_value", 0, []],
  ["$is_unknown", [], [true]],
  ["$is_unknown", null, []],
  ["$count", ["a", "b"], [2]],
  ["$count", [], [0]],
  ["$count_more", ["a", "b"], [1]],
  ["$count_less", ["a", "b"], ["3"]],
  ["$not_differ", ["a", "b"], ["b", "a"]],
  ["$not_differ", "a", ["a"]],
  ["$not_intersect", ["a", "b"], ["c", "d"]],
  ["$after", "2026-03-04T10:00:00Z", ["2026-03-04T10:59:00+01:00"]],
  ["$after", "2026-03-04T00:00:01", ["2026-03-04"]],
  ["$before", "2026-03-03", ["2026-03-04"]],
  ["$before", "2026-03-03T22:59:59Z", ["2026-03-04"]],
  ["$more_than_ago", "2026-02-01", ["P30D"]],
  ["$more_than_ago", "2026-02-01", [30]],
  ["$less_than_ago", "2026-02-22", ["P2W"]],
  ["$less_than_ago", "2026-03-04T12:00:00", ["PT1S"]],
  ["$is_days_ago", "2026-02-22T23:59:59", [10]],
  ["$is_days_ago", "2026-03-04", [0]],
  ["$more_than_future", "2026-04-05", ["P1M"]],
  ["$less_than_future", "2026-03-05", [1]],
  ["$is_days_in_future", "2026-03-07T00:00:00", ["3"]],
  ["$timeframe", "2026-03-04", ["2026-01-07;P7D;P1D"]],
  ["$timeframe_absolute", "2026-03-01", ["2026-03-01;2026-04-01"]],
  ["$timeframe_daily_hours", "2026-03-03T20:00:59", ["18:00;20:01;2,3"]],
  ["$dow", "2026-03-04", [1, 3]],
  ["$dow", "2026-03-07T23:30:00Z", [0]],
  ["$includes", ["a", "b", "c"], ["c", "a"]],
  ["$includes", "a", ["a"]],
  ["$intersects", ["a", "b"], ["b", "d"]],
  ["$intersects", 1, ["1"]],
  ["$after_equal", "2026-03-04", ["2026-03-04"]],
  ["$before_equal", "2026-03-03T23:00:00Z", ["2026-03-04"]],
  ["$is_years_ago", "2020-03-04T23:59:59", [6]],
  ["$yesterday", "2026-03-03", [true]],
  ["$today", "2026-03-04T22:59:59Z", ["true"]],
  ["$tomorrow", "2026-03-04T23:00:00Z", [""]],
  ["$last_week", "2026-02-23", [true]],
  ["$this_week", "2026-03-02", [true]],
  ["$this_week", "2026-03-08T23:59:59", [true]],
  ["$next_week", "2026-03-15", [true]],
  ["$last_month", "2026-02-28T23:59:59", [true]],
  ["$this_month", "2026-03-31", [true]],
  ["$next_month", "2026-04-01", [true]],
  ["$last_year", "2025-12-31", [true]],
  ["$this_year", "2026-01-01", [true]],
  ["$next_year", "2027-07-01", [true]],
  ["$yesterday_md", "1990-03-03", [true]],
  ["$today_md", "1990-03-04", [true]],
  ["$anniversary_today", "1990-03-04", [true]],
  ["$tomorrow_md", "1990-03-05", [true]],
  ["$last_week_md", "1990-03-01", [true]],
  ["$this_week_md", "1990-03-02", [true]],
  ["$next_week_md", "2001-03-09", [true]],
  ["$last_month_md", "1992-02-29", [true]],
  ["$this_month_md", "1990-03-31", [true]],
  ["$next_month_md", "1990-04-30", [true]],
  ["$is_days_ago_md", "1990-02-22", [10]],
  ["$is_less_days_ago_md", "1990-02-22", [10]],
  ["$is_less_days_ago_md", "1990-03-04", [0]],
  ["$is_more_days_ago_md", "1990-02-21", [10]],
  ["$is_days_in_future_md", "1990-03-14", [10]],
  ["$is_less_days_in_future_md", "1990-03-05", [10]],
  ["$is_more_days_in_future_md", "1990-03-15", ["10"]],
  ["$is_day", "2026-03-04", [3]],
  ["$is_day_of_month", "2026-03-04", [1, 4]],
  ["$is_month", "1990-03-31", [3]],
  ["$is_year", "1990-12-31T23:30:00Z", [1991]],
];

const NOT_MATCHED: Row[] = [
  ["$in_location", "52.5,13.4", [WARSAW]],
  ["$in_location", "Warsaw", [WARSAW]],
  ["$in_location", "52.2,21", ["loc_1"]],
  ["$not_in_location", "52.5,13.4", [WARSAW, BERLIN]],
  ["$is", "Gold", ["gold"]],
  ["$is", "007", ["7"]],
  ["$is", "10a", [10]],
  ["$is", "", [0]],
  ["$is", false, [0]],
  ["$is", 1, [true]],
  ["$is", { id: "prod_1" }, ["prod_1"]],
  ["$is", { id: "prod_1" }, [{ id: "prod_1" }]],
  ["$is", "prod_2", [{ object: "product", id: "prod_1" }]],
  ["$is", [], ["a"]],
  ["$in", "c", ["a", "b"]],
  ["$from", "c", ["a", "b"]],
  ["$is_not", "gold", ["gold", "bronze"]],
  ["$is_not", ["a", "b"], ["b"]],
  ["$not_in", "10", [10, 20]],
  ["$more_than", 10, [10]],
  ["$more_than", "9", ["11"]],
  ["$more_than", "abc", [1]],
  ["$more_than", "0x10", [1]],
  ["$more_than", true, [0]],
  ["$greater_than", 10, [10]],
  ["$more_than_or_equal", 9.9, [10]],
  ["$greater_than_or_equal", 9, [10]],
  ["$more_than_equal", 9, [10]],
  ["$greater_than_equal", 9, [10]],
  ["$less_than", 10, [10]],
  ["$less_than", "", [10]],
  ["$less_than_or_equal", 11, [10]],
  ["$less_than_equal", "11", ["9"]],
  ["$starts_with", "summer", ["Summer"]],
  ["$starts_with", 123, ["12"]],
  ["$ends_with", "summer", ["summ"]],
  ["$contains", "summer", ["winter"]],
  ["$contains", ["ab"], ["a"]],
  ["$contains", 123, ["2"]],
  ["$not_contain", "summer-sale", ["winter", "sale"]],
  ["$not_contain", ["a", "b"], ["b"]],
  ["$has_value", [], [true]],
  ["$has_value", null, [true]],
  ["$is_unknown", 0, [true]],
  ["$count", ["a"], [2]],
  ["$count", "ab", [2]],
  ["$count_more", ["a"], [1]],
  ["$count_less", ["a"], [1]],
  ["$not_differ", ["a", "b"], ["a"]],
  ["$not_differ", ["a"], ["a", "b"]],
  ["$not_intersect", ["a", "b"], ["b", "c"]],
  ["$after", "2026-03-04", ["2026-03-04"]],
  ["$after", "soon", ["2026-03-04"]],
  ["$before", "2026-03-03T23:00:00Z", ["2026-03-04"]],
  ["$before", 0, ["2026-03-04"]],
  ["$more_than_ago", "2026-02-22", ["P30D"]],
  ["$less_than_ago", "2026-02-01", ["P30D"]],
  ["$less_than_ago", "2026-03-05", ["P30D"]],
  ["$is_days_ago", "2026-02-23", [10]],
  ["$more_than_future", "2026-04-04", ["P1M"]],
  ["$less_than_future", "2026-03-03", ["P1M"]],
  ["$less_than_future", "2026-03-05T12:00:00", [1]],
  ["$is_days_in_future", "2026-03-07", [2]],
  ["$timeframe", "2026-03-05", ["2026-01-07;P7D;P1D"]],
  ["$timeframe_absolute", "2026-04-01", ["2026-03-01;2026-04-01"]],
  ["$timeframe_daily_hours", "2026-03-03T20:01:00", ["18:00;20:01;2,3"]],
  ["$dow", "2026-03-04", [4]],
  ["$dow", "2026-02-30", [0, 1, 2, 3, 4, 5, 6]],
  ["$includes", ["a", "b"], ["a", "c"]],
  ["$intersects", ["a", "b"], ["c"]],
  ["$after_equal", "2026-03-03T22:59:59Z", ["2026-03-04"]],
  ["$before_equal", "2026-03-03T23:00:01Z", ["2026-03-04"]],
  ["$is_years_ago", "2020-03-05", [6]],
  ["$yesterday", "2026-03-04", [true]],
  ["$today", "2026-03-04T23:00:00Z", [true]],
  ["$tomorrow", "2026-03-06", [true]],
  ["$last_week", "2026-03-02", [true]],
  ["$this_week", "2026-03-01T23:59:59", [true]],
  ["$next_week", "2026-03-16", [true]],
  ["$last_month", "2026-03-01", [true]],
  ["$this_month", "2025-03-04", [true]],
  ["$next_month", "2026-05-01", [true]],
  ["$last_year", "2026-01-01", [true]],
  ["$this_year", "2025-12-31T22:59:59Z", [true]],
  ["$next_year", "2028-01-01", [true]],
  ["$yesterday_md", "1990-03-04", [true]],
  ["$today_md", "1990-03-05", [true]],
  ["$anniversary_today", "1990-03-05", [true]],
  ["$tomorrow_md", "1990-03-04", [true]],
  ["$last_week_md", "1990-03-02", [true]],
  ["$this_week_md", "1990-03-09", [true]],
  ["$next_week_md", "1990-03-16", [true]],
  ["$last_month_md", "1990-03-01", [true]],
  ["$this_month_md", "1990-04-01", [true]],
  ["$next_month_md", "1990-05-01", [true]],
  ["$is_days_ago_md", "1990-02-23", [10]],
  ["$is_less_days_ago_md", "1990-02-21", [10]],
  ["$is_more_days_ago_md", "1990-02-22", [10]],
  ["$is_days_in_future_md", "1990-03-13", [10]],
  ["$is_less_days_in_future_md", "1990-03-15", [10]],
  ["$is_more_days_in_future_md", "1990-03-14", [10]],
  ["$is_day", "2026-03-04", [4]],
  ["$is_day_of_month", "2026-03-04", [5]],
  ["$is_month", "1990-04-01", [3]],
  ["$is_year", "1990-12-31", [1991]],
];

describe("operators", () => {
  it.each(MATCHED)("%s matches %j against %j", (operator, actual, expected) => {
    expect(verdict(actual, operator, expected)).toBe("matched");
  });

  it.each(NOT_MATCHED)("%s does not match %j against %j", (operator, actual, expected) => {
    expect(verdict(actual, operator, expected)).toBe("not_matched");
  });

  it("each have a case that matches and one that does not", () => {
    const all = [...OPERATORS.keys()].sort();
    expect([...new Set(MATCHED.map(([operator]) => operator))].sort()).toEqual(all);
    expect([...new Set(NOT_MATCHED.map(([operator]) => operator))].sort()).toEqual(all);
  });
});

describe("operators and what is missing", () => {
  const presence = ["$has_value", "$is_unknown"];
  const expectedOf = new Map(MATCHED.map(([operator, , expected]) => [operator, expected]));
  const all = [...OPERATORS.keys()];

  it.each(all)("%s is unknown without a customer", (operator) => {
    const set = aboutCustomer("p", { [operator]: expectedOf.get(operator) });
    const outcome = evaluateRules(set, facts({ customer: null }));
    expect(outcome.verdict).toBe("unknown");
    expect(outcome.violated).toEqual({ rule: "1", scope: "customer", missing: "customer" });
  });

  it.each(all.filter((operator) => !presence.includes(operator)))(
    "%s is unknown without the property",
    (operator) => {
      const set = aboutCustomer("p", { [operator]: expectedOf.get(operator) });
      const outcome = evaluateRules(set, facts());
      expect(outcome.verdict).toBe("unknown");
      expect(outcome.violated?.missing).toBe("customer.metadata.p");
    },
  );

  it("only $is_unknown and $has_value turn a missing property into an answer", () => {
    const ask = (operator: string) =>
      evaluateRules(aboutCustomer("p", { [operator]: [true] }), facts()).verdict;
    expect([ask("$is_unknown"), ask("$has_value")]).toEqual(["matched", "not_matched"]);
  });

  it("a property that is null is missing", () => {
    const set = aboutCustomer("nothing", { $is_not: ["x"] });
    expect(evaluateRules(set, facts()).verdict).toBe("unknown");
  });

  it("an inherited property is missing", () => {
    const set = aboutCustomer("toString", { $has_value: [true] });
    expect(evaluateRules(set, facts()).verdict).toBe("not_matched");
  });

  const collection = [{ object: "products_collection", id: "pc_1" }];
  const rows: [operator: string, verdict: Verdict][] = [
    ["$is", "not_matched"],
    ["$from", "not_matched"],
    ["$not_differ", "not_matched"],
    ["$is_not", "matched"],
    ["$not_in", "matched"],
    ["$not_intersect", "matched"],
  ];
  it.each(rows)("%s: only goods belong to a collection, %s otherwise", (operator, expected) => {
    expect(verdict("pc_1", operator, collection)).toBe(expected);
  });
});
