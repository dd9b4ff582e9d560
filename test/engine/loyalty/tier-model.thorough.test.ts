import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { COMBINATIONS, lifeOf, nameOf, play } from "../../support/tier-months";

it("other tiers prolong nothing on the day on which the night has redeemed a reward", () => {
  const ops = [
    { gap: 5, op: { kind: "earn" as const, points: 520 }, isLate: false },
    // By 2027-02-07 all but 20 are redeemed; 400 lead into gold by the tiers of then.
    { gap: 12, op: { kind: "earn" as const, points: 400 }, isLate: false },
    { gap: 1, op: { kind: "structure" as const, of: 2 }, isLate: false },
  ];
  const settings = {
    qualification_type: "POINTS_IN_PERIOD" as const,
    qualification_period: "MONTH" as const,
    start_date: { type: "IMMEDIATE" as const },
    expiration_date: { type: "END_OF_PERIOD" as const, extend: "P3M" },
  };
  expect(play({ settings, price: 60, structure: 0, ops })).toBe(18);
});

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
