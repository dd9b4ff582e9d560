import { migrated } from "../test/support/large-database";
import { grow, type Month } from "./years/grow";

// Lives years of a busy shop on a database of its own and tells what each month adds to it: `npm
// run soak`, or with other numbers of days and of redemptions a day behind it.

const [days = 1_095, sales = 1_000] = process.argv.slice(2).map(Number);
/** Months until events leave as fast as they come. */
const WARM_UP = 3;
const YEAR = 12;
/** A last year that adds more than this for each redemption of the first is growth. */
const MOST_GROWTH = 1.05;

const perRedemption = (months: readonly Month[]): number => {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) throw new Error("there are months to compare");
  const sold = months.slice(1).reduce((sum, { redemptions }) => sum + redemptions, 0);
  return (last.bytes - first.bytes) / sold;
};

const started = performance.now();
const { months, eventsTold } = await grow(migrated(), { days, sales }, (month) =>
  console.log(
    `month ${month.month}: ${(month.bytes / 1e6).toFixed(1)} MB, ${month.each} bytes a redemption, ${month.files} files`,
  ),
);
const warm = months.slice(WARM_UP);
const first = perRedemption(warm.slice(0, YEAR + 1));
const last = perRedemption(warm.slice(-YEAR - 1));
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`${eventsTold} events told from the first on; ${seconds} s`);
console.log(`first year ${first.toFixed(0)}, last year ${last.toFixed(0)} bytes a redemption`);
if (last > first * MOST_GROWTH) throw new Error("the database grows with its age");
