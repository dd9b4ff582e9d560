import { expect, it } from "vitest";
import { pages } from "../support/browser";
import { enter, enterShop, expectTotal, put } from "../support/storefront";

pages("paying in the storefront", () => {
  it("lets go of what it holds, be it closed before that is known", async () => {
    const page = await enterShop();
    await put(page, "Desk lamp");
    await enter(page, "LASTONE");
    await expectTotal(page, "€44.25");
    const closed = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/client/v1/validations", async (route) => {
      asked.resolve();
      await closed.promise;
      await route.continue();
    });
    await page.locator(".cart-foot .main").click();
    await asked.promise;
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator("dialog").count()).toBe(0);
    const freed = page.waitForResponse(/\/v1\/vouchers\/LASTONE\/sessions\//);
    closed.resolve();
    expect((await freed).status()).toBe(204);
  });

  it("pays once, whichever answer is lost", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await enter(page, "KITCHEN20");
    await enter(page, "CANDLE");
    await expectTotal(page, "€30.40");
    await page.route("**/client/v1/validations", (route) => route.abort(), { times: 1 });
    await page.locator(".cart-foot .main").click();
    await page.getByRole("button", { name: "Try again" }).click();
    const looked = Promise.withResolvers<void>();
    await page.route(
      "**/v1/redemptions",
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await looked.promise;
        await route.abort();
      },
      { times: 1 },
    );
    await page.getByRole("button", { name: "Pay now" }).click();
    // Nobody leaves while the money is on its way; the browser itself would after a second Escape.
    for (const _ of [1, 2]) await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Pay €30.40" }).waitFor();
    looked.resolve();
    await page.getByText("it counts once").waitFor();
    await page.reload();
    await page.locator(".cart-foot .main").click();
    const again = page.waitForResponse(/\/v1\/redemptions$/);
    await page.locator("dialog").getByRole("button", { name: "Try again" }).click();
    expect((await again).headers()).toMatchObject({ "idempotent-replayed": "true" });
    await page.getByText("Thank you").waitFor();
    expect(await page.locator("dialog .line").allTextContents()).toEqual([
      "1 × Round teapotBefore €38.00After €30.40KITCHEN20−€7.60",
      "1 × Beeswax candleBefore €12.50After freeA gift for you",
    ]);
    await expect.poll(() => page.locator(".cart .line").count()).toBe(0);
  });
});
