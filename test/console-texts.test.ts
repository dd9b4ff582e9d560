import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FAILURES } from "../pages/console/parts/failures";
import { ACTIVITY } from "../pages/console/sections/customers/activity-kinds";
import { demoHeaders } from "../scripts/demo-keys";
import { shopHeaders } from "../scripts/demo-shop-keys";
import type { SkipReason } from "../src/engine/stacking/refusal";
import { errors } from "../src/errors";
import { decidingErrors } from "../src/errors/deciding";
import { ACTIVITY_KINDS } from "../src/resources/events/activity-kinds";

const SKIPPED = [
  "no_effect",
  "preceding_validation_failed",
  "exclusion_rules_not_met",
  "applicable_redeemables_limit_exceeded",
  "applicable_redeemables_per_category_limit_exceeded",
  "applicable_exclusive_redeemables_limit_exceeded",
  "applicable_exclusive_redeemables_per_category_limit_exceeded",
] as const satisfies readonly SkipReason[];

/** What only a body can have that no form of the console sends. */
const OF_BODIES = [
  "ambiguous_tracking_id",
  "duplicated_redeemables",
  "invalid_customer",
  "invalid_order",
  "invalid_redeemables",
  "invalid_redemption",
  "invalid_redemption_parent",
];

it("the console knows every kind of a customer's activity by a name", () => {
  expect(Object.keys(ACTIVITY).sort()).toEqual([...ACTIVITY_KINDS.keys()].sort());
});

it("the console's refusals are the service's, and none of a decision is left out", () => {
  const told = Object.keys(FAILURES);
  const keys: readonly string[] = [...Object.keys(errors), ...SKIPPED];
  expect(told.filter((key) => !keys.includes(key))).toEqual([]);
  const decided = [...Object.keys(decidingErrors), ...SKIPPED];
  const untold = decided.filter((key) => !told.includes(key)).sort();
  expect(untold).toEqual(OF_BODIES);
});

it("the keys that the console offers at the local start are those that it seeds", () => {
  const page = readFileSync("pages/console/sign-in.tsx", "utf8");
  const pairs = [shopHeaders.server, demoHeaders.management].map((pair) => Object.values(pair));
  for (const [id, token] of pairs) {
    expect(page).toContain(`{ id: "${id}", token: "${token}" }`);
  }
});
