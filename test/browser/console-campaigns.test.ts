import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { stepsOf } from "../../pages/console/sections/campaigns/tiers/order";
import { DESKTOP, inEveryLook, type Look, look, lookTwice, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

const PERCENT = { type: "PERCENT", percent_off: 10 } as const;

const coupons = (name: string, vouchers_count = 3) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "DISCOUNT_COUPONS",
        vouchers_count,
        voucher: {
          type: "DISCOUNT_VOUCHER",
          discount: PERCENT,
          code_config: { pattern: "SPRING-####-####" },
        },
      },
    }),
  );

const campaignOf = (campaignId: string) =>
  answerOf(back.GET("/v1/campaigns/{campaignId}", { params: { path: { campaignId } } }));

const next = (page: Page) => page.getByRole("button", { name: /^(Next|Weiter)$/ }).click();

pages("the console: a campaign", () => {
  it("is made step by step, and its codes come with a bar", async () => {
    const page = await openConsole("/campaigns", DESKTOP);
    await page.getByRole("link", { name: "New campaign" }).first().click();
    await next(page);
    await page.getByText("Give it a name").waitFor();
    await lookTwice(page, "console-campaign-new-kind", DESKTOP);
    await page.getByLabel("Name").fill("Stepwise");
    await next(page);
    await next(page);
    await page.getByText("Enter a number from 0 to 100").waitFor();
    await page.getByLabel("Percent", { exact: true }).fill("12,5");
    await next(page);
    await page.reload();
    await page.getByRole("checkbox", { name: "Mon" }).check();
    await next(page);
    await page.getByLabel("How many codes").fill("40");
    await page.getByLabel("Pattern").fill("STEP-######");
    await page.getByText("Such as STEP-7KQ2XM").waitFor();
    await lookTwice(page, "console-campaign-new-codes", DESKTOP);
    await next(page);
    await next(page);
    await page.getByRole("button", { name: "Create campaign" }).click();
    await page.getByRole("progressbar").waitFor();
    await page.getByRole("heading", { name: "40 codes" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const made = await campaignOf(id);
    expect(made.vouchers_count).toBe(40);
    expect(made.validity_day_of_week).toEqual([1]);
    expect(made.voucher?.discount).toMatchObject({ type: "PERCENT", percent_off: 12.5 });
    expect(made.voucher?.code_config.pattern).toBe("STEP-######");
  });

  it("tells what the service refuses at its field", async () => {
    await coupons("Taken", 0);
    const page = await openConsole("/campaigns/new", DESKTOP, { mayBeRefused: true });
    await page.getByLabel("Name").fill("Taken");
    await page.getByRole("radio", { name: /Gift cards/ }).check();
    await next(page);
    await page.getByLabel("Credit on each card").fill("25");
    await next(page);
    await next(page);
    await next(page);
    await next(page);
    await page.getByRole("button", { name: "Create campaign" }).click();
    const name = page.getByLabel("Name");
    await name.and(page.locator("[aria-invalid=true]")).waitFor();
    await page.getByText("Duplicated campaign exists with name Taken").first().waitFor();
  });

  it("is a promotion under a rule, and waits for the network", async () => {
    await answerOf(back.POST("/v1/validation-rules", { body: { name: "Big carts", rules: {} } }));
    const page = await openConsole("/campaigns/new", DESKTOP, { mayBeRefused: true });
    await page.getByRole("radio", { name: /^Promotion/ }).check();
    await page.getByLabel("Name").fill("Under a rule");
    await next(page);
    await page.getByLabel("Name of the first tier").fill("First");
    await page.getByLabel("Percent", { exact: true }).fill("15");
    await next(page);
    await next(page);
    await page.getByRole("radio", { name: "Big carts" }).first().check();
    await next(page);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Create campaign" }).click();
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    await page.context().setOffline(false);
    await page.waitForFunction("navigator.onLine");
    await page.getByRole("button", { name: "Create campaign" }).click();
    const tier = page.getByRole("listitem").filter({ hasText: "First" });
    await tier.getByText("15 % off").waitFor();
    await page.getByRole("link", { name: "Big carts" }).waitFor();
    await page.getByRole("button", { name: "Delete", exact: true }).first().click();
    await page.getByRole("dialog").getByText("It goes into the trash bin, from where").waitFor();
  });

  it("is made once, however often one presses while the network is slow", async () => {
    const page = await openConsole("/campaigns/new", DESKTOP);
    const asked: string[] = [];
    await page.route("**/v1/campaigns", async (route) => {
      const isMaking = route.request().method() === "POST";
      if (isMaking) asked.push(route.request().url());
      if (isMaking) await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.getByLabel("Name").fill("Patient");
    await page.getByRole("radio", { name: /Gift cards/ }).check();
    await next(page);
    await page.getByLabel("Credit on each card").fill("25");
    for (let step = 0; step < 4; step++) await next(page);
    const press = page.getByRole("button", { name: "Create campaign" });
    await press.click();
    await press.click();
    await press.press("Enter");
    await page.getByRole("heading", { name: "Patient" }).waitFor();
    expect(asked).toHaveLength(1);
  });

  it("is disabled, deleted and brought back, each undone at once", async () => {
    const { id } = await coupons("Undone");
    const page = await openConsole(`/campaigns/${id}`, DESKTOP);
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    expect((await campaignOf(id)).active).toBe(false);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByText("with all its codes (3)").waitFor();
    const sure = page.getByRole("dialog").getByRole("button", { name: "Delete" });
    // What was undone before may still be asked for again.
    await sure.and(page.locator("[aria-busy=false]")).click();
    await page.getByRole("heading", { name: "Campaigns" }).waitFor();
    await expect(campaignOf(id)).rejects.toThrow();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Undone" }).waitFor();
    expect((await campaignOf(id)).active).toBe(true);
  });

  it("gets more codes, by number and from a file with a wrong row", async () => {
    const { id } = await coupons("Growing", 0);
    const page = await openConsole(`/campaigns/${id}`, DESKTOP);
    await page.getByRole("button", { name: "Add codes" }).click();
    await page.getByLabel("How many").fill("25");
    await page.getByRole("button", { name: "Make them" }).click();
    await page.getByRole("heading", { name: "25 codes" }).waitFor();
    await page.getByRole("button", { name: "Import codes" }).click();
    const rows = "Code,Active\nGROW-1,true\nGROW-2,perhaps\n";
    const file = { name: "codes.csv", mimeType: "text/csv", buffer: Buffer.from(rows) };
    await page.getByLabel("CSV file").setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const refused = page.getByRole("region", { name: "Rows that were refused" });
    await refused.getByRole("row").filter({ hasText: "Active" }).getByText("3").waitFor();
    await lookTwice(page, "console-campaign-work", DESKTOP);
    expect((await campaignOf(id)).vouchers_count).toBe(25);
  });
});

const promotion = (name: string) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "PROMOTION",
        promotion: {
          tiers: ["Gold", "Silver", "Bronze"].map((tier, at) => ({
            name: tier,
            hierarchy: at + 1,
            action: { discount: { type: "PERCENT" as const, percent_off: 30 - at * 10 } },
          })),
        },
      },
    }),
  );

