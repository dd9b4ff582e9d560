import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answerOf, serverClient } from "../../clients/typescript/src";
import { look, PHONE, pages, url } from "../support/browser";
import { named, office, openConsole, ownProject } from "../support/console";

/** A project that has what the shop has not: a webhook, a promotion, a backup, a code in the bin. */
async function stocked() {
  const of = await ownProject(named("Dialogs"));
  const back = serverClient({ baseUrl: url, ...of.server });
  const path = { projectId: of.project.id };
  const hook = office.POST("/management/v1/projects/{projectId}/webhooks", {
    params: { path },
    body: { target_url: "http://127.0.0.1:9/", events: ["voucher.created"] },
  });
  const backup = office.POST("/management/v1/backups", { body: { project_id: of.project.id } });
  const code = back.POST("/v1/vouchers", {
    body: { code: "GONE", type: "GIFT_VOUCHER", gift: { amount: 100 } },
  });
  const tier = { name: "Tier", action: { discount: { type: "PERCENT" as const, percent_off: 5 } } };
  const promotion = back.POST("/v1/campaigns", {
    body: { name: "Promotion", campaign_type: "PROMOTION", promotion: { tiers: [tier] } },
  });
  const all = [answerOf(promotion), answerOf(hook), answerOf(backup), answerOf(code)];
  await Promise.all(all);
  await answerOf(back.DELETE("/v1/vouchers/{code}", { params: { path: { code: "GONE" } } }));
  const spent = { code: "SPENT", type: "GIFT_VOUCHER" as const, gift: { amount: 100 } };
  await answerOf(back.POST("/v1/vouchers", { body: spent }));
  const redeemables = [{ object: "voucher" as const, id: "SPENT", gift: { credits: 10 } }];
  await answerOf(back.POST("/v1/redemptions", { body: { redeemables, order: { amount: 500 } } }));
  await answerOf(back.POST("/v1/exports", { body: { exported_object: "voucher" } }));
  return of;
}

/** Longer words, where room is least; journeys see the most of it on a desktop. */
const SMALL_GERMAN = { ...PHONE, theme: "dark", language: "de" } as const;

/** What may be any of its kind stands for all of them. */
const kindOf = (path: string): string => path.replace(/\/[^/]*[A-Z\d_%][^/]*/g, "/*");

const LINKS = `[...document.querySelectorAll("main a")]
  .filter(({ host }) => host === location.host)
  .map(({ pathname, search }) => pathname + search)`;
/** Heads of columns sort, and are unseen on phones. */
const BUTTONS = `[...document.querySelectorAll("main button:not(thead *)")]
  .map((button) => button.disabled ? "" : button.innerText.trim() || button.ariaLabel || "")`;
/** They stand on each of the views that they lead to. */
const TABS = `[...document.querySelectorAll("main [role=tab]")].map((tab) => tab.innerText.trim())`;
const IS_OPEN = `new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() =>
  tell(document.querySelector("dialog[open]") !== null))))`;

async function arrive(page: Page, path: string): Promise<void> {
  await page.goto(url + path);
  await page.locator("main h1, main .state-title").first().waitFor();
  await page.waitForLoadState("networkidle");
  await page.locator("main .ghost").first().waitFor({ state: "detached" });
}

/** A walk through a section: what was met and pressed on it by its kind, and what opened. */
class Walk {
  readonly opened: string[] = [];
  private readonly met = new Set<string>();
  private readonly pressed = new Set<string>();
  private readonly ahead: string[] = [];

  constructor(
    private readonly page: Page,
    private readonly home: string,
  ) {}

  async all(): Promise<void> {
    this.meet(this.home);
    for (let path = this.ahead.shift(); path !== undefined; path = this.ahead.shift()) {
      await arrive(this.page, path);
      const links: string[] = await this.page.evaluate(LINKS);
      for (const link of links) this.meet(link);
      await this.pressAll(path);
    }
  }

  /** A page that is to be seen as well, if none of its kind was. */
  private meet(path: string): void {
    const kind = kindOf(path);
    if (!path.startsWith(this.home) || this.met.has(kind)) return;
    this.met.add(kind);
    this.ahead.push(path);
  }

  /** Presses every button of a page once: what opens is looked at, and closed again. */
  private async pressAll(path: string): Promise<void> {
    const { page } = this;
    const buttons: string[] = await page.evaluate(BUTTONS);
    const tabs: string[] = await page.evaluate(TABS);
    for (const [at, text] of buttons.entries()) {
      const isTab = tabs.includes(text);
      const name = `${isTab ? kindOf(path).split("/", 4).join("/") : kindOf(path)} ${text}`;
      const now: string[] = await page.evaluate(BUTTONS);
      if (text === "" || now[at] !== text || this.pressed.has(name)) continue;
      this.pressed.add(name);
      await page.locator("main button:not(thead *)").nth(at).click();
      if (await page.evaluate(IS_OPEN)) await this.see(name);
      else {
        this.meet(await page.evaluate("location.pathname + location.search"));
        await arrive(page, path);
      }
    }
  }

  private async see(name: string): Promise<void> {
    this.opened.push(name);
    await this.page.locator("dialog .ghost").first().waitFor({ state: "detached" });
    await look(this.page, `dialog${name}`.replace(/[^\p{L}\d]+/gu, "-"), SMALL_GERMAN);
    await this.page.keyboard.press("Escape");
    await this.page.locator("dialog[open]").waitFor({ state: "detached" });
  }
}

/** How many dialogs each section has at least, by hand: in the shop, or in a project of its own. */
const SECTIONS = [
  { section: "campaigns", isShop: true, least: 5 },
  { section: "vouchers", isShop: true, least: 1 },
  { section: "customers", isShop: true, least: 1 },
  { section: "programs", isShop: true, least: 12 },
  { section: "campaigns", isShop: false, least: 3 },
  { section: "redemptions", isShop: false, least: 1 },
  { section: "exports", isShop: false, least: 1 },
  { section: "bin", isShop: false, least: 1 },
  { section: "projects", isShop: false, least: 9 },
  { section: "keys", isShop: false, least: 4 },
  { section: "webhooks", isShop: false, least: 5 },
];

let own: ReturnType<typeof stocked> | undefined;

pages("what the console opens over its pages", () => {
  describe.each(SECTIONS)("$section, of the shop: $isShop", ({ section, isShop, least }) => {
    it("is as it should be on a small screen, in the dark and in German", async () => {
      own ??= stocked();
      const of = await own;
      const page = await openConsole("/nowhere", SMALL_GERMAN, {
        mayBeRefused: true,
        ...(isShop ? { isShop } : { of }),
      });
      // Nothing is changed, whatever is pressed.
      await page.route(/\/(v1|management\/v1)\//, (route) =>
        route.request().method() === "GET" ? route.continue() : route.abort(),
      );
      const walk = new Walk(page, `/console/${section}`);
      await walk.all();
      const { opened } = walk;
      expect(opened.length).toBeGreaterThanOrEqual(least);
    });
  });
});
