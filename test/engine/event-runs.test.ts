import { expect, it } from "vitest";
import { inRuns } from "../../src/events/outbox";

const runsOf = (customers: readonly (string | null)[]) =>
  inRuns(customers.map((customer_id) => ({ customer_id, run: 1 }))).map(({ run }) => run);

it.each([
  ["one event finds itself", ["ada"], [1]],
  ["the last of two finds both", ["ada", "ada"], [0, 2]],
  ["somebody else ends a run", ["ada", "ada", "bob", "ada"], [0, 2, 1, 1]],
  ["an event of nobody ends a run, and is in none", [null, null, "ada", null], [1, 1, 1, 1]],
  [
    "a run has no more than ten",
    Array<string>(12).fill("ada"),
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 2],
  ],
  ["there is nothing to find", [], []],
])("%s", (_, customers, runs) => {
  expect(runsOf(customers)).toEqual(runs);
});
