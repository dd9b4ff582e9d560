// A member's tier over random months, held against what the reference says day by day.
import fc from "fast-check";
import { describe, it } from "vitest";
import { runs } from "../../support/runs";
import { COMBINATIONS, lifeOf, nameOf, play } from "../../support/tier-months";

describe("a year of a member is as the reference says, day by day", () => {
  it.each(COMBINATIONS.map((basis) => [nameOf(basis), basis] as const))("%s", (_, basis) => {
    fc.assert(
      fc.property(lifeOf(basis), (life) => {
        play(life);
      }),
      { numRuns: runs(10) },
    );
  });
});
