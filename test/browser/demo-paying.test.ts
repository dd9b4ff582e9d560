import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { pages } from "../support/browser";
import {
  beginToPay,
  enter,
  enterShop,
  expectChip,
  expectTotal,
  put,
  signInAs,
} from "../support/storefront";

const goBack = async (page: Page) => {
  const freed = page.waitForResponse(/\/sessions\//);
  await page.getByRole("button", { name: "Back to the cart" }).click();
  await freed;
};
const askAgain = (page: Page, to: "more" | "less") =>
  page
    .getByRole("button", { name: `One Desk lamp ${to}` })
    .last()
    .click();

pages("paying in the storefront", () => {
  it("holds the last use of a code, redeems it once, and gives it back", async () => {
    const [one, other] = [await enterShop(), await enterShop()];
    for (const page of [one, other]) {
      await put(page, "Desk lamp");
      await enter(page, "LASTONE");
      // A quarter of 59.00 is 14.75.
      await expectTotal(page, "€44.25");
    }
    await beginToPay(one);
    await one.getByText(/Held for you for [23]:\d\d/).waitFor();
    const gone = "This code is used up, or somebody is just paying with it.";
    await askAgain(other, "more");
    await expectChip(other, "LASTONE", gone);
    await goBack(one);
    await askAgain(other, "less");
    await expectTotal(other, "€44.25");
    await beginToPay(other);
    await other.getByRole("button", { name: "Pay now" }).click();
    await other.getByText("Thank you").waitFor();
    expect(await other.locator("dialog .sums-total").textContent()).toBe("Paid€44.25");
    await askAgain(one, "more");
    await expectChip(one, "LASTONE", gone);
    await other.getByRole("button", { name: "Undo this order" }).click();
    await other.getByText("The order is canceled.").waitFor();
    await askAgain(one, "less");
    await expectTotal(one, "€44.25");
  });

  it("pays with a gift card and points, and tells what the order earned", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await signInAs(page, "Ada Lindqvist");
    await page.locator(".shopper-switch").click();
    await page.getByRole("button", { name: "Use ADA-GIFT" }).click();
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByLabel("Pay with points").fill("300");
    // 38.00 less 25.00 of the card and 3.00 of points.
    await expectTotal(page, "€10.00");
    await beginToPay(page);
    await page.getByRole("button", { name: "Pay now" }).click();
    // 5 points for each of 10.00.
    await page.getByText("You earned 50 points.").waitFor();
    await page.getByRole("button", { name: "Undo this order" }).click();
    await page.getByText("The order is canceled.").waitFor();
    await page.getByRole("button", { name: "Shop on" }).click();
    await page.locator(".shopper-switch").click();
    await page.getByText("Gift card, €25.00 on it").waitFor();
  });

  it("sells without any code, too", async () => {
    const page = await enterShop();
    await put(page, "Six pencils");
    await beginToPay(page);
    await page.getByRole("button", { name: "Pay now" }).click();
    await page.getByText("Thank you").waitFor();
    expect(await page.locator("dialog .sums-total").textContent()).toBe("Paid€6.00");
    const undone = page.waitForResponse(/\/v1\/orders\//);
    await page.getByRole("button", { name: "Undo this order" }).click();
    expect(await (await undone).json()).toMatchObject({ amount: 600, status: "CANCELED" });
    await page.getByText("The order is canceled.").waitFor();
  });
});
