// Decides how many points of a loyalty card pay for an order, and what they are worth.
import { err, ok, type Result } from "../../lib/result";
import { cap, MAX_AMOUNT } from "../money";

/**
 * What points are worth: `exchange_ratio` in major units of the currency, with six decimals at
 * most, for `points_ratio` points; `decimals` are those of the currency.
 */
export interface Coin {
  exchange_ratio: number;
  points_ratio: number;
  decimals: number;
}

/** Points, and what is left to pay in minor units. `requested` null means as many as are needed. */
export interface PointsAsked {
  requested: number | null;
  spendable: number;
  left: number;
}

/** Points that are taken, and the minor units that they pay. */
export interface PointsPaid {
  points: number;
  discount: number;
}

const MILLIONTHS = 1_000_000n;
const RATIO_DECIMALS = 6;

/** Millionths of a minor unit that one pack of points is worth, exactly. */
const packWorth = ({ exchange_ratio, decimals }: Coin): bigint =>
  BigInt(exchange_ratio.toFixed(RATIO_DECIMALS).replace(".", "")) * 10n ** BigInt(decimals);

const ceilDiv = (amount: bigint, by: bigint): bigint => (amount + by - 1n) / by;
const halfUpDiv = (amount: bigint, by: bigint): bigint => (2n * amount + by) / (2n * by);

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Points in whole packs that pay for an amount. */
const pointsFor = (left: number, coin: Coin): bigint =>
  ceilDiv(BigInt(left) * MILLIONTHS, packWorth(coin)) * BigInt(coin.points_ratio);

/** What points are worth in minor units, rounded half up once. */
export const worthOf = (points: number, coin: Coin): number => {
  const worth = halfUpDiv(BigInt(points) * packWorth(coin), MILLIONTHS * BigInt(coin.points_ratio));
  return Number(least(worth, BigInt(MAX_AMOUNT)));
};

/**
 * The points that an order takes: what was requested or, without a request, as many whole packs as
 * pay for all that is left; never more than these. Refuses a request, or a need, above what can be
 * spent (reference service, "Pay with points"; docs/behaviour.md, "Spending points").
 */
export function payWithPoints(
  { requested, spendable, left }: PointsAsked,
  coin: Coin,
): Result<PointsPaid, "loyalty_card_points_exceeded"> {
  const needed = pointsFor(left, coin);
  const asked = requested === null ? needed : BigInt(requested);
  if (asked > BigInt(spendable)) return err("loyalty_card_points_exceeded");
  const points = Number(least(asked, needed));
  return ok({ points, discount: cap(worthOf(points, coin), left) });
}
