import { expect, it } from "vitest";
import { COLUMNS } from "../pages/console/sections/imports/columns";
import { KINDS } from "../src/resources/imports/kinds";

const titlesOf = (kind: keyof typeof KINDS): string[] =>
  KINDS[kind].sheet.columns.flatMap(({ title, isLeftOut = false }) => (isLeftOut ? [] : [title]));

/** What a campaign says of all its codes. */
const CAMPAIGN_S = ["Voucher Type", "Campaign", "Campaign ID", "Validation Rules ID"];

it("the console names every column that an import reads, and no other", () => {
  const { campaign, ...all } = COLUMNS;
  expect(all).toEqual({
    vouchers: titlesOf("vouchers"),
    customers: titlesOf("customers"),
    products: titlesOf("products"),
    skus: titlesOf("skus"),
  });
  expect(titlesOf("orders")).toEqual([]);
  expect(campaign).toEqual(titlesOf("vouchers").filter((title) => !CAMPAIGN_S.includes(title)));
});
