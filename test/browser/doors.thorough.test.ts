import { expect, it } from "vitest";
import { DESKTOP, inEveryLook, look, lookTwice, open, pages, url } from "../support/browser";
import { openConsole } from "../support/console";

const NOTHING = /There is nothing here|Hier ist nichts/;

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
    await page.getByRole("heading", { name: NOTHING }).waitFor();
    await page.getByText("/docs/nope").waitFor();
    await look(page, "lost", how);
    await page.getByRole("main").getByRole("link").first().click();
    await page.waitForURL(`${url}/`);
  });

  it("is told within the console too, wherever it is cut off", async () => {
    const page = await openConsole("/nope", DESKTOP);
    const base = page.url().replace(/\/nope$/, "");
    await page.getByRole("heading", { name: NOTHING }).waitFor();
    await lookTwice(page, "console-lost", DESKTOP);
    for (const path of ["/keys/nope", "/exports/nope", "/campaigns/a/b", "/webhooks/a/b"]) {
      await page.goto(base + path);
      await page.getByRole("heading", { name: NOTHING }).waitFor();
    }
  });
});
