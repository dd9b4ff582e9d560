import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { shopClients } from "../../scripts/demo-shop-client";
import { DESKTOP, pages, url } from "../support/browser";
import { enterShop, put } from "../support/storefront";

pages("what begins later in the storefront", () => {
  it.each([
    ["en", "en-GB", "Round teapot", "From {} on: you save €5.70", "Winter sale"],
    ["de", "de-DE", "Runde Teekanne", "Ab {}: Du sparst 5,70\u00a0€", "Winterschlussverkauf"],
  ] as const)("tells before it begins what a sale saves: %s", async (...row) => {
    const [language, locale, product, words, name] = row;
    const page = await enterShop({ ...DESKTOP, language });
    await put(page, product, { ...DESKTOP, language });
    const { tiers } = await answerOf(shopClients(url).shop.GET("/v1/promotions/tiers"));
    const begins = tiers.find(({ name }) => name?.startsWith("Winter sale"))?.start_date ?? "";
    const day = { day: "numeric", month: "long" } as const;
    const from = new Date(begins).toLocaleDateString(locale, day);
    const sale = page.locator(".near", { hasText: name });
    // 15 % of 38.00.
    await expect.poll(() => sale.locator(".strong").textContent()).toBe(words.replace("{}", from));
    expect(await sale.locator(".meter").count()).toBe(0);
  });
});
