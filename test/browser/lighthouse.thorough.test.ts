import { availableParallelism, loadavg } from "node:os";
import lighthouse, { desktopConfig } from "lighthouse";
import { type Browser, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { FLAGS, pages, url } from "../support/browser";
import { freePort } from "../support/free-port";

const LEAST = 95;
const FORMS = { phone: undefined, desktop: desktopConfig };
const FORM_NAMES = ["phone", "desktop"] as const;

/** How fast a page is says nothing beside other work. */
const [load = 0] = loadavg();
const isBusy = load > availableParallelism();
if (isBusy)
  console.warn("How fast the storefront is was not measured: this machine has other work.");

pages("the storefront before Lighthouse", () => {
  let browser: Browser;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    const args = [...FLAGS, `--remote-debugging-port=${port}`];
    browser = await chromium.launch({ executablePath: inject("chromium"), args });
  });
  afterAll(() => browser?.close());

  /** Scores in hundredths by category. */
  async function judged(form: keyof typeof FORMS, onlyCategories: string[]) {
    const flags = { port, onlyCategories, logLevel: "silent" as const };
    const result = await lighthouse(`${url}/demo`, flags, FORMS[form]);
    const { categories = {}, runtimeError } = result?.lhr ?? {};
    expect(runtimeError).toBeUndefined();
    return Object.values(categories).map(({ id, score }) => ({
      id,
      score: Math.round((score ?? 0) * 100),
    }));
  }

  it.each(FORM_NAMES)("is accessible, well made and found: %s", async (form) => {
    const names = ["accessibility", "best-practices", "seo"];
    const scores = await judged(form, names);
    expect(scores.map(({ id }) => id)).toEqual(names);
    expect(scores.filter(({ score }) => score < LEAST)).toEqual([]);
  });

  it.skipIf(isBusy).each(FORM_NAMES)("is fast, in the middle of three runs: %s", async (form) => {
    const scores: number[] = [];
    for (const _ of [1, 2, 3]) {
      const [speed] = await judged(form, ["performance"]);
      scores.push(speed?.score ?? 0);
    }
    const [, middle] = scores.sort((a, b) => a - b);
    expect(middle, `${scores}`).toBeGreaterThanOrEqual(LEAST);
  });
});
