import { describe, expect, it } from "vitest";
import { factsOfHappening } from "../../../src/deciding/happening";
import { evaluateConditions } from "../../../src/engine/rules/conditions";
import { known } from "../../../src/engine/rules/facts";
import { clockOf } from "../../../src/scope/scope";
import { migrated } from "../../support/large-database";
import { localD1 } from "../../support/local-d1";
import { localScope, NOON } from "../../support/local-scope";

describe("rules of what happened", () => {
  // Noon is that of a Tuesday.
  it.each([
    [0, "2026-05-31", true],
    [1, "2026-05-31", false],
    [3, "2026-05-27", true],
    [3, "2026-06-03", false],
  ])("begin weeks on the day %i of the project: %s", (week_start, date, isThisWeek) => {
    const scope = localScope(localD1(migrated()).d1);
    const own = { ...scope, project: { ...scope.project, week_start } };
    const happened = { customer: null, custom_event: null };
    const clock = clockOf({ ...own, now: NOON });
    const facts = factsOfHappening(clock, happened, [], { order: null });
    const conditions = { $this_week: [true] };
    expect(evaluateConditions(conditions, known(date), facts, null).truth).toBe(isThisWeek);
  });
});
