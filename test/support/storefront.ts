import type { Page } from "playwright-core";
import { expect } from "vitest";
import { DESKTOP, type Look, open } from "./browser";

const ADDED = { en: "Add {} to the cart", de: "{} in den Warenkorb" };

/** The shop with an empty cart, once it has asked what it offers. */
export async function enterShop(how: Look = DESKTOP): Promise<Page> {
  const page = await open("/demo", how, { mayBeRefused: true });
  await page.locator(".product").first().waitFor();
  return page;
}

/** Puts one unit of a product into the cart by its name. */
export const put = (page: Page, name: string, { language }: Look = DESKTOP): Promise<void> =>
  page.getByRole("button", { name: ADDED[language].replace("{}", name), exact: true }).click();

/** Products of the shop, as it calls them. */
export const NAMES = {
  en: { teapot: "Round teapot", mug: "Morning mug", notebook: "Dot notebook" },
  de: { teapot: "Runde Teekanne", mug: "Morgenbecher", notebook: "Punktheft" },
};

/** Puts all three into the cart, and waits for what it could have. */
export async function fill(page: Page, how: Look): Promise<void> {
  const { teapot, mug, notebook } = NAMES[how.language];
  for (const name of [teapot, mug, notebook]) await put(page, name, how);
  await page.waitForResponse(/qualifications/);
}

/** On a phone the cart is a sheet that is opened first. */
export async function openCart(page: Page, { device }: Look = DESKTOP): Promise<void> {
  if (device === "phone") await page.locator(".cart-button").click();
}

/** Enters a code and waits until the service has spoken about it. */
export async function enter(page: Page, code: string): Promise<void> {
  const answered = page.waitForResponse(/\/client\/v1\/validations/);
  await page.locator(".code-field input").fill(code);
  await page.locator(".code-field button").click();
  await answered;
}

/** Until the page knows who they are and what they hold: it is busy from the choice on. */
export async function signInAs(page: Page, name: string): Promise<void> {
  await page.locator(".shopper-switch").click();
  const known = page.waitForResponse(/\/v1\/loyalties\/members\/[^/]+$/);
  await page.locator(".shopper", { hasText: name }).click();
  await known;
  await page.locator('.shopper-switch[aria-busy="false"]').waitFor();
}

/** What is left to pay, once it is what the cart costs now. */
export const expectTotal = (page: Page, text: string): Promise<void> =>
  expect
    .poll(() => page.locator(".cart .totals:not(.old) .sums-total dd").textContent())
    .toBe(text);

/** What the page says of one code in the cart. */
export const expectChip = (page: Page, code: string, text: string): Promise<void> =>
  expect
    .poll(() => page.locator(".chip", { hasText: code }).locator("span.small").textContent())
    .toBe(text);

/** To the checkout, where one can pay. */
export const beginToPay = async (page: Page) => {
  await page.locator(".cart-foot .main").click();
  await page.getByRole("button", { name: "Pay now" }).waitFor();
};
