import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { change } from "../../pages/console/sections/overview/measures";
import { DESKTOP, inEveryLook, lookTwice, pages } from "../support/browser";
import { office, openConsole } from "../support/console";

const SUMMARY = "/management/v1/projects/{projectId}/summary";

pages("the console: overview", () => {
  it("compares with the days before, and says nothing of growth from nothing", () => {
    expect([change(200, 250), change(200, 150), change(0, 7), change(5, 0)]).toEqual([
      0.25,
      -0.25,
      null,
      -1,
    ]);
  });

  it("adds up the days that are chosen", async () => {
    const page = await openConsole("/overview", DESKTOP, { isShop: true });
    await page.getByText("7 days").click();
    await page
      .getByText(/against the 7 days before/)
      .first()
      .waitFor();
    const redemptions = page.getByRole("heading", { name: "Redemptions" }).locator("..");
    const params = { path: { projectId: "proj_shop" } };
    const { days } = await answerOf(office.GET(SUMMARY, { params }));
    const week = days.slice(-7).map((day) => day.redemptions_succeeded ?? 0);
    const sum = week.reduce((total, count) => total + count, 0);
    expect(sum).toBeGreaterThan(0);
    expect(await redemptions.locator(".measure-sum").textContent()).toBe(sum.toLocaleString("en"));
  });

  inEveryLook("draws what happened", async (how) => {
    const page = await openConsole("/overview", how, { isShop: true });
    await page.locator("canvas").nth(5).waitFor();
    await lookTwice(page, "console-overview", how);
  });
});
