import { expect, it } from "vitest";
import { pages } from "../support/browser";
import { enter, enterShop, expectChip, expectTotal, put, signInAs } from "../support/storefront";

pages("what the storefront says a cart costs", () => {
  it("follows codes of the cart, of lines, of units and of money", async () => {
    const page = await enterShop();
    for (const name of ["Round teapot", "Morning mug", "Dot notebook"]) await put(page, name);
    // 38.00 + 14.00 + 9.50.
    await expectTotal(page, "€61.50");
    // A fifth off 38.00 and 14.00: 7.60 and 2.80.
    await enter(page, "kitchen20");
    await expectTotal(page, "€51.10");
    expect(await page.locator(".line-price").allTextContents()).toEqual([
      "Before €38.00After €30.40",
      "Before €14.00After €11.20",
      "€9.50",
    ]);
    expect(await page.locator(".line-part").allTextContents()).toEqual([
      "KITCHEN20−€7.60",
      "KITCHEN20−€2.80",
    ]);
    await enter(page, "GIFT50");
    await expectTotal(page, "€1.10");
    await expectChip(page, "GIFT50", "−€50.00 · €0.00 left of €50.00");
    // A candle of 12.50 comes and costs nothing.
    await enter(page, "CANDLE");
    await expectTotal(page, "€1.10");
    await expectChip(page, "CANDLE", "saves €12.50");
    await page.getByRole("button", { name: "One Round teapot more" }).last().click();
    // Another 38.00 less a fifth: 30.40 more, of which the gift card has nothing left.
    await expectTotal(page, "€31.50");
  });

  it("says in the shop's words why a code does nothing", async () => {
    const page = await enterShop();
    await put(page, "Morning mug");
    await enter(page, "FIVER");
    await expectChip(page, "FIVER", "Spend 30.00 or more to use this code.");
    await enter(page, "SUMMER");
    await expectChip(page, "SUMMER", "This code has expired.");
    await enter(page, "GOLD15");
    await expectChip(page, "GOLD15", "This code is for members of our club with gold.");
    await enter(page, "NO-SUCH-CODE");
    await page.getByText("There is no such code.").waitFor();
    expect(await page.locator(".chip").count()).toBe(3);
    // 14.00 + 38.00 reach the 30.00: 5.00 off.
    await put(page, "Round teapot");
    await expectTotal(page, "€47.00");
    await expectChip(page, "FIVER", "saves €5.00");
    await enter(page, "ALONE30");
    await expectChip(page, "FIVER", "It cannot be combined with the other code.");
    // 30 % of 52.00 are 15.60.
    await expectTotal(page, "€36.40");
  });

  it("knows friends' codes, gold members and points of who signs in", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await signInAs(page, "Ada Lindqvist");
    await enter(page, "ADA-SHARES");
    await expectChip(page, "ADA-SHARES", "This is your own code: it is for your friends.");
    await enter(page, "GOLD15");
    // 15 % of 38.00 are 5.70.
    await expectTotal(page, "€32.30");
    await page.getByLabel("Pay with points").fill("500");
    await expectTotal(page, "€27.30");
    await page.locator(".shopper-switch").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await signInAs(page, "Ben Okafor");
    // Ben is no gold member, but a friend: 5.70 by the other code.
    await expectChip(page, "GOLD15", "This code is for members of our club with gold.");
    await expectChip(page, "ADA-SHARES", "saves €5.70");
    await expectTotal(page, "€32.30");
    await page.getByText("Not enough points yet: 60 of 100.").waitFor();
    // Who is signed in is known to the tab alone (docs/behaviour.md, "Pages").
    expect(await page.context().cookies()).toEqual([]);
    expect(new URL(page.url()).search).toBe("");
    const kept = await page.evaluate("JSON.stringify([localStorage, sessionStorage])");
    expect(kept).toContain("vouchsafe.demo-shopper");
    expect(kept).not.toMatch(/token|eyJ/i);
  });

  it("tells what the cart almost has, and takes an offer that it has", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await page.getByText("€12.00 more and you save €5.00").waitFor();
    // The mug costs 14.00, half of which the offer gives.
    await page.getByText("1 × Morning mug more and you save €7.00").waitFor();
    await put(page, "Morning mug");
    await page
      .getByRole("button", { name: "Apply: Teapot and mug: the mug at half price" })
      .click();
    await expectTotal(page, "€45.00");
    await page.getByRole("button", { name: "Apply: 5.00 off from 50.00" }).waitFor();
    // What was taken is no offer any more.
    expect(await page.locator(".offer").count()).toBe(1);
  });
});
