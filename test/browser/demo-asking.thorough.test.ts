import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { DESKTOP, open, pages } from "../support/browser";
import { enter, enterShop, expectTotal, put } from "../support/storefront";

const VALIDATIONS = "**/client/v1/validations";

/** Sends what matches with another value of a header, which the service then refuses. */
async function sendAnother(page: Page, what: string, header: string): Promise<void> {
  await page.route(what, (route) =>
    route.continue({ headers: { ...route.request().headers(), [header]: "another" } }),
  );
}

/** The paths that a page asks from now on. */
function asked(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/(client\/)?v1\//.test(pathname)) paths.push(pathname);
  });
  return paths;
}
const more = (page: Page) => page.getByRole("button", { name: "One Round teapot more" }).last();

pages("what the storefront asks", () => {
  it("asks once for each change", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await page.getByText("€12.00 more").waitFor();
    const paths = asked(page);
    await enter(page, "KITCHEN20");
    await expectTotal(page, "€30.40");
    expect(paths).toEqual(["/client/v1/validations"]);
    const offered = page.waitForResponse(/qualifications/);
    await more(page).click();
    await expectTotal(page, "€60.80");
    await offered;
    expect(paths.slice(1)).toEqual(["/client/v1/validations", "/client/v1/qualifications"]);
    // Offers wait until the shopper pauses: two changes at once are one look for offers.
    const offeredOnce = page.waitForResponse(/qualifications/);
    await more(page).dblclick();
    await expectTotal(page, "€121.60");
    await offeredOnce;
    await page.waitForTimeout(500);
    const looks = paths.slice(3).filter((path) => path === "/client/v1/qualifications");
    expect(looks).toHaveLength(1);
  });

  it("never lets an older answer take the place of a newer one", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await enter(page, "KITCHEN20");
    await expectTotal(page, "€30.40");
    let late: Promise<void> | undefined;
    await page.route(VALIDATIONS, async (route) => {
      const { order } = route.request().postDataJSON();
      if (order.items[0].quantity !== 2) return route.continue();
      late = new Promise((done) => setTimeout(done, 600));
      await late;
      // The page may have taken the question back meanwhile.
      await route.continue().catch(() => undefined);
    });
    await more(page).click();
    await more(page).click();
    // Three of 30.40.
    await expectTotal(page, "€91.20");
    await late;
    await page.waitForTimeout(300);
    await expectTotal(page, "€91.20");
  });

  it("shows each request with its cost and without its tokens", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await enter(page, "KITCHEN20");
    await page.getByRole("button", { name: /Show the requests/ }).click();
    const row = page.locator(".told", { hasText: "/client/v1/validations" });
    await row.getByText(/1 round trip to D1, \d+ rows read/).waitFor();
    await row.locator("summary").click();
    expect(await row.textContent()).toContain('"id": "KITCHEN20"');
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await row.getByRole("button", { name: "Copy as curl" }).click();
    const copied = await page.evaluate("navigator.clipboard.readText()");
    expect(copied).toContain("/client/v1/validations");
    expect(copied).toContain("x-client-token: •••");
    expect(await page.locator(".drawer").textContent()).not.toContain("shop-client-token");
    // As over plain http from another machine, where browsers give pages no clipboard.
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.getByRole("button", { name: "Deutsch" }).click();
    await row.getByText("Gesendet").waitFor();
    expect(await row.getByRole("button").count()).toBe(0);
  });

  it("keeps the last price while the service cannot be reached, and goes on", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    await enter(page, "KITCHEN20");
    await expectTotal(page, "€30.40");
    await page.context().setOffline(true);
    await more(page).click();
    await page.getByText("The shop cannot be reached.").waitFor();
    await expect.poll(() => page.locator(".sums-total dd").textContent()).toBe("€30.40");
    expect(await page.getByRole("button", { name: /^Pay/ }).isDisabled()).toBe(true);
    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await expectTotal(page, "€60.80");
    // What is refused for another reason is no matter of too many tries.
    await sendAnother(page, VALIDATIONS, "x-client-token");
    await more(page).click();
    await page.getByText("Something went wrong in the shop.").waitFor();
    expect(await page.locator(".sums-total dd").textContent()).toBe("€60.80");
  });

  it("says that there is no shop where its keys open none", async () => {
    const page = await open("/", DESKTOP, { mayBeRefused: true });
    await sendAnother(page, "**/client/v1/**", "x-client-token");
    await page.getByRole("link", { name: /Shop with it/ }).click();
    await page.getByText("The shop is not open here").waitFor();
  });
});
