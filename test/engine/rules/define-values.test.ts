import { describe, expect, it } from "vitest";
import { checkRules } from "../../../src/engine/rules/define";
import { OPERATORS } from "../../../src/engine/rules/operators";

describe("values an operator does not take", () => {
  const rows: [operator: string, value: unknown][] = [
    ["$is", null],
    ["$is", { object: "product" }],
    ["$is", [["a"]]],
    ["$is", Number.NaN],
    ["$more_than", "ten"],
    ["$less_than", true],
    ["$starts_with", 5],
    ["$has_value", false],
    ["$count", -1],
    ["$count_more", 1.5],
    ["$after", "soon"],
    ["$before", "2026-02-30"],
    ["$more_than_ago", "1 month"],
    ["$less_than_ago", "P"],
    ["$less_than_future", "PT"],
    ["$more_than_future", "P999999Y"],
    ["$is_days_ago", "P1D"],
    ["$is_days_in_future", -3],
    ["$timeframe", "2026-01-01;P7D"],
    ["$timeframe", "2026-01-01;P0D;P1D"],
    ["$timeframe", "2026-01-01;P7D;P1D;P1D"],
    ["$timeframe_absolute", "2026-02-01;2026-01-01"],
    ["$timeframe_absolute", "2026-02-01"],
    ["$timeframe_daily_hours", "18:00"],
    ["$timeframe_daily_hours", "25:00;26:00"],
    ["$timeframe_daily_hours", "24:00;02:00"],
    ["$timeframe_daily_hours", "18:00;20:00;7"],
    ["$dow", "x"],
    ["$dow", 7],
  ];
  it.each(rows)("%s refuses %j", (operator, value) => {
    const given = {
      "1": { name: "customer.metadata", property: "p", conditions: { [operator]: [value] } },
    };
    const reason = `Operator '${operator}' of rule 'customer.metadata' takes ${OPERATORS.get(operator)?.wants}`;
    expect(checkRules(given)).toEqual({ ok: false, error: { rule: "1", reason } });
  });
});
