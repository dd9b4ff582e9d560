import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, look, lookTwice, pages } from "../support/browser";
import { back, openConsole } from "../support/console";
import { product, ruleNamed, ruleOf } from "../support/console-rules";

pages("the console: a rule", () => {
  it("says what is not finished, and sends nothing then", async () => {
    const page = await openConsole("/rules/new", DESKTOP);
    await page.getByRole("button", { name: "Add a condition" }).click();
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByText("Give the rule a name").waitFor();
    await page.getByText("This does not fit").waitFor();
    expect(new URL(page.url()).pathname).toBe("/console/rules/new");
  });

  it("asks for a bundle, says what the cart lacks of one, and keeps what it asked for", async () => {
    const bread = await product("Bread of bundles", 400);
    const butter = await product("Butter of bundles", 250);
    const page = await openConsole("/rules/new", DESKTOP);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Console: bundle");
    const pick = async (part: string, name: string) => {
      const box = page.getByRole("group", { name: part, exact: true });
      await box.getByRole("combobox").fill(name);
      await page.getByRole("option", { name }).first().click();
      return box;
    };
    await page.getByRole("button", { name: "Add goods" }).click();
    await page.getByRole("status").getByText("Not finished yet").waitFor();
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByText("Name at least one").waitFor();
    const first = await pick("Goods 1", "Bread of bundles");
    await first.getByLabel("Units").fill("2");
    await page.getByRole("button", { name: "Add goods" }).click();
    await pick("Goods 2", "Butter of bundles");
    await page.getByText("Missing: 2 × Bread of bundles, 1 × Butter of bundles").waitFor();
    await page.getByText("2 more units of Bread of bundles").waitFor();
    await page.getByText("1 more unit of Butter of bundles").waitFor();
    await lookTwice(page, "console-rule-bundle", DESKTOP);
    await page.getByRole("button", { name: "Any goods" }).click();
    await page.getByLabel("Bundles at most").fill("");
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByRole("heading", { name: "Console: bundle" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const goods = (made: { id: string; source_id?: string | null }, units: number) => ({
      name: "order.items.any",
      conditions: { $is: [{ object: "product", id: made.id, source_id: made.source_id }] },
      rules: {
        "1": { name: "order.items.aggregated_quantity", conditions: { $is: [units] } },
      },
    });
    const made = await ruleOf(id);
    expect(made.bundle_rules).toEqual({
      "1": goods(bread, 2),
      "2": goods(butter, 1),
      logic: "1 or 2",
      limit: null,
    });
    await page.getByRole("button", { name: "Take goods 1 away" }).click();
    await page.getByRole("button", { name: "Take goods 2 away" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("“Console: bundle” is saved").waitFor();
    expect((await ruleOf(id)).bundle_rules ?? {}).toEqual({});
  });

  it("changes, assigns and deletes a rule, each with a way back", async () => {
    const { id } = await ruleNamed("Console: changed");
    const campaign = await answerOf(
      back.POST("/v1/campaigns", {
        body: {
          name: "Console rules",
          campaign_type: "DISCOUNT_COUPONS",
          type: "AUTO_UPDATE",
          voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
        },
      }),
    );
    const page = await openConsole(`/rules/${id}`, DESKTOP, { mayBeRefused: true });
    await page.getByRole("button", { name: "Condition 1: Remove" }).click();
    await page.getByRole("link", { name: "Vouchers" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await look(page, "console-rule-leaving", DESKTOP);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByText("Leave without saving?").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("The service cannot be reached").waitFor();
    await page.context().setOffline(false);
    await page.waitForFunction("navigator.onLine");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("“Console: changed” is saved").waitFor();
    expect(Object.keys((await ruleOf(id)).rules)).toEqual(["2", "3", "logic"]);
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("button", { name: "Condition 1: Remove" }).waitFor();
    expect((await ruleOf(id)).rules.logic).toBe("1 and (2 or 3)");

    await page.getByRole("combobox", { name: "Assign to a campaign" }).fill("Console ru");
    await page.getByRole("option", { name: /Console rules/ }).click();
    await page.getByRole("link", { name: "Console rules" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("It is taken off 1 object").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("heading", { name: "Rules" }).waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: "Console: changed" }).click();
    await page.getByRole("link", { name: "Console rules" }).waitFor();
    const query = { related_object_id: campaign.id };
    const call = back.GET("/v1/validation-rules-assignments", { params: { query } });
    expect((await answerOf(call)).total).toBe(1);
  });
});
