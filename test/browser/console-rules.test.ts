import { expect, it } from "vitest";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { openConsole } from "../support/console";
import { ruleNamed, ruleOf } from "../support/console-rules";

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
