import { expect, it } from "vitest";
import { answerOf, serverClient } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages, url } from "../support/browser";
import { back, named, openConsole, ownProject } from "../support/console";

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

const program = (name: string) =>
  answerOf(
    back.POST("/v1/loyalties", {
      body: { name, voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } } },
    }),
  );

const rewardNamed = async (name: string) => {
  const query = { limit: 100 };
  const { data } = await answerOf(back.GET("/v1/rewards", { params: { query } }));
  return data.find((reward) => reward.name === name);
};

pages("the console: rewards", () => {
  it("are made while one is added to a program, changed and deleted", async () => {
    const campaign = await gifts(named("Cards to win"));
    const { id } = await program(named("Winning"));
    const [name, later] = [named("A card"), named("A larger card")];
    const page = await openConsole(`/programs/${id}/rewards`, DESKTOP, { mayBeRefused: true });
    await page.getByRole("button", { name: "Add a reward" }).click();
    const form = page.getByRole("dialog");
    await form.getByRole("button", { name: "Make a new one" }).click();
    await form.getByLabel("What it gives").selectOption("Credit on a gift card");
    await form.getByRole("button", { name: "Create reward" }).click();
    await form.getByText("Choose a campaign").waitFor();
    await form.getByLabel("Name (optional)").fill(name);
    await form.getByLabel("Of this campaign").fill(campaign.name);
    await page.getByRole("option", { name: campaign.name }).click();
    await form.getByLabel("How much").fill("12,50");
    await form.getByLabel("How many there are").fill("3");
    await form.getByRole("button", { name: "Create reward" }).click();
    // Goes on with the one that was made.
    await form.getByRole("radio", { name }).and(page.locator(":checked")).waitFor();
    await form.getByLabel("Price in points").fill("900");
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("900 points").waitFor();
    expect(await rewardNamed(name)).toMatchObject({
      type: "CAMPAIGN",
      stock: "3",
      parameters: { campaign: { id: campaign.id, type: "GIFT_VOUCHERS", balance: 1250 } },
    });

    await page.getByRole("link", { name: "All rewards" }).click();
    const row = (text: string) => page.getByRole("row", { name: text });
    await row(name).getByRole("button", { name: "Delete" }).click();
    await form.getByRole("button", { name: "Delete" }).click();
    await page.getByText(/is in use by reward_assignments/).waitFor();
    await form.getByRole("button", { name: "Cancel" }).click();
    await row(name).getByRole("button", { name: "Edit" }).click();
    await form.getByLabel("Name (optional)").fill(later);
    await form.getByLabel("How much").fill("20");
    await form.getByLabel("How many there are").fill("");
    await form.getByRole("button", { name: "Save" }).click();
    await row(later).waitFor();
    expect(await rewardNamed(later)).toMatchObject({
      stock: null,
      parameters: { campaign: { balance: 2000 } },
    });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await row(name).waitFor();
    expect((await rewardNamed(name))?.stock).toBe("3");
  });

  it("pay with points, and tell what the service refuses at its field", async () => {
    const name = named("Coins");
    const page = await openConsole("/programs/rewards", DESKTOP, { mayBeRefused: true });
    await page.getByRole("button", { name: "New reward" }).first().click();
    const form = page.getByRole("dialog");
    await form.getByLabel("What it gives").selectOption("Points as money");
    await form.getByLabel("Name (optional)").fill(name);
    await form.getByLabel("So many points").fill("200");
    await form.getByLabel("pay so much").fill("1,5");
    await form.getByLabel("Address of a picture").fill(`https://example.com/${"x".repeat(2000)}`);
    await form.getByRole("button", { name: "Create reward" }).click();
    await form
      .getByLabel("Address of a picture")
      .and(page.locator("[aria-invalid=true]"))
      .waitFor();
    await form.getByLabel("Address of a picture").fill("");
    await form.getByRole("button", { name: "Create reward" }).click();
    await page.getByRole("row", { name }).getByText("Pay with points").waitFor();
    expect((await rewardNamed(name))?.parameters).toEqual({
      coin: { points_ratio: 200, exchange_ratio: 1.5 },
    });
    await page.getByRole("row", { name }).getByRole("button", { name: "Delete" }).click();
    await form.getByRole("button", { name: "Delete" }).click();
    await page.getByText(`${name} is deleted`).waitFor();
    expect(await rewardNamed(name)).toBeUndefined();
  });

  it("tell what a point is worth with all its decimals", async () => {
    const { id } = await program(named("Small change"));
    const parameters = { coin: { points_ratio: 1, exchange_ratio: 0.005 } };
    const coin = await answerOf(
      back.POST("/v1/rewards", { body: { name: named("Half a cent"), parameters } }),
    );
    const body = [{ reward: coin.id }];
    const params = { path: { campaignId: id } };
    await answerOf(back.POST("/v1/loyalties/{campaignId}/rewards", { params, body }));
    const page = await openConsole(`/programs/${id}/rewards`, DESKTOP);
    await page.getByRole("row", { name: coin.name }).getByText("€0.005").waitFor();
    await page.getByRole("tab", { name: "Ledger proof" }).click();
    await page.getByText("€0.005").waitFor();
  });

  inEveryLook("none, the form, and several", async (how) => {
    const of = await ownProject(named("Rewarding"));
    const own = serverClient({ baseUrl: url, ...of.server });
    const page = await openConsole("/programs/rewards", how, { of });
    await page.getByText(/^(No rewards yet|Noch keine Prämien)$/).waitFor();
    await look(page, "console-rewards-none", how);
    await page
      .getByRole("button", { name: /^(New reward|Neue Prämie)$/ })
      .first()
      .click();
    await page.getByLabel(/^(What it gives|Was sie gibt)$/).waitFor();
    await look(page, "console-reward-form", how);
    const { id } = await answerOf(
      own.POST("/v1/products", { body: { name: "Enamel mug", source_id: "mug" } }),
    );
    for (const body of [
      { parameters: { coin: { exchange_ratio: 1, points_ratio: 100 } } },
      {
        parameters: { product: { id } },
        stock: 40,
        attributes: { description: "Blue, with the name of the club on it" },
      },
    ]) {
      await answerOf(own.POST("/v1/rewards", { body }));
    }
    await page.reload();
    await page.getByText("Enamel mug").waitFor();
    await look(page, "console-rewards", how);
  });
});