const orderIn = async (campaignId: string) => {
  const params = { path: { campaignId } };
  const call = back.GET("/v1/promotions/{campaignId}/tiers", { params });
  return (await answerOf(call)).tiers.map(({ name }) => name);
};

/** Takes a grip and lets it go where another row is. */
async function drag(page: Page, name: RegExp, onto: RegExp) {
  const [from, to] = await Promise.all(
    [name, onto].map((grip) => page.getByRole("button", { name: grip }).boundingBox()),
  );
  if (!from || !to) throw new Error("A grip is not there");
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x + 10, to.y + 20, { steps: 4 });
}

describe("the order of tiers", () => {
  it("is written by one step, or from the front on where places are shared", () => {
    const tiers = [
      { id: "a", hierarchy: 1 },
      { id: "b", hierarchy: 4 },
      { id: "c", hierarchy: 5 },
    ];
    expect(stepsOf(tiers, 0, 1)).toEqual([{ id: "a", hierarchy: 5 }]);
    expect(stepsOf(tiers, 2, 0)).toEqual([{ id: "c", hierarchy: 1 }]);
    expect(stepsOf(tiers, 1, 1)).toEqual([]);
    const shared = tiers.map(({ id }) => ({ id, hierarchy: 2 }));
    expect(stepsOf(shared, 0, 1).map(({ id }) => id)).toEqual(["c", "a", "b"]);
  });
});

