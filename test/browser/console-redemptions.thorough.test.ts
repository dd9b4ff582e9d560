import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { back, openConsole } from "../support/console";

const ITEMS = [
  { source_id: "rd-cup", quantity: 2, price: 1500, product: { name: "Enamel cup" } },
  { source_id: "rd-tea", quantity: 1, price: 2000, product: { name: "First flush tea" } },
];

/** A code for 10 % off each line: 3.00 of 30.00, and 2.00 of 20.00. */
async function redeem(code: string, source_id: string) {
  const discount = { type: "PERCENT", percent_off: 10, effect: "APPLY_TO_ITEMS" } as const;
  await answerOf(back.POST("/v1/vouchers", { body: { code, type: "DISCOUNT_VOUCHER", discount } }));
  const answer = await answerOf(
    back.POST("/v1/redemptions", {
      body: {
        redeemables: [{ object: "voucher", id: code }],
        order: { items: ITEMS },
        customer: { source_id, name: "Grete Hermann" },
      },
    }),
  );
  return answer.redemptions[0]?.id ?? "";
}

const usesOf = async (code: string) =>
  (await answerOf(back.GET("/v1/vouchers/{code}", { params: { path: { code } } }))).redemption
    ?.redeemed_quantity;

const isThere = async (code: string) =>
  (await back.GET("/v1/vouchers/{code}", { params: { path: { code } } })).response.ok;

/** A code of its own in the bin. */
async function binned(code: string) {
  await answerOf(
    back.POST("/v1/vouchers", { body: { code, type: "GIFT_VOUCHER", gift: { amount: 500 } } }),
  );
  await answerOf(back.DELETE("/v1/vouchers/{code}", { params: { path: { code } } }));
}

pages("the console: redemptions", () => {
  it("are found by code, shown line by line and rolled back for a reason", async () => {
    const code = "CONSOLE-BACK";
    await redeem(code, "console-redeems");
    const page = await openConsole("/redemptions", DESKTOP);
    await page.getByLabel("Whole code").fill(code);
    await page.getByText("1–1 of 1").waitFor();
    const found = page.getByRole("row").filter({ hasText: code });
    await found.getByText("€5.00").waitFor();
    await page.getByLabel("To", { exact: true }).fill("2020-01-01");
    await page.getByText("Nothing matches").waitFor();
    await page.getByLabel("To", { exact: true }).fill("");
    await page.getByLabel("From", { exact: true }).fill("2020-01-01");
    await found.getByText("€5.00").waitFor();
    await found.getByRole("link").first().click();
    const line = page.getByRole("row").filter({ hasText: "Enamel cup" });
    await line.waitFor();
    const cells = await line.getByRole("cell").allTextContents();
    expect(cells).toEqual(["Enamel cup", "2", "€30.00", "−€3.00", "−€3.00", "€27.00"]);
    const all = await page.getByRole("row").last().getByRole("cell").allTextContents();
    expect(all).toEqual(["Order", "", "€50.00", "−€5.00", "−€5.00", "€45.00"]);
    await page.getByRole("button", { name: "Roll back" }).click();
    const asked = page.getByRole("dialog");
    expect(await usesOf(code)).toBe(1);
    await asked.getByLabel("Reason (optional)").fill("Sent back");
    await lookTwice(page, "console-redemption-rollback", DESKTOP);
    await asked.getByRole("button", { name: "Roll back" }).click();
    await page.getByRole("heading", { name: "Rollback" }).waitFor();
    await page.getByText("Sent back").waitFor();
    expect(await usesOf(code)).toBe(0);
  });

  inEveryLook("are listed, and shown with their order", async (how) => {
    const code = `REDEEMED-${how.device}-${how.theme}`.toUpperCase();
    const id = await redeem(code, `redeems-${how.device}-${how.theme}`);
    const page = await openConsole("/redemptions", how);
    await page.getByRole("link", { name: code }).waitFor();
    await look(page, "console-redemptions", how);
    await page.goto(page.url().replace(/\/redemptions.*/, `/redemptions/${id}`));
    await page.getByText("First flush tea").waitFor();
    await look(page, "console-redemption", how);
  });

  inEveryLook("say why one was refused, in the reader's language", async (how) => {
    const code = `REFUSED-${how.device}`.toUpperCase();
    const discount = { type: "PERCENT", percent_off: 10 } as const;
    const body = { code, type: "DISCOUNT_VOUCHER", discount, active: false } as const;
    await answerOf(back.POST("/v1/vouchers", { body }));
    const redeemables = [{ object: "voucher" as const, id: code }];
    const { error } = await back.POST("/v1/redemptions", {
      body: { redeemables, order: { items: ITEMS } },
    });
    const page = await openConsole(`/redemptions/${error?.resource_id}`, how);
    const why = {
      en: "Why it was refused: The voucher is disabled: voucher is disabled",
      de: "Warum sie abgelehnt wurde: Der Gutschein ist deaktiviert: voucher is disabled",
    };
    await page.getByText(why[how.language]).waitFor();
    await look(page, "console-redemption-refused", how);
  });
});

pages("the console: the trash bin", () => {
  it("gives back what was deleted, and forgets only after the name was typed", async () => {
    await binned("BIN-BACK");
    await binned("BIN-GONE");
    const page = await openConsole("/bin", DESKTOP);
    const row = (code: string) => page.getByRole("row").filter({ hasText: code });
    await row("BIN-GONE").waitFor();
    await page.getByLabel("Name").fill("BIN-BACK");
    await row("BIN-GONE").waitFor({ state: "detached" });
    await row("BIN-BACK").getByRole("button", { name: "Bring back" }).click();
    await page.getByText("Nothing matches").waitFor();
    expect(await isThere("BIN-BACK")).toBe(true);
    await page.getByLabel("Name").fill("BIN-GONE");
    await row("BIN-GONE").getByRole("button", { name: "Delete for good" }).click();
    const asked = page.getByRole("dialog");
    const deed = asked.getByRole("button", { name: "Delete for good" });
    expect(await deed.isDisabled()).toBe(true);
    await asked.getByRole("textbox").fill("BIN-GONE");
    await deed.click();
    await page.getByText("Nothing matches").waitFor();
    // Its code is free again.
    await binned("BIN-GONE");
  });

  inEveryLook("shows what waits in it", async (how) => {
    await binned(`BINNED-${how.device}-${how.theme}`.toUpperCase());
    const page = await openConsole("/bin", how);
    await page.getByText(`BINNED-${how.device}-${how.theme}`.toUpperCase()).waitFor();
    await look(page, "console-bin", how);
  });
});
