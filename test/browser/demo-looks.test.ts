import type { Page } from "playwright-core";
import { expect } from "vitest";
import { inEveryLook, lookTwice, pages } from "../support/browser";
import { enter, enterShop, fill, NAMES, openCart, put } from "../support/storefront";

const shopper = async (page: Page, at: number) => {
  await page.locator(".shopper-switch").click();
  const known = page.waitForResponse(/\/rewards$|redeemables/);
  await page.locator(".shopper").nth(at).click();
  await known;
};
const dialogGone = (page: Page) =>
  page.locator("dialog[open] > div > .apart > .square").last().click();

pages("how the storefront looks", () => {
  inEveryLook("the shop, a cart with codes, and the drawer", async (how) => {
    const page = await enterShop(how);
    const title = { en: "Corner Shop", de: "Eckladen" }[how.language];
    expect(await page.title()).toBe(`${title} · Vouchsafe`);
    await lookTwice(page, "demo-empty", how);
    await fill(page, how);
    await openCart(page, how);
    for (const code of ["KITCHEN20", "SUMMER", "CANDLE", "GIFT50"]) await enter(page, code);
    await page.locator(".sums .payment").waitFor();
    await lookTwice(page, "demo-cart", how);
    if (how.device === "phone") await dialogGone(page);
    await page.locator(".drawer-button").click();
    await page.locator(".told summary").first().click();
    await lookTwice(page, "demo-drawer", how);
  });

  inEveryLook("who shops, what they hold, paying and the order", async (how) => {
    const page = await enterShop(how);
    await page.locator(".shopper-switch").click();
    await lookTwice(page, "demo-shoppers", how);
    await dialogGone(page);
    await shopper(page, 2);
    await page.locator(".shopper-switch").click();
    await page.locator("dialog .state").waitFor();
    await lookTwice(page, "demo-wallet-empty", how);
    await page.locator("dialog > div > .button").click();
    await shopper(page, 0);
    await put(page, NAMES[how.language].teapot, how);
    await page.locator(".shopper-switch").click();
    await page.locator(".wallet-card").first().waitFor();
    await lookTwice(page, "demo-wallet", how);
    await dialogGone(page);
    await openCart(page, how);
    await page.locator(".range").fill("500");
    await page.locator(".sums .payment").waitFor();
    await lookTwice(page, "demo-points", how);
    await page.locator(".cart-foot .main").click();
    await page.locator("[role=timer]").waitFor();
    await lookTwice(page, "demo-paying", how);
    await page.locator("dialog .button.main").last().click();
    await page.locator("dialog .good[role=status]").waitFor();
    await lookTwice(page, "demo-order", how);
    await page.locator("dialog .button:not(.main)").last().click();
    await page.locator("dialog .notice.good").waitFor();
    await lookTwice(page, "demo-undone", how);
  });
});
