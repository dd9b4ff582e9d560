import { it } from "vitest";
import { DESKTOP, open, pages, picture } from "../support/browser";
import { openConsole } from "../support/console";
import { enter, enterShop, put } from "../support/storefront";

pages("the README's pictures", () => {
  it("the shop, with a code that applies and one that does not", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await put(page, "Morning mug");
    await enter(page, "KITCHEN20");
    await enter(page, "SUMMER");
    await page.locator(".sums .payment, .sums-total").first().waitFor();
    await picture(page, "shop");
  });

  it("the console, with what happened", async () => {
    const page = await openConsole("/overview", DESKTOP, { isShop: true });
    await page.locator("canvas").nth(5).waitFor();
    await picture(page, "console");
  });

  it("the reference of all operations", async () => {
    const page = await open("/docs/reference", DESKTOP);
    await page.locator(".operation summary").first().click();
    await page.locator(".execute").waitFor();
    await picture(page, "reference");
  });
});
