import type { Page, Route } from "playwright-core";
import { expect, it } from "vitest";
import { DESKTOP, type Look, look, PHONE, pages } from "../support/browser";
import { openConsole, ownProject } from "../support/console";

const API = /\/(v1|management\/v1)\//;
const GERMAN = { ...DESKTOP, theme: "dark", language: "de" } as const;
const SMALL_GERMAN = { ...PHONE, theme: "dark", language: "de" } as const;

const HREFS = `[...document.querySelectorAll(".console-nav a")].map((link) => link.pathname)`;
const pushed = (path: string) => `history.pushState(null, "", ${JSON.stringify(path)})`;

/**
 * Every section that the menu has: a new one is walked by itself. What stands in the place of its
 * contents is the same in all of them, so that the colours of the first ones are enough.
 */
async function eachSection(page: Page, how: Look, visit: () => Promise<unknown>, state: string) {
  await page.locator(".console-nav a").first().waitFor({ state: "attached" });
  const paths: string[] = await page.evaluate(HREFS);
  expect(paths.length).toBeGreaterThan(10);
  for (const [at, path] of paths.entries()) {
    await page.evaluate(pushed(path));
    await visit();
    const name = `state-${state}-${path.split("/").at(-1)}`;
    await look(page, name, how, { hasKnownColours: at > 3 });
  }
}

/** One page of each kind that stands below a section. */
const DETAILS = [
  "campaigns",
  "vouchers",
  "redemptions",
  "customers",
  "programs",
  "imports",
  "webhooks",
  "rules",
  "projects",
].map((name) => `/console/${name}/one`);

/** Those say so in the same words and colours; how each is laid out is seen once. */
async function eachDetail(page: Page, how: Look, state: string, isSeen: boolean) {
  for (const path of DETAILS) {
    await page.evaluate(pushed(path));
    // What stands below a title that it has in any case is no title itself.
    await page.locator("main h1.state-title, main h1 ~ section .state-title").waitFor();
    const name = `state-${state}-one-of-${path.split("/").at(-2)}`;
    if (isSeen) await look(page, name, how, { hasKnownColours: true });
  }
}

/** What was on its way is there, or is said not to come. */
async function settled(page: Page): Promise<void> {
  await page.locator("main h1, main .state-title").first().waitFor();
  await page.locator("main .ghost").first().waitFor({ state: "detached" });
}

const refused = (status: number, key: string, message: string) => (route: Route) =>
  route.fulfill({
    status,
    json: { code: status, key, message, details: "As the service says it", request_id: "v-0" },
  });

interface StateRow {
  name: string;
  /** In the reader's language, and what the service says of the case beside it. */
  says: string;
  how: Look;
  answer: (route: Route) => unknown;
}

const ROWS: StateRow[] = [
  {
    name: "failed",
    says: "Der Dienst hat versagt: As the service says it",
    how: SMALL_GERMAN,
    answer: refused(500, "internal_error", "Internal error"),
  },
  {
    name: "forbidden",
    says: "That is not allowed: As the service says it",
    how: PHONE,
    answer: refused(403, "forbidden", "Forbidden"),
  },
  {
    name: "offline",
    says: "Der Dienst ist nicht erreichbar",
    how: GERMAN,
    answer: (route) => route.abort("internetdisconnected"),
  },
];

pages("every section of the console", () => {
  it("has ghosts in the place of what is on its way", async () => {
    const page = await openConsole("/nowhere", DESKTOP);
    await page.route(API, () => undefined);
    await eachSection(page, DESKTOP, () => page.locator("main h1").first().waitFor(), "loading");
  });

  it.each(ROWS)("says so where it is $name", async ({ name, says, how, answer }) => {
    const page = await openConsole("/nowhere", how, { mayBeRefused: true });
    await page.route(API, answer);
    await eachSection(page, how, () => settled(page), name);
    await eachDetail(page, how, name, name === "failed");
    await page.getByText(says).waitFor();
  });

  it("says what it is for where there is nothing yet", async () => {
    const of = await ownProject("Empty shop");
    const page = await openConsole("/nowhere", SMALL_GERMAN, { of });
    await eachSection(page, SMALL_GERMAN, () => settled(page), "empty");
  });
});
