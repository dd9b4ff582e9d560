import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

/** A customer with an order, a card and a place in a program, so that every view has something. */
async function known(source_id: string, name: string): Promise<string> {
  const customer = { source_id, name, email: `${source_id}@example.com` };
  const { id } = await answerOf(back.POST("/v1/customers", { body: customer }));
  const code = `CARD-OF-${source_id}`.toUpperCase();
  await answerOf(
    back.POST("/v1/vouchers", { body: { code, type: "GIFT_VOUCHER", gift: { amount: 2500 } } }),
  );
  await answerOf(
    back.POST("/v1/publications", { body: { voucher: code, customer: { source_id } } }),
  );
  await answerOf(
    back.POST("/v1/redemptions", {
      body: {
        redeemables: [{ object: "voucher", id: code, gift: { credits: 1000 } }],
        order: { amount: 4000 },
        customer: { source_id },
      },
    }),
  );
  return id;
}

pages("the console: customers", () => {
  it("forgets a person only after the name was typed", async () => {
    // Blanks that a browser does not show cannot be typed after it.
    const id = await known("console-gone", "Gone  Soon ");
    const page = await openConsole(`/customers/${id}`, DESKTOP);
    await page.getByRole("button", { name: "Forget for good" }).click();
    const asked = page.getByRole("dialog");
    const deed = asked.getByRole("button", { name: "Forget for good" });
    expect(await deed.isDisabled()).toBe(true);
    await asked.getByRole("textbox").fill("Gone Soon");
    await deed.click();
    await page.getByRole("heading", { name: "Customers" }).waitFor();
    const { total } = await answerOf(
      back.GET("/v1/customers", { params: { query: { email: "console-gone@example.com" } } }),
    );
    expect(total).toBe(0);
  });

  inEveryLook("are found, and shown with wallet and activity", async (how) => {
    const source = `ada-${how.device}-${how.theme}`;
    const name = "Augusta Ada Wilhelmina Katharina von Hohenlohe-Waldenburg-Schillingsfürst";
    await known(source, name);
    const page = await openConsole("/customers", how);
    await page.getByLabel(/Email|E-Mail/).fill(`${source}@example.com`);
    // Others of the same name stand here until the filter has been answered.
    const found = page.getByRole("row", { name: source }).getByRole("link", { name });
    await found.waitFor();
    await look(page, "console-customers", how);
    await found.click();
    await page.getByRole("link", { name: `CARD-OF-${source.toUpperCase()}` }).waitFor();
    expect(await page.getByText("15.00").or(page.getByText("15,00")).count()).toBe(1);
    await look(page, "console-customer", how);
    await page.getByRole("tab", { name: /Activity|Aktivität/ }).click();
    await page.getByRole("cell", { name: /First known|Erstmals bekannt/ }).waitFor();
    await look(page, "console-customer-activity", how);
    await page.evaluate(
      `history.pushState(null, "", "/console/vouchers/CARD-OF-${source.toUpperCase()}")`,
    );
    await page.getByRole("tab", { name: /Balance|Guthaben/ }).click();
    const spent = page.getByRole("row", { name: /Credit spent|Guthaben ausgegeben/ });
    await spent.waitFor();
    const sums = (await spent.getByRole("cell").allTextContents()).slice(-2);
    expect(sums.map((sum) => sum.replace(/[^-\d]/g, ""))).toEqual(["-1000", "1500"]);
    await look(page, "console-voucher-balance", how);
  });
});
