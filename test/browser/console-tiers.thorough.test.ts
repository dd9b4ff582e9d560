import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { stepsOf } from "../../pages/console/sections/campaigns/tiers/order";
import { DESKTOP, lookTwice, pages } from "../support/browser";
import { back, named, openConsole } from "../support/console";
import { promotion } from "../support/console-campaigns";

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
    const { id } = await promotion(named("Dragged"));
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
    const { id } = await promotion(named("Keyed"));
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
    const { id } = await promotion(named("Edited"));
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
    // Only then is the last way back the one of this.
    await page.getByText("Silver is deleted").waitFor();
    expect(await orderIn(id)).toEqual(["Gold", "Bronze", "Tin"]);
    await undo();
    await expect.poll(() => orderIn(id)).toEqual(["Gold", "Silver", "Bronze", "Tin"]);
  });
});
