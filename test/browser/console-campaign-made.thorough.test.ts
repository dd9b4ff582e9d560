import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { back, named, openConsole } from "../support/console";
import { campaignOf, coupons, next } from "../support/console-campaigns";

pages("the console: a campaign", () => {
  it("tells what the service refuses at its field", async () => {
    const taken = named("Taken");
    await coupons(taken, 0);
    const page = await openConsole("/campaigns/new", DESKTOP, { mayBeRefused: true });
    await page.getByLabel("Name").fill(taken);
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
    await page.getByText(`Duplicated campaign exists with name ${taken}`).first().waitFor();
  });

  it("is a promotion under a rule, and waits for the network", async () => {
    await answerOf(back.POST("/v1/validation-rules", { body: { name: "Big carts", rules: {} } }));
    const page = await openConsole("/campaigns/new", DESKTOP, { mayBeRefused: true });
    await page.getByRole("radio", { name: /^Promotion/ }).check();
    await page.getByLabel("Name").fill(named("Under a rule"));
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
    const patient = named("Patient");
    const page = await openConsole("/campaigns/new", DESKTOP);
    const asked: string[] = [];
    await page.route("**/v1/campaigns", async (route) => {
      const isMaking = route.request().method() === "POST";
      if (isMaking) asked.push(route.request().url());
      if (isMaking) await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await page.getByLabel("Name").fill(patient);
    await page.getByRole("radio", { name: /Gift cards/ }).check();
    await next(page);
    await page.getByLabel("Credit on each card").fill("25");
    for (let step = 0; step < 4; step++) await next(page);
    const press = page.getByRole("button", { name: "Create campaign" });
    await press.click();
    await press.click();
    await press.press("Enter");
    await page.getByRole("heading", { name: patient }).waitFor();
    expect(asked).toHaveLength(1);
  });

  it("is made also where the work on its codes cannot be seen", async () => {
    const unseen = named("Unseen work");
    const page = await openConsole("/campaigns/new", DESKTOP, { mayBeRefused: true });
    await page.route("**/v1/async-actions*", (route) =>
      route.fulfill({ status: 403, json: { key: "missing_required_permission", message: "No" } }),
    );
    await page.getByLabel("Name").fill(unseen);
    await next(page);
    await page.getByLabel("Percent", { exact: true }).fill("33.3333");
    for (let step = 0; step < 4; step++) await next(page);
    await page.getByRole("button", { name: "Create campaign" }).click();
    await page.getByRole("heading", { name: unseen }).waitFor();
    await page.getByText("33.3333 % off").waitFor();
  });

  it("is disabled, deleted and brought back, each undone at once", async () => {
    const undone = named("Undone");
    const { id } = await coupons(undone);
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
    await page.getByRole("link", { name: undone }).waitFor();
    expect((await campaignOf(id)).active).toBe(true);
  });

  it("gets more codes, by number and from a file with a wrong row", async () => {
    const { id } = await coupons(named("Growing"), 0);
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

  inEveryLook("the form of a new one, which is then made", async (how) => {
    const name = `Summer ${how.device} ${how.theme}`;
    const page = await openConsole("/campaigns/new", how);
    await page.getByLabel("Name").fill(name);
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
    await page.getByRole("heading", { name }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { voucher } = await campaignOf(id);
    expect(voucher?.discount).toMatchObject({ type: "PERCENT", percent_off: 20 });
    expect(voucher?.code_config.pattern).toBe("SUMMER-####");
  });
});
