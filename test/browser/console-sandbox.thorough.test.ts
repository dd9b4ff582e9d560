import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

const code = (name: string, discount: { percent_off: number } | { amount_off: number }) =>
  answerOf(
    back.POST("/v1/vouchers", {
      body: {
        code: name,
        type: "DISCOUNT_VOUCHER",
        discount:
          "percent_off" in discount
            ? { type: "PERCENT", ...discount }
            : { type: "AMOUNT", ...discount },
      },
    }),
  );

/** A code that counts from 100.00 on. */
async function codeFrom100(name: string) {
  const { id } = await code(name, { amount_off: 1000 });
  const rules = {
    "1": { name: "order.amount", conditions: { $more_than_or_equal: [10_000] } },
  };
  const rule = await answerOf(
    back.POST("/v1/validation-rules", { body: { name: `Sandbox ${name}`, rules } }),
  );
  const params = { path: { validationRuleId: rule.id } };
  await answerOf(
    back.POST("/v1/validation-rules/{validationRuleId}/assignments", {
      params,
      body: { voucher: id },
    }),
  );
}

pages("the console: stacking sandbox", () => {
  it("shows every turn of what is picked, and follows its order", async () => {
    await Promise.all([
      code("SAND-TENTH", { percent_off: 10 }),
      code("SAND-FIVE", { amount_off: 500 }),
      codeFrom100("SAND-HIGH"),
    ]);
    const page = await openConsole("/sandbox", DESKTOP);
    await page.getByText("Nothing picked yet").waitFor();
    const pick = page.getByRole("combobox", { name: "Add a code, tier or stack" });
    await pick.fill("sand-tenth");
    await pick.press("Enter");
    // The sample cart has 2 shirts at 20.00 and socks for 5.00: 45.00, then 40.50, then 35.50.
    const turn = (name: string) => page.getByRole("article", { name });
    await turn("SAND-TENTH").getByText("€40.50").waitFor();
    await pick.fill("SAND-FI");
    await page.getByRole("option", { name: /SAND-FIVE/ }).click();
    await turn("SAND-FIVE").getByText("€35.50").waitFor();
    await page.getByText("The cart can be redeemed like this").waitFor();
    // Off first, the tenth is of 40.00: 4.00.
    await page.getByRole("button", { name: "SAND-FIVE: earlier" }).click();
    await turn("SAND-FIVE").getByText("€40.00").waitFor();
    await turn("SAND-TENTH").getByText("€36.00").waitFor();
    const all = page.getByRole("row", { name: /All lines/ });
    await all.getByText("−€5.00").waitFor();
    expect(await all.textContent()).toBe("All lines€45.00−€5.00−€4.00€36.00");
    await pick.fill("SAND-HIGH");
    await page.getByRole("option", { name: /SAND-HIGH/ }).click();
    await page.getByText("The cart cannot be redeemed like this").waitFor();
    // Left for it are 36.00 of the 100.00 that it wants.
    await turn("SAND-HIGH").getByText("€64.00 more").waitFor();
  });

  inEveryLook("has its turns drawn", async (how) => {
    const mine = `LOOK-${how.device}-${how.theme}`.toUpperCase();
    await Promise.all([
      code(`${mine}-1`, { percent_off: 10 }),
      codeFrom100(`${mine}-2`),
      code(`${mine}-3`, { amount_off: 500 }),
    ]);
    const page = await openConsole("/sandbox", how);
    const pick = page.getByRole("combobox").first();
    for (const n of [1, 2, 3]) {
      await pick.fill(`${mine}-${n}`);
      await page.getByRole("option", { name: `${mine}-${n}` }).waitFor();
      await pick.press("Enter");
      await page.getByRole("article", { name: `${mine}-${n}` }).waitFor();
    }
    await page.getByRole("heading", { level: 1 }).click();
    await page
      .getByText(/The order does not meet its rules|Die Bestellung erfüllt die Regeln nicht/)
      .waitFor();
    await look(page, "console-sandbox", how);
  });
});
