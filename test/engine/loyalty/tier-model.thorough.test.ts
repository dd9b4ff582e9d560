import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { COMBINATIONS, lifeOf, nameOf, play } from "../../support/tier-months";

const MEMBER_MONTHS = 20_000;
const DAYS_OF_A_MONTH = 30.4;

describe(`${MEMBER_MONTHS} months of members are as the reference says, day by day`, () => {
  let days = 0;
  const each = Math.ceil(MEMBER_MONTHS / COMBINATIONS.length);

  it.each(COMBINATIONS.map((basis) => [nameOf(basis), basis] as const))(
    "%s",
    (_, basis) => {
      let own = 0;
      while (own < each * DAYS_OF_A_MONTH) {
        fc.assert(
          fc.property(lifeOf(basis), (life) => {
            own += play(life);
          }),
          { numRuns: 10 },
        );
      }
      days += own;
    },
    600_000,
  );

  afterAll(() => expect(days / DAYS_OF_A_MONTH).toBeGreaterThanOrEqual(MEMBER_MONTHS));
});
