import { expect, it } from "vitest";
import { DESKTOP, inEveryLook, lookTwice, pages } from "../support/browser";
import { enter, enterShop, fill, NAMES, openCart, put } from "../support/storefront";

pages("the storefront's window", () => {
  it.each([860, 600])(
    "paying is in sight before anything is scrolled: %i px high",
    async (high) => {
      const page = await enterShop();
      await page.setViewportSize({ width: 1280, height: high });
      await fill(page, DESKTOP);
      await enter(page, "KITCHEN20");
      for (const name of ["without", "with the drawer"]) {
        if (name !== "without") await page.locator(".drawer-button").click();
        await page.evaluate("scrollTo(0, 0)");
        const pay = await page.locator(".cart-foot .main").boundingBox();
        const drawer = await page
          .locator(".drawer")
          .boundingBox({ timeout: 100 })
          .catch(() => null);
        expect((pay?.y ?? high) + (pay?.height ?? 0), name).toBeLessThan(drawer?.y ?? high);
      }
    },
  );

  inEveryLook("offline", async (how) => {
    const page = await enterShop(how);
    await put(page, NAMES[how.language].teapot, how);
    await openCart(page, how);
    await enter(page, "FIVER");
    await page.context().setOffline(true);
    await page.locator(".line .stepper button").last().click();
    await page.locator(".notice.bad").waitFor();
    await lookTwice(page, "demo-offline", how);
  });
});
