import { expect } from "vitest";
import { inEveryLook, look, open, pages, url } from "../support/browser";

pages("the first page", () => {
  inEveryLook("leads to shop, console and documentation", async (how) => {
    const page = await open("/", how);
    const doors = await page.getByRole("main").getByRole("link").all();
    const hrefs = await Promise.all(doors.map((door) => door.getAttribute("href")));
    expect(hrefs).toEqual(["/demo", "/console", "/docs"]);
    const about = page.locator("meta[name=description]");
    const words = { en: /^Discount codes/, de: /^Rabattcodes/ }[how.language];
    expect(await about.getAttribute("content")).toMatch(words);
    await look(page, "home", how);
  });
});

pages("the console without keys", () => {
  inEveryLook("asks for keys", async (how) => {
    const page = await open("/console", how);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await look(page, "console-sign-in", how);
  });
});

pages("an address without a page", () => {
  inEveryLook("says so to people, and leads back", async (how) => {
    const page = await open("/docs/nope", how, { mayBeRefused: true });
    await page.getByRole("heading", { name: /There is nothing here|Hier ist nichts/ }).waitFor();
    await page.getByText("/docs/nope").waitFor();
    await look(page, "lost", how);
    await page.getByRole("main").getByRole("link").first().click();
    await page.waitForURL(`${url}/`);
  });
});
