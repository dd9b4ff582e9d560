import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, lookTwice, pages } from "../support/browser";
import { back, named, openConsole } from "../support/console";
import { campaignOf } from "../support/console-campaigns";

const gifts = (name: string) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "GIFT_VOUCHERS",
        voucher: { type: "GIFT_VOUCHER", gift: { amount: 1000 } },
      },
    }),
  );

const referral = (name: string) =>
  answerOf(
    back.POST("/v1/campaigns", {
      body: {
        name,
        campaign_type: "REFERRAL_PROGRAM",
        referral_program: { conversion_event_type: "redemption" },
        voucher: {
          type: "DISCOUNT_VOUCHER",
          discount: { type: "PERCENT", percent_off: 10 },
          code_config: { pattern: "FRIEND-######" },
        },
      },
    }),
  );

const tiersOf = async (campaignId: string) => {
  const params = { path: { campaignId } };
  return (await answerOf(back.GET("/v1/referrals/{campaignId}/tiers", { params }))).data;
};

pages("the console: a referral campaign", () => {
  it("is made with what the referee gets, and rewards who refers", async () => {
    const cards = await gifts(named("Thanks"));
    const page = await openConsole("/campaigns/new", DESKTOP);
    const next = () => page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("radio", { name: /Referral program/ }).check();
    await page.getByLabel("Name").fill(named("Bring a friend"));
    await next();
    await page.getByLabel("Percent", { exact: true }).fill("10");
    await page.getByLabel("A referral counts once").selectOption("an event of your own happens");
    await next();
    await page.getByText("Name the event").waitFor();
    await page.getByLabel("A referral counts once").selectOption("the code is redeemed");
    await page.getByLabel("They also get then").selectOption("Credit on a gift card");
    await next();
    await page.getByText("Choose a campaign of that kind").waitFor();
    await page.getByLabel("Of this campaign").fill(cards.name);
    await page.getByRole("option", { name: cards.name }).click();
    await page.getByLabel("How much").fill("5");
    await lookTwice(page, "console-campaign-new-referral", DESKTOP);
    await next();
    await next();
    await page.getByLabel("How many codes").fill("0");
    await next();
    await next();
    await page.getByRole("button", { name: "Create campaign" }).click();
    await page.getByRole("heading", { name: "What who refers gets" }).waitFor();
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const made = await campaignOf(id);
    const parent = { id: cards.id, name: cards.name, object: "CAMPAIGN" };
    expect(made.referral_program).toEqual({
      conversion_event_type: "redemption",
      referee_reward: { type: "GIFT_VOUCHER", amount: 500, related_object_parent: parent },
    });

    await page.getByRole("button", { name: "Add a reward" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await form.getByText("Give it a name").waitFor();
    await form.getByLabel("Name", { exact: true }).fill("Ten friends");
    await form.getByLabel("When").selectOption("Once for so many");
    await form.getByLabel("How many are referred").fill("10");
    await form.getByLabel("Whoever refers gets").selectOption("Credit on a gift card");
    await form.getByLabel("Of this campaign").fill(cards.name);
    await page.getByRole("option", { name: cards.name }).click();
    await form.getByLabel("How much").fill("25");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("Once 10 are referred").waitFor();
    const reward = { type: "GIFT_VOUCHER", amount: 2500, related_object_parent: parent };
    expect(await tiersOf(id)).toMatchObject([
      { name: "Ten friends", condition: { type: "REFEREES_COUNT", count: 10 }, reward },
    ]);
    const row = page.getByRole("row", { name: "Ten friends" });
    await row.getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("How many are referred").fill("5");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Once 5 are referred").waitFor();
    expect(await tiersOf(id)).toMatchObject([{ condition: { count: 5 }, reward }]);
    const undo = () => page.getByRole("button", { name: "Undo" }).last().click();
    await undo();
    await page.getByText("Once 10 are referred").waitFor();
    expect(await tiersOf(id)).toMatchObject([{ condition: { count: 10 }, reward }]);
    await row.getByRole("button", { name: "Delete" }).click();
    await form.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Nothing yet for who refers").waitFor();
    expect(await tiersOf(id)).toEqual([]);
    await undo();
    await page.getByText("Once 10 are referred").waitFor();
    expect(await tiersOf(id)).toMatchObject([
      { name: "Ten friends", condition: { type: "REFEREES_COUNT", count: 10 }, reward },
    ]);
  });

  inEveryLook("one that rewards", async (how) => {
    const cards = await gifts(named("Bonus"));
    const { id } = await referral(named("Friends"));
    const reward = { amount: 1000, related_object_parent: { id: cards.id } };
    await answerOf(
      back.POST("/v1/referrals/{campaignId}/tiers", {
        params: { path: { campaignId: id } },
        body: [
          {
            name: "Each friend",
            banner: "10 euros for each friend who buys something",
            condition: { type: "EACH_REFEREE" },
            reward: { type: "GIFT_VOUCHER", ...reward },
          },
        ],
      }),
    );
    const page = await openConsole(`/campaigns/${id}`, how);
    await page.getByText("Each friend", { exact: true }).waitFor();
    await page.getByText(/^(Codes made|Erzeugte Codes)$/).waitFor();
    await look(page, "console-campaign-referral", how);
    await page.getByRole("button", { name: /^(Edit|Ändern)$/ }).click();
    await page.getByLabel(/^(Whoever refers gets|Wer wirbt, bekommt)$/).waitFor();
    await look(page, "console-campaign-referral-form", how);
  });
});