pages("the console: tiers", () => {
  it("are dragged into another order, and back by undo", async () => {
    const { id } = await promotion("Dragged");
    const page = await openConsole(`/campaigns/${id}`, DESKTOP);
    await drag(page, /^Move Gold, place/, /^Move Bronze, place/);
    await page.mouse.up();
    await page.getByText("Gold is at place 3 of 3").waitFor();
    expect(await orderIn(id)).toEqual(["Silver", "Bronze", "Gold"]);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("button", { name: "Move Gold, place 1 of 3" }).waitFor();
    expect(await orderIn(id)).toEqual(["Gold", "Silver", "Bronze"]);
  });

  it("are dropped nowhere by Escape, and moved by keys and arrows", async () => {
    const { id } = await promotion("Keyed");
    const page = await openConsole(`/campaigns/${id}`, DESKTOP);
    // The next move begins at what this one led to, however late the page hears of it.
    await page.route(`**/v1/promotions/${id}/tiers`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await drag(page, /^Move Gold, place/, /^Move Bronze, place/);
    await page.keyboard.press("Escape");
    await page.mouse.up();
    expect(await orderIn(id)).toEqual(["Gold", "Silver", "Bronze"]);
    await page.getByRole("button", { name: /^Move Bronze, place/ }).focus();
    await page.keyboard.press("ArrowUp");
    await page.getByText("Bronze is at place 2 of 3").waitFor();
    await page.locator(":focus").and(page.getByLabel("Move Bronze, place 2 of 3")).waitFor();
    await page.getByRole("button", { name: "Move Bronze up" }).click();
    await page.getByText("Bronze is at place 1 of 3").waitFor();
    expect(await orderIn(id)).toEqual(["Bronze", "Gold", "Silver"]);
  });

  it("are made, changed and switched", async () => {
    const { id } = await promotion("Edited");
    const page = await openConsole(`/campaigns/${id}`, DESKTOP);
    await page.getByRole("button", { name: "New tier" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Name").fill("Tin");
    await form.getByLabel("What it takes off").selectOption("AMOUNT");
    await form.getByLabel("Amount off").fill("4.5");
    await lookTwice(page, "console-tier-form", DESKTOP);
    await form.getByRole("button", { name: "Add tier" }).click();
    await page.getByText("€4.50 off").waitFor();
    const tin = page.getByRole("listitem").filter({ hasText: "Tin" });
    await tin.getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("Amount off").fill("5");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("€5.00 off").waitFor();
    const undo = () => page.getByRole("button", { name: "Undo" }).last().click();
    await undo();
    await page.getByText("€4.50 off").waitFor();
    await tin.getByRole("button", { name: "Disable" }).click();
    await tin.getByText("Disabled").waitFor();
    expect(await orderIn(id)).toEqual(["Gold", "Silver", "Bronze", "Tin"]);
    await page
      .getByRole("listitem")
      .filter({ hasText: "Silver" })
      .getByRole("button", { name: "Delete" })
      .click();
    await form.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => orderIn(id)).toEqual(["Gold", "Bronze", "Tin"]);
    await undo();
    await expect.poll(() => orderIn(id)).toEqual(["Gold", "Silver", "Bronze", "Tin"]);
  });
});

const stamp = ({ device, theme }: Look) => `${device} ${theme}`;

pages("the console: campaigns as they look", () => {
  inEveryLook("list, one with codes, one with tiers", async (how) => {
    const [{ id }, { id: promo }] = await Promise.all([
      coupons(`Spring sale ${stamp(how)}`, 250),
      promotion(`Happy weekend ${stamp(how)}`),
    ]);
    const page = await openConsole("/campaigns", how);
    await page.getByRole("link", { name: `Happy weekend ${stamp(how)}` }).waitFor();
    await look(page, "console-campaigns", how);
    await page.goto(page.url().replace(/\/campaigns.*/, `/campaigns/${id}`));
    await page.getByRole("heading", { name: /^250 / }).waitFor();
    await page.getByText(/^(Codes made|Erzeugte Codes)$/).waitFor();
    await lookTwice(page, "console-campaign", how);
    await page.goto(page.url().replace(/\/campaigns.*/, `/campaigns/${promo}`));
    await page.getByRole("listitem").filter({ hasText: "Bronze" }).waitFor();
    await page.getByText(/^(Orders|Bestellwert)$/).waitFor();
    await look(page, "console-tiers", how);
  });

  inEveryLook("the form of a new one, which is then made", async (how) => {
    const page = await openConsole("/campaigns/new", how);
    await page.getByLabel("Name").fill(`Summer ${stamp(how)}`);
    await next(page);
    await next(page);
    await look(page, "console-campaign-new-worth", how);
    await page.getByLabel(/^(Percent|Prozent)$/).fill("20");
    await next(page);
    await next(page);
    await page.getByLabel(/^(Pattern|Muster)/).fill("SUMMER-####");
    await next(page);
    await next(page);
    await look(page, "console-campaign-new-review", how);
    await page.getByRole("button", { name: /^(Create campaign|Kampagne anlegen)$/ }).click();
    await page.getByRole("heading", { name: `Summer ${stamp(how)}` }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const params = { path: { campaignId: id } };
    const { voucher } = await answerOf(back.GET("/v1/campaigns/{campaignId}", { params }));
    expect(voucher?.discount).toMatchObject({ type: "PERCENT", percent_off: 20 });
    expect(voucher?.code_config.pattern).toBe("SUMMER-####");
  });
});
