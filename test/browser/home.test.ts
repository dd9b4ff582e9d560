import { expect } from "vitest";
import { inEveryLook, look, open, pages } from "../support/browser";

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
