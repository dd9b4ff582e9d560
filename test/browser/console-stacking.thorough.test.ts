import { expect, it } from "vitest";
import { answerOf, serverClient } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages, url } from "../support/browser";
import { office, openConsole, ownProject } from "../support/console";

const rulesOf = async (projectId: string) => {
  const call = office.GET("/management/v1/projects/{projectId}/stacking-rules", {
    params: { path: { projectId } },
  });
  return (await answerOf(call)).data[0];
};

/** A project with two categories. */
async function shop(name: string) {
  const of = await ownProject(name);
  const back = serverClient({ baseUrl: url, ...of.server });
  const [vip] = await Promise.all(
    ["VIP", "Staff"].map((each) =>
      answerOf(back.POST("/v1/categories", { body: { name: each, hierarchy: 1 } })),
    ),
  );
  return { of, vip };
}

pages("the console: stacking rules", () => {
  it("are changed, taken back, and reset", async () => {
    const { of, vip } = await shop("Stacked");
    const { project } = of;
    const page = await openConsole("/stacking", DESKTOP, { of });
    await page.getByText("Defaults", { exact: true }).waitFor();
    const save = page.getByRole("button", { name: "Save" });
    await page.getByLabel("Applied together").fill("31");
    await page.getByText("Enter a whole number from 1 to 30").waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel("Applied together").fill("7");
    const ofEach = page.getByLabel("Exclusive ones of each category");
    expect(await ofEach.inputValue()).toBe("");
    await page.getByLabel("Exclusive ones", { exact: true }).fill("3");
    await page.getByRole("radio", { name: /^The others go on/ }).check();
    await page.getByLabel("Group of VIP").selectOption("exclusive");
    await page.getByLabel("At most so many of VIP").fill("2");
    await save.click();
    await page.getByText("Changed by this project").waitFor();
    expect(await rulesOf(project.id)).toMatchObject({
      applicable_redeemables_limit: 7,
      // Nobody has set one for each category: that of all is told, and does not stay behind it.
      applicable_exclusive_redeemables_limit: 3,
      applicable_exclusive_redeemables_per_category_limit: 3,
      redeemables_application_mode: "PARTIAL",
      exclusive_categories: [vip?.id],
      applicable_redeemables_category_limits: { [vip?.id ?? ""]: 2 },
    });
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByText("Defaults", { exact: true }).waitFor();
    expect((await rulesOf(project.id))?.applicable_redeemables_limit).toBe(5);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Changed by this project").waitFor();
    expect((await rulesOf(project.id))?.exclusive_categories).toEqual([vip?.id]);
  });

  it("are the project's own where a request has set them", async () => {
    const { of } = await shop("Stacked by request");
    const { project } = of;
    const params = { path: { projectId: project.id } };
    await answerOf(
      office.POST("/management/v1/projects/{projectId}/stacking-rules", {
        params,
        body: {
          applicable_exclusive_redeemables_limit: 3,
          applicable_exclusive_redeemables_per_category_limit: 2,
        },
      }),
    );
    const page = await openConsole("/stacking", DESKTOP, { of });
    await page.getByText("Changed by this project").waitFor();
    expect(await page.getByLabel("Exclusive ones of each category").inputValue()).toBe("2");
    await page.getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset to defaults" }).click();
    await page.getByText("Defaults", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Changed by this project").waitFor();
    expect(await rulesOf(project.id)).toMatchObject({
      applicable_exclusive_redeemables_limit: 3,
      applicable_exclusive_redeemables_per_category_limit: 2,
    });
  });

  inEveryLook("as they look", async (how) => {
    const { of } = await shop(`Stacked ${how.device} ${how.theme}`);
    const page = await openConsole("/stacking", how, { of });
    await page.getByText("VIP").first().waitFor();
    await look(page, "console-stacking", how);
  });
});
