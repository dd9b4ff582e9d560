import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

const ruleOf = async (id: string) => {
  const params = { path: { validationRuleId: id } };
  return answerOf(back.GET("/v1/validation-rules/{validationRuleId}", { params }));
};

const product = (name: string, price: number) =>
  answerOf(back.POST("/v1/products", { body: { name, source_id: name.toLowerCase(), price } }));

/** Mostly all that a rule can be: boxes in boxes, lines that are chosen, and goods to reach. */
async function ruleNamed(name: string) {
  const kettle = await product(`Kettle ${name}`, 3900);
  const body = {
    name,
    rules: {
      "1": { name: "order.amount", conditions: { $more_than_or_equal: [6000] } },
      "2": {
        name: "order.items.any",
        conditions: { $is: [{ object: "product", id: kettle.id }] },
        rules: { "1": { name: "order.items.quantity", conditions: { $more_than_or_equal: [2] } } },
        error: { message: "Two kettles, please" },
      },
      "3": { name: "customer.metadata", property: "level", conditions: { $is: ["gold", "iron"] } },
      logic: "1 and (2 or 3)",
    },
    error: { message: "From 60.00 on" },
    applicable_to: { included: [{ object: "product" as const, id: kettle.id }] },
  };
  return answerOf(back.POST("/v1/validation-rules", { body }));
}

pages("the console: rules", () => {
  it("builds a rule on a cart that says at once whether it holds, and by how much not", async () => {
    const page = await openConsole("/rules/new", DESKTOP);
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Console: built");
    await page.getByRole("button", { name: "Add a condition" }).click();
    const said = page.getByRole("status");
    await said.getByText("Not finished yet").waitFor();
    // The sample cart has 2 shirts at 20.00 and socks for 5.00.
    await page.getByLabel("Value (EUR)").fill("60");
    await said.getByText("It does not hold").waitFor();
    await page.getByText("€15.00 more", { exact: true }).waitFor();
    await said.getByText("€15.00 more (Amount of the order)").waitFor();
    await said.getByText("and would save €6.00 then.").waitFor();
    await page.getByRole("button", { name: "One more" }).first().click();
    await said.getByText("It holds").waitFor();
    await said.getByText("€6.50 off").waitFor();
    await page.getByRole("button", { name: "Add a group" }).click();
    await page.getByLabel("What", { exact: true }).last().selectOption("order.items.count");
    await page.getByLabel("Value", { exact: true }).fill("9");
    await said.getByText("5 more").waitFor();
    await page.getByRole("button", { name: "Any of these" }).first().click();
    await said.getByText("It holds").waitFor();
    await page.getByText("1 or 2").waitFor();
    await page.getByRole("button", { name: "Create rule" }).click();
    await page.getByRole("heading", { name: "Console: built" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const { rules } = await ruleOf(id);
    expect(rules).toEqual({
      "1": { name: "order.amount", conditions: { $more_than_or_equal: [6000] }, rules: {} },
      "2": { name: "order.items.count", conditions: { $more_than_or_equal: [9] }, rules: {} },
      logic: "1 or 2",
    });
  });

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

  inEveryLook("are listed, and drawn in boxes", async (how) => {
    const { id } = await ruleNamed(`Console: ${how.device} ${how.theme}`);
    const page = await openConsole("/rules", how);
    await page
      .getByRole("link", { name: `Console: ${how.device}` })
      .first()
      .waitFor();
    await look(page, "console-rules", how);
    await page.goto(page.url().replace(/rules.*/, `rules/${id}`));
    await page
      .getByRole("status")
      .getByText(/hold|gilt/)
      .first()
      .waitFor();
    await page.getByText(`Kettle Console: ${how.device} ${how.theme}`).first().waitFor();
    await lookTwice(page, "console-rule", how);
  });
});

pages("the console: formulas", () => {
  it("completes names, places errors, and works out the value while it is typed", async () => {
    const page = await openConsole("/rules/formulas", DESKTOP);
    const field = page.getByRole("textbox", { name: "Formula" });
    // A tenth of 45.00, half up: the sample cart has 2 shirts at 20.00 and socks for 5.00.
    await page.getByText("On the sample cart: €4.50").waitFor();
    await field.fill("");
    await field.pressSequentially("order_un");
    await page.getByRole("option", { name: /ORDER_UNITS_QUANTITY/ }).waitFor();
    await field.press("Enter");
    expect(await field.inputValue()).toBe("ORDER_UNITS_QUANTITY");
    await page.getByText("On the sample cart: €3.00").waitFor();
    await field.pressSequentially(" * ");
    await page.getByText("At character 24: a value is missing at the end").waitFor();
    await field.pressSequentially("customer_m");
    await field.press("Tab");
    await field.pressSequentially("level");
    expect(await field.inputValue()).toBe('ORDER_UNITS_QUANTITY * CUSTOMER_METADATA("level")');
    await page.getByText("The sample cart lacks something").waitFor();
    await page.getByLabel("It works out").selectOption("percent");
    await field.fill("ORDER_ITEM_PRICE / 3");
    await page.getByText("On its first line: 6.6667 %").waitFor();
  });

  inEveryLook("are tried", async (how) => {
    const page = await openConsole("/rules/formulas", how);
    await page.getByRole("textbox").first().fill("MIN(ORDER_AMOUNT * 0.1; 20) + ORDR_AMOUNT * 2");
    await page.getByText(/(At character|An Zeichen) 31/).waitFor();
    await look(page, "console-formulas", how);
  });
});
