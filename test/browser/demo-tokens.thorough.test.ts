import { expect, it } from "vitest";
import { pages, takeClock } from "../support/browser";
import { enter, enterShop, expectTotal, put, signInAs } from "../support/storefront";

pages("who is signed in to the storefront", () => {
  it("signs in again when the shopper's token has lapsed, and says when that fails", async () => {
    const page = await enterShop();
    await put(page, "Round teapot");
    const tokens: string[] = [];
    await page.route("**/client-token", async (route) => {
      const answer = await route.fetch();
      tokens.push((await answer.json()).token);
      await route.fulfill({ response: answer });
    });
    // What the first token has become after its hour.
    await page.route("**/client/v1/**", (route) => {
      const headers = route.request().headers();
      const lapsed = headers["x-customer-token"] === tokens[0] && tokens[0] !== undefined;
      return route.continue({
        headers: { ...headers, ...(lapsed && { "x-customer-token": "lapsed" }) },
      });
    });
    await signInAs(page, "Ada Lindqvist");
    await enter(page, "GOLD15");
    // 15 % of 38.00 are 5.70, for gold alone.
    await expectTotal(page, "€32.30");
    expect(tokens).toHaveLength(2);
    await page.locator(".shopper-switch").click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.route("**/client-token", (route) => route.abort(), { times: 1 });
    await page.locator(".shopper-switch").click();
    await page.locator(".shopper", { hasText: "Ben Okafor" }).click();
    await page.getByText("Ben Okafor could not be signed in.").waitFor();
    await page.locator(".shopper-switch").click();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Wallet of Ben Okafor" }).waitFor();
  });

  it("signs in again long before the shopper's token lapses", async () => {
    const page = await enterShop();
    await takeClock(page);
    let tokens = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/client-token")) tokens += 1;
    });
    await signInAs(page, "Ada Lindqvist");
    expect(tokens).toBe(1);
    await page.clock.fastForward("29:00");
    expect(tokens).toBe(1);
    await page.clock.fastForward("02:00");
    await expect.poll(() => tokens).toBe(2);
    // The pages of later tests are not half an hour ahead.
    const later = await enterShop();
    expect(Number(await later.evaluate("Date.now()"))).toBeLessThanOrEqual(Date.now());
  });
});
