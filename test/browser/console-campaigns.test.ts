import { expect, it } from "vitest";
import { DESKTOP, inEveryLook, type Look, look, lookTwice, pages } from "../support/browser";
import { openConsole } from "../support/console";
import { campaignOf, coupons, next, promotion } from "../support/console-campaigns";

pages("the console: a campaign", () => {
  it("is made step by step, and its codes come with a bar", async () => {
    const page = await openConsole("/campaigns", DESKTOP);
    await page.getByRole("link", { name: "New campaign" }).first().click();
    await next(page);
    await page.getByText("Give it a name").waitFor();
    await lookTwice(page, "console-campaign-new-kind", DESKTOP);
    await page.getByLabel("Name").fill("Stepwise");
    await next(page);
    await next(page);
    await page.getByText("Enter a number from 0 to 100").waitFor();
    await page.getByLabel("Percent", { exact: true }).fill("12,5");
    await next(page);
    await page.reload();
    await page.getByRole("checkbox", { name: "Mon" }).check();
    await next(page);
    await page.getByLabel("How many codes").fill("40");
    await page.getByLabel("Pattern").fill("STEP-######");
    await page.getByText("Such as STEP-7KQ2XM").waitFor();
    await lookTwice(page, "console-campaign-new-codes", DESKTOP);
    await next(page);
    await next(page);
    await page.getByRole("button", { name: "Create campaign" }).click();
    await page.getByRole("progressbar").waitFor();
    await page.getByRole("heading", { name: "40 codes" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const made = await campaignOf(id);
    expect(made.vouchers_count).toBe(40);
    expect(made.validity_day_of_week).toEqual([1]);
    expect(made.voucher?.discount).toMatchObject({ type: "PERCENT", percent_off: 12.5 });
    expect(made.voucher?.code_config.pattern).toBe("STEP-######");
  });
});

const stamp = ({ device, theme }: Look) => `${device} ${theme}`;

pages("the console: campaigns as they look", () => {
  inEveryLook("list, one with codes, one with tiers", async (how) => {
    const [{ id }, { id: promo }] = await Promise.all([
      coupons(`Spring sale ${stamp(how)}`, 250),
      promotion(`Happy weekend ${stamp(how)}`),
    ]);
    const page = await openConsole("/campaigns", how);
    await page.getByRole("link", { name: `Happy weekend ${stamp(how)}` }).waitFor();
    await look(page, "console-campaigns", how);
    await page.goto(page.url().replace(/\/campaigns.*/, `/campaigns/${id}`));
    await page.getByRole("heading", { name: /^250 / }).waitFor();
    await page.getByText(/^(Codes made|Erzeugte Codes)$/).waitFor();
    await lookTwice(page, "console-campaign", how);
    await page.goto(page.url().replace(/\/campaigns.*/, `/campaigns/${promo}`));
    await page.getByRole("listitem").filter({ hasText: "Bronze" }).waitFor();
    await page.getByText(/^(Orders|Bestellwert)$/).waitFor();
    await look(page, "console-tiers", how);
  });
});
