import { describe, expect, it } from "vitest";
import { canBeHad, type PricedReward, rewardPrice } from "../../../src/engine/loyalty/reward-price";
import type { TierMapping } from "../../../src/model/loyalty/tier";

const mug = (points: number, stock: number | null = null, redeemed = 0): PricedReward => ({
  points,
  reward: { parameters: { product: { id: "prod_1", sku_id: null } }, stock, redeemed },
});
const coins: PricedReward = {
  points: null,
  reward: {
    parameters: { coin: { exchange_ratio: 0.2, points_ratio: 100 } },
    stock: null,
    redeemed: 0,
  },
};
const times = (multiplier: number): TierMapping => ({ type: "MULTIPLY", multiplier });
const custom = (points: number): TierMapping => ({ type: "CUSTOM", points });

describe("what a reward costs a member", () => {
  it.each<{ name: string; given: [PricedReward, TierMapping | null]; expected: number }>([
    { name: "its points, without a tier", given: [mug(75), null], expected: 75 },
    { name: "the points of the tier", given: [mug(75), custom(60)], expected: 60 },
    { name: "nothing, where the tier says so", given: [mug(75), custom(0)], expected: 0 },
    { name: "so many times its points", given: [mug(75), times(2)], expected: 150 },
    { name: "half a point and more is a whole one", given: [mug(75), times(0.5)], expected: 38 },
    { name: "less than half a point is none", given: [mug(73), times(0.3)], expected: 22 },
    {
      name: "as written, not as computed: 1.005 x 100",
      given: [mug(100), times(1.005)],
      expected: 101,
    },
    { name: "one pack of points as money", given: [coins, null], expected: 100 },
    { name: "the same pack at every tier", given: [coins, times(0.5)], expected: 100 },
    {
      name: "no more than can be counted",
      given: [mug(9_007_199_254_740_991), times(1_000_000)],
      expected: 9_007_199_254_740_991,
    },
  ])("$name", ({ given, expected }) => {
    expect(rewardPrice(...given)).toBe(expected);
  });
});

describe("whether a member can have it", () => {
  it.each<[string, boolean, Parameters<typeof canBeHad>]>([
    ["for exactly its price", true, [mug(75), null, 75]],
    ["not for a point less", false, [mug(75), null, 74]],
    ["by the tier's price", true, [mug(75), custom(60), 60]],
    ["while one is left", true, [mug(75, 3, 2), null, 75]],
    ["not when none is", false, [mug(75, 3, 3), null, 75]],
    ["not where there never was one", false, [mug(75, 0), null, 75]],
    ["points as money for one pack", true, [coins, null, 100]],
    ["points as money for no less", false, [coins, null, 99]],
  ])("%s", (_, expected, given) => {
    expect(canBeHad(...given)).toBe(expected);
  });
});
