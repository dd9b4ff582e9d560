import { costOf, PLAN, placesFor, shopOf, type Use, useOf } from "./monthly-costs";

// What 10, 1,000 and 100,000 shops cost a month: `npm run costs`, or with other numbers of
// redemptions a shop and day, and of months since they opened, behind it.

const SHOPS = [10, 1_000, 100_000];
const [redemptions = 50, months = 12] = process.argv.slice(2).map(Number);

const rounded = (dollars: number): string =>
  dollars.toLocaleString("en", { maximumFractionDigits: dollars < 100 ? 2 : 0 });

const all = SHOPS.map((shops) => {
  const deployment = { shops, day: shopOf(redemptions), months };
  const use = useOf(deployment);
  return { shops, use, places: placesFor(deployment), ...costOf(use) };
});
const line = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);

line(["dollars a month", ...SHOPS.map((shops) => `${shops.toLocaleString("en")} shops`)]);
line(["---", ...SHOPS.map(() => "---")]);
line(["plan", ...all.map(() => rounded(PLAN))]);
for (const name of Object.keys(all[0]?.use ?? {}) as (keyof Use)[]) {
  const cells = all.map(({ use, each }) => `${rounded(each[name])} (${rounded(use[name])})`);
  line([name.replaceAll("_", " "), ...cells]);
}
line(["**all**", ...all.map(({ total }) => `**${rounded(total)}**`)]);
line(["a shop", ...all.map(({ total, shops }) => rounded(total / shops))]);
line(["places", ...all.map(({ places }) => rounded(places))]);
