import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { metadataOf, rowsOf } from "../../pages/console/parts/metadata";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { back, named, openConsole } from "../support/console";
import { campaignOf } from "../support/console-campaigns";

const coupons = (name: string) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "DISCOUNT_COUPONS",
        vouchers_count: 1,
        expiration_date: "2036-01-31T12:00:00Z",
        metadata: { shop: "north", level: 3, gone: true },
        voucher: {
          type: "DISCOUNT_VOUCHER",
          discount: { type: "AMOUNT", amount_off: 500 },
          redemption: { quantity: 1 },
          code_config: { pattern: "EDIT-######" },
        },
      },
    }),
  );

it("metadata reads back as what it was, whatever it was", () => {
  const metadata = { a: "text", b: 12, c: "12", d: true, e: "true", f: null, g: { x: [1] }, h: "" };
  expect(metadataOf(rowsOf(metadata))).toEqual(metadata);
});

pages("the console: a campaign that is there", () => {
  it("is changed, and put back by undo", async () => {
    const before = await coupons(named("Editable"));
    const name = named("Edited");
    const page = await openConsole(`/campaigns/${before.id}`, DESKTOP);
    await page.getByRole("link", { name: "Edit" }).click();
    // It has no category, and none that is called so.
    const category = page.getByLabel("Category", { exact: true });
    expect(await category.inputValue()).toBe("");
    expect(await category.locator("option", { hasText: "null" }).count()).toBe(0);
    await page.getByLabel("Name", { exact: true }).first().fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Give it a name").waitFor();
    await page.getByLabel("Name", { exact: true }).first().fill(name);
    await page.getByLabel("Description").fill("For friends");
    await page.getByLabel("Amount off").fill("7,50");
    await page.getByRole("checkbox", { name: "Sat" }).check();
    await page.getByLabel("Each day from").fill("09:00");
    await page.getByLabel("Until", { exact: true }).fill("18:30");
    await page.getByLabel("Uses of each code").fill("");
    await page.getByRole("button", { name: "Remove gone" }).click();
    await page.getByLabel("Value of property 1").fill("south");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name }).waitFor();
    await page.getByText("Any number", { exact: true }).waitFor();
    const after = await campaignOf(before.id);
    expect(after).toMatchObject({
      description: "For friends",
      validity_hours: {
        daily: [{ start_time: "09:00", expiration_time: "18:30", days_of_week: [6] }],
      },
      expiration_date: before.expiration_date,
    });
    expect(after.metadata).toEqual({ shop: "south", level: 3 });
    expect(after.voucher).toMatchObject({ discount: { type: "AMOUNT", amount_off: 750 } });
    expect(after.voucher?.redemption).toEqual({ quantity: null });
    expect([after.category, after.category_id]).toEqual([null, null]);
    expect(after.voucher?.code_config).toEqual(before.voucher?.code_config);

    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("heading", { name: before.name }).waitFor();
    const { updated_at: _, ...undone } = await campaignOf(before.id);
    const { updated_at: __, ...was } = before;
    expect(undone).toEqual({ ...was, vouchers_generation_status: "DONE" });
  });

  it("says and changes how long it is open, codes hold and points last", async () => {
    const name = named("Points that end");
    const before = await answerOf(
      back.POST("/v1/campaigns", {
        body: {
          name,
          campaign_type: "LOYALTY_PROGRAM",
          type: "AUTO_UPDATE",
          start_date: "2026-01-05T00:00:00Z",
          validity_timeframe: { interval: "P1W", duration: "P1DT12H" },
          activity_duration_after_publishing: "P30D",
          voucher: {
            type: "LOYALTY_CARD",
            loyalty_card: {
              points: 0,
              expiration_rules: {
                period_type: "MONTH",
                period_value: 12,
                rounding_type: "END_OF_QUARTER",
              },
            },
          },
        },
      }),
    );
    const page = await openConsole(`/campaigns/${before.id}`, DESKTOP);
    await page.getByText("for P1DT12H, every 1 week").waitFor();
    await page.getByText("30 days", { exact: true }).waitFor();
    await page.getByText("After 12 months, at the end of the quarter").waitFor();
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Months").fill("soon");
    await page.getByLabel("A code holds for (optional)", { exact: true }).fill("");
    await page.getByLabel("Opens again every (optional)", { exact: true }).fill("");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Enter a whole number from 0 to 1200").waitFor();
    await page.getByText("Enter both: a whole number from 1 on each").first().waitFor();
    await page.getByLabel("Months").fill("6");
    await page.getByLabel("Then").selectOption("At the end of a certain month");
    await page.getByLabel("Month", { exact: true }).selectOption("March");
    await page.getByLabel("Opens again every (optional)", { exact: true }).fill("2");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("After 6 months, at the end of March").waitFor();
    const after = await campaignOf(before.id);
    expect(after.validity_timeframe).toEqual({ interval: "P2W", duration: "P1DT12H" });
    expect(after.activity_duration_after_publishing).toBeUndefined();
    expect(after.voucher?.loyalty_card?.expiration_rules).toEqual({
      period_type: "MONTH",
      period_value: 6,
      rounding_type: "PARTICULAR_MONTH",
      rounding_value: 3,
    });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("After 12 months, at the end of the quarter").waitFor();
    const { updated_at: _, ...undone } = await campaignOf(before.id);
    const { updated_at: __, ...was } = before;
    expect(undone).toEqual(was);
    await page.getByRole("link", { name: "Edit" }).click();
    await page.getByLabel("Then").waitFor();
    await lookTwice(page, "console-program-edit", DESKTOP);
  });

  it("tells what the service refuses at its field", async () => {
    const taken = named("Taken already");
    await coupons(taken);
    const { id } = await coupons(named("Refused"));
    const page = await openConsole(`/campaigns/${id}/edit`, DESKTOP, { mayBeRefused: true });
    await page.getByLabel("Name", { exact: true }).first().fill(taken);
    await page.getByRole("button", { name: "Save" }).click();
    const name = page.getByLabel("Name", { exact: true }).first();
    await name.and(page.locator("[aria-invalid=true]")).waitFor();
    await page.getByText(`Duplicated campaign exists with name ${taken}`).first().waitFor();
    await name.fill(named("Not taken"));
    await page.getByLabel("Pattern").fill(`${"LONG-".repeat(80)}#`);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByLabel("Pattern").and(page.locator("[aria-invalid=true]")).waitFor();
    await lookTwice(page, "console-campaign-edit-refused", DESKTOP);
  });

  inEveryLook("the form of one", async (how) => {
    const { id } = await coupons(named("Winter sale"));
    const page = await openConsole(`/campaigns/${id}/edit`, how);
    const off = await page.getByLabel(/^(Amount off|Abzug)$/).inputValue();
    expect(off).toBe({ en: "5.00", de: "5,00" }[how.language]);
    await page.getByLabel(/^(Category|Kategorie)$/).waitFor();
    await look(page, "console-campaign-edit", how);
  });
});
