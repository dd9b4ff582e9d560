import { expect, it } from "vitest";
import { DESKTOP, inEveryLook, look, pages } from "../support/browser";
import { openConsole } from "../support/console";

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
