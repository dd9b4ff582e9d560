import { expect } from "vitest";
import { documentation } from "../../scripts/docs/plugin";
import { inEveryLook, look, open, pages, url } from "../support/browser";

const { pages: all } = documentation();

pages("the documentation", () => {
  inEveryLook("leads to the reference and to each document", async (how) => {
    const page = await open("/docs", how);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(page, "docs", how);
    const title = { en: "Documentation", de: "Dokumentation" }[how.language];
    expect(await page.title()).toBe(`${title} · Vouchsafe`);
    const links = await page.getByRole("main").getByRole("link").all();
    const hrefs = await Promise.all(links.map((link) => link.getAttribute("href")));
    const paths = all.map(({ path }) => `/${path}`).filter((path) => path !== "/docs");
    expect(hrefs).toEqual(["/docs/reference", ...paths]);
  });

  inEveryLook("shows a guide, and finds places in all of them", async (how) => {
    const page = await open("/docs/storefront", how, { mayBeRefused: true });
    await page
      .getByRole("button", { name: /Copy|kopieren/ })
      .first()
      .waitFor();
    await look(page, "docs-guide", how);
    await page.context().setOffline(true);
    await page.getByRole("searchbox").fill("last");
    await page.getByText(/cannot be reached|nicht erreichbar/).waitFor();
    await page.context().setOffline(false);
    await page.getByRole("searchbox").fill("last use");
    const found = page.locator(".docs-found").getByRole("link", { name: /^Hold the last use/ });
    await found.waitFor();
    await look(page, "docs-search", how);
    await found.click();
    expect(page.url()).toBe(`${url}/docs/storefront#hold-the-last-use-while-the-shopper-pays`);
  });
});
