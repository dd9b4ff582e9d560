import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { describe, expect, inject, it, type RunnerTestCase } from "vitest";

export const DEVICES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 860 },
} as const;

export interface Look {
  device: keyof typeof DEVICES;
  /** The one that the page is opened in: `look` sees the other one, too. */
  theme: "light" | "dark";
  language: "en" | "de";
}

export const DESKTOP: Look = { device: "desktop", theme: "light", language: "en" };
export const PHONE: Look = { device: "phone", theme: "light", language: "en" };

/** Both devices, both themes, and both languages: the longer words where room is least. */
export const LOOKS: readonly Look[] = [
  { device: "desktop", theme: "light", language: "en" },
  { device: "phone", theme: "dark", language: "de" },
];

/** Keeps the browser from calling anywhere by itself, and from a process for each page. */
export const FLAGS = [
  "--process-per-site",
  "--renderer-process-limit=1",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Pages live for seconds: to make their scripts faster takes longer than they would run. */
const SHORT_LIVED = "--js-flags=--no-opt,--single-threaded-gc";

const SHOTS = join(import.meta.dirname, "../../.screenshots");
const address = inject("url");
export const url = address ?? "";

/** Tests that need a browser: passed over, and said so, where there is none. */
export const pages: typeof describe.skip = address === null ? describe.skip : describe;

/** One for all files of a worker; it ends with the worker. */
let browser: Browser | undefined;
/** A person with each device, theme and language, for as long as the browser lives. */
const people = new Map<string, Promise<BrowserContext>>();
const opened = new Set<Page>();
const faults: string[] = [];

/** What every open page shows, as a file: where a test fails on another machine, it can be seen. */
async function keepFailed(name: string): Promise<void> {
  const words = name.replace(/[^a-z0-9]+/gi, "-").slice(0, 100);
  const shots = [...opened].map((page, at) =>
    page.screenshot({ path: join(SHOTS, "failed", `${words}-${at}.png`), fullPage: true }),
  );
  await Promise.allSettled(shots);
}

export async function launch(): Promise<void> {
  if (address === null) return;
  const args = [...FLAGS, SHORT_LIVED];
  browser ??= await chromium.launch({ executablePath: inject("chromium"), args });
  await mkdir(SHOTS, { recursive: true });
}

/** Closes the pages of a test. Whatever it was about: none may complain or call elsewhere. */
export async function close({ fullTestName, result }: Readonly<RunnerTestCase>): Promise<void> {
  if (result?.state === "fail" || faults.length > 0) await keepFailed(fullTestName);
  await Promise.all([...opened].map((page) => page.close()));
  expect(faults.splice(0)).toEqual([]);
}

/**
 * What the service refuses is logged by the browser too, be it the page itself, and what a test took
 * the network away from, its icon among it; pages that show it have no fault.
 */
const isRefusal = (text: string, from: string, shown: string): boolean =>
  text.includes("net::ERR_INTERNET_DISCONNECTED") ||
  (text.startsWith("Failed to load resource") &&
    (from === shown || /\/(v1|client\/v1|management\/v1)\//.test(from)));

// What runs in the page is text here: this side of the tests knows no DOM.
const TELL_BROKEN_POLICY = `document.addEventListener("securitypolicyviolation", (event) =>
  tellBrokenPolicy([event.violatedDirective, event.blockedURI, event.sourceFile].join(" ")))`;
const OVERHANG = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

async function watch(page: Page, mayBeRefused: boolean): Promise<void> {
  page.on("console", (message) => {
    const from = message.location().url;
    if (message.type() !== "error" || (mayBeRefused && isRefusal(message.text(), from, page.url())))
      return;
    faults.push(`console: ${message.text()} ${from}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !/^(data|blob):/.test(to)) faults.push(`elsewhere: ${to}`);
  });
  await page.exposeFunction("tellBrokenPolicy", (text: string) => {
    faults.push(`policy: ${text}`);
  });
  await page.addInitScript({ content: TELL_BROKEN_POLICY });
}

async function personWith({ device, theme, language }: Look): Promise<BrowserContext> {
  if (!browser) throw new Error("No browser yet: pages are opened in tests");
  return browser.newContext({
    viewport: DEVICES[device],
    colorScheme: theme,
    locale: language === "de" ? "de-DE" : "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    hasTouch: device === "phone",
  });
}

/** Forgets what earlier pages kept, but for files: those a browser loads and compiles once. */
async function forget(page: Page): Promise<void> {
  const context = page.context();
  const devtools = await context.newCDPSession(page);
  const kept = { origin: url, storageTypes: "cookies,local_storage,indexeddb,cache_storage" };
  await Promise.all([
    context.setOffline(false),
    context.clearPermissions(),
    devtools.send("Storage.clearDataForOrigin", kept),
  ]);
  await devtools.detach();
}

/**
 * A page of its own with nothing kept, as a person with that device, theme and language has it;
 * `before` is a script that runs before the page's own.
 */
export async function open(
  path: string,
  how: Look,
  { mayBeRefused = false, before = "" } = {},
): Promise<Page> {
  const name = JSON.stringify(how);
  const person = people.get(name) ?? personWith(how);
  people.set(name, person);
  const page = await (await person).newPage();
  opened.add(page);
  page.on("close", () => opened.delete(page));
  page.setDefaultTimeout(120_000);
  await Promise.all([watch(page, mayBeRefused), forget(page)]);
  if (before) await page.addInitScript({ content: before });
  await page.goto(`${url}${path}`);
  return page;
}

/**
 * Lets a test move the clock of its page. A clock is that of all pages of a person, and stays ahead:
 * whoever opens one later is another person.
 */
export async function takeClock(page: Page): Promise<void> {
  for (const [name, person] of people) {
    if ((await person) === page.context()) people.delete(name);
  }
  await page.clock.install();
}

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What another theme can break, and takes most of the time: between themes only colours differ. */
const OF_COLOUR = ["color-contrast", "link-in-text-block"];

type Asked = "all" | "colours" | "all but colours";

const ASKED: Record<Asked, object> = {
  all: { runOnly: RULES },
  colours: { runOnly: OF_COLOUR },
  "all but colours": {
    runOnly: RULES,
    rules: Object.fromEntries(OF_COLOUR.map((rule) => [rule, { enabled: false }])),
  },
};

const SETTLED = `scrollTo(0, 0);
  document.fonts.ready.then(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done()))))`;

const HEIGHT = "document.documentElement.scrollHeight";
const MOST_HEIGHT = 6_000;

/**
 * The page in a window of its own height: Chromium could show more than its window, but makes that
 * tiny for a moment, at which the page changes as on a phone. Compressed less than by
 * `page.screenshot`, which takes twice as long.
 */
async function shoot(page: Page, device: Look["device"], path: string): Promise<void> {
  const window = DEVICES[device];
  const height = Math.min(MOST_HEIGHT, Number(await page.evaluate(HEIGHT)));
  const isHigher = height > window.height;
  if (isHigher) await page.setViewportSize({ ...window, height });
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send("Page.captureScreenshot", { optimizeForSpeed: true });
  await Promise.all([writeFile(path, data, "base64"), devtools.detach()]);
  if (isHigher) await page.setViewportSize(window);
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds in a page without frames, asked in the page itself. */
async function violations(page: Page, asked: Asked): Promise<string[]> {
  expect(page.frames(), "axe sees one frame only").toHaveLength(1);
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const options = JSON.stringify({ ...ASKED[asked], resultTypes: ["violations"], preload: false });
  const found = `axe.run(${options}).then(({ violations }) => violations.map(({ id, nodes }) =>
    id + ": " + nodes.map(({ html }) => html)))`;
  return page.evaluate(found);
}

interface Looked {
  /** Asks for the picture and the colours of the other theme too, and leaves the page in its own. */
  inBothThemes?: boolean;
  /** Others show the same styles, whose colours are asked for there. */
  hasKnownColours?: boolean;
}

/**
 * Keeps a picture of the page as it is now, and holds it to what axe knows of accessible pages. The
 * theme changes in place, as it does at dusk: what does not follow is a fault.
 */
export async function look(
  page: Page,
  name: string,
  { device, theme, language }: Look,
  { inBothThemes = false, hasKnownColours = false }: Looked = {},
): Promise<void> {
  const seen = async (colorScheme: Look["theme"], asked: Asked) => {
    await page.emulateMedia({ colorScheme });
    // What sticks to the top belongs there in the picture too.
    await page.evaluate(SETTLED);
    const file = `${name}-${device}-${colorScheme}-${language}.png`;
    await shoot(page, device, join(SHOTS, file));
    expect(await violations(page, asked), `axe on ${name}, ${colorScheme}`).toEqual([]);
  };
  if (inBothThemes) await seen(theme === "light" ? "dark" : "light", "colours");
  await seen(theme, hasKnownColours ? "all but colours" : "all");
  expect(await page.evaluate(OVERHANG), `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** What belongs to a main journey: either device in either theme. */
export const lookTwice: typeof look = (page, name, how) =>
  look(page, name, how, { inBothThemes: true });

/** Keeps what the window shows, for the README; `npm run pictures` puts it beside the documents. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate("scrollTo(0, 0); document.fonts.ready");
  const folder = process.env.PICTURES ?? SHOTS;
  await page.screenshot({ path: join(folder, `${name}.png`), animations: "disabled" });
}

/** One test for each device, in a theme and a language of its own. */
export const inEveryLook = (name: string, test: (look: Look) => Promise<void>): void =>
  it.each(LOOKS)(`${name}: $device, $theme, $language`, test);
