import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { answerOf } from "../../clients/typescript/src";
import { DESKTOP, inEveryLook, look, pages } from "../support/browser";
import { back, named, openConsole } from "../support/console";

const program = (name: string) =>
  answerOf(
    back.POST("/v1/loyalties", {
      body: { name, voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } } },
    }),
  );

const rulesOf = async (campaignId: string) => {
  const params = { path: { campaignId } };
  return (await answerOf(back.GET("/v1/loyalties/{campaignId}/earning-rules", { params }))).data;
};

const ruleOf = async (campaignId: string) => (await rulesOf(campaignId))[0];

const newRule = (page: Page) => page.getByRole("button", { name: "New rule" }).click();
const add = (page: Page) => page.getByRole("button", { name: "Add rule" }).click();

pages("the console: earning rules", () => {
  it("count goods, and are changed and put back", async () => {
    const name = named("Counted mug");
    const product = await answerOf(back.POST("/v1/products", { body: { name } }));
    const { id } = await program(named("Goods earn"));
    const page = await openConsole(`/programs/${id}/earning`, DESKTOP);
    await newRule(page);
    const form = page.getByRole("dialog");
    await form.getByLabel("How points are counted").selectOption("By how many of chosen goods");
    await add(page);
    await form.getByText("Choose at least one").waitFor();
    await form.getByRole("combobox", { name: "Goods that count" }).fill(name);
    await page.getByRole("option", { name }).click();
    await form.getByLabel("Points", { exact: true }).fill("5");
    await form.getByLabel("For each").fill("2");
    await add(page);
    await page.getByText("5 points for each 2 of chosen goods").waitFor();
    const goods = { every: 2, points: 5, applicable_to: [{ object: "product", id: product.id }] };
    const loyalty = {
      type: "PROPORTIONAL",
      calculation_type: "ORDER_ITEMS_QUANTITY",
      order_items: { quantity: goods },
    };
    expect((await ruleOf(id))?.loyalty).toEqual(loyalty);

    await page.getByRole("button", { name: "Edit" }).click();
    await form.getByText(name).first().waitFor();
    await form.getByLabel("Points", { exact: true }).fill("7");
    await form.getByLabel("What shoppers read").fill("Mugs count");
    await form.getByRole("button", { name: "Add a property" }).click();
    await form.getByLabel("Name of property 1").fill("level");
    await form.getByLabel("Value of property 1").fill("3");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("7 points for each 2 of chosen goods").waitFor();
    expect(await ruleOf(id)).toMatchObject({
      source: { banner: "Mugs count" },
      metadata: { level: 3 },
      loyalty: { order_items: { quantity: { ...goods, points: 7 } } },
    });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("5 points for each 2 of chosen goods").waitFor();
    expect(await ruleOf(id)).toMatchObject({ loyalty, metadata: {} });
    expect((await ruleOf(id))?.source.banner).toBeUndefined();
  });

  it("follow a formula, which is refused at its field, or a change of tier", async () => {
    const { id } = await program(named("Formulas earn"));
    const params = { path: { campaignId: id } };
    const body = [{ name: "Gold", points: { from: 100 } }];
    const [gold] = await answerOf(back.POST("/v1/loyalties/{campaignId}/tiers", { params, body }));
    const page = await openConsole(`/programs/${id}/earning`, DESKTOP, { mayBeRefused: true });
    await newRule(page);
    const form = page.getByRole("dialog");
    await form.getByLabel("How points are counted").selectOption("Always the same");
    const formula = form.getByLabel("Points by a formula");
    await formula.fill("ORDER_AMOUNT *");
    await add(page);
    await form
      .getByText(/is no formula/)
      .first()
      .waitFor();
    await formula.fill("ORDER_AMOUNT * 2");
    await add(page);
    await page.getByText("By formula ORDER_AMOUNT * 2").waitFor();
    expect((await ruleOf(id))?.loyalty).toEqual({
      type: "FIXED",
      points: 0,
      points_formula: "ORDER_AMOUNT * 2",
    });

    await newRule(page);
    await form.getByLabel("When it happens that").selectOption("A customer's tier changes");
    await form.getByLabel("What happens to it").selectOption("Rises to a tier");
    await form.getByLabel("Which tier").selectOption("Gold");
    await form.getByLabel("Points", { exact: true }).fill("50");
    await add(page);
    await page.getByRole("row", { name: /Rises to a tier/ }).waitFor();
    const risen = (await rulesOf(id)).find(({ event }) => event.endsWith("upgraded"));
    expect(risen).toMatchObject({
      event: "customer.loyalty.tier.upgraded",
      loyalty_tier: { id: gold?.id },
      loyalty: { type: "FIXED", points: 50 },
    });
  });

  inEveryLook("the form of one that is there", async (how) => {
    const { id } = await program(named("Forms earn"));
    const name = named("Teapot");
    const product = await answerOf(back.POST("/v1/products", { body: { name } }));
    const goods = { every: 100, points: 3, object: "product" as const, id: product.id };
    await answerOf(
      back.POST("/v1/loyalties/{campaignId}/earning-rules", {
        params: { path: { campaignId: id } },
        body: [
          {
            event: "order.paid",
            loyalty: {
              type: "PROPORTIONAL",
              calculation_type: "ORDER_ITEMS_AMOUNT",
              order_items: { amount: goods },
            },
          },
        ],
      }),
    );
    const page = await openConsole(`/programs/${id}/earning`, how);
    await page.getByRole("button", { name: /^(Edit|Ändern)$/ }).click();
    await page.getByText(name).first().waitFor();
    await page.getByLabel(/^(Points by a formula|Punkte nach einer Formel)/).waitFor();
    await look(page, "console-program-rule-edit", how);
  });
});

/** A program with a rule, a reward with a price, and a tier that changes nothing yet. */
async function tiered(name: string) {
  const { id } = await program(name);
  const params = { path: { campaignId: id } };
  const [rule] = await answerOf(
    back.POST("/v1/loyalties/{campaignId}/earning-rules", {
      params,
      body: [
        {
          event: "order.paid",
          loyalty: { type: "FIXED", points: 10 },
          source: { banner: "Each order" },
        },
      ],
    }),
  );
  const { id: product } = await answerOf(
    back.POST("/v1/products", { body: { name: `${name} mug` } }),
  );
  const { id: reward } = await answerOf(
    back.POST("/v1/rewards", {
      body: { name: "Tea mug", parameters: { product: { id: product } } },
    }),
  );
  const parameters = { loyalty: { points: 500 } };
  const [assignment] = await answerOf(
    back.POST("/v1/loyalties/{campaignId}/rewards", { params, body: [{ reward, parameters }] }),
  );
  await answerOf(
    back.POST("/v1/loyalties/{campaignId}/tiers", {
      params,
      body: [{ name: "Silver", points: { from: 100 } }],
    }),
  );
  const tier = async () =>
    (await answerOf(back.GET("/v1/loyalties/{campaignId}/tiers", { params }))).data[0];
  return { id, rule: rule?.id ?? "", assignment: assignment?.id ?? "", tier };
}

pages("the console: a tier", () => {
  it("changes what rules give and what rewards cost, and is put back", async () => {
    const { id, rule, assignment, tier } = await tiered(named("Changing"));
    const page = await openConsole(`/programs/${id}/tiers`, DESKTOP);
    await page.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("Each order", { exact: true }).selectOption("So many times the points");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("Enter a number such as 1.5").waitFor();
    await form.getByLabel("Number for Each order").fill("2,5");
    await form.getByLabel("Tea mug", { exact: true }).selectOption("So many points instead");
    await form.getByLabel("Number for Tea mug").fill("400");
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Silver is saved").waitFor();
    expect(await tier()).toMatchObject({
      earning_rules: { [rule]: { type: "MULTIPLY", multiplier: 2.5 } },
      rewards: { [assignment]: { type: "CUSTOM", points: 400 } },
    });
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByRole("row", { name: "Silver" }).getByText("0").first().waitFor();
    await expect.poll(tier).toMatchObject({ earning_rules: {}, rewards: {}, name: "Silver" });
  });

  inEveryLook("its form", async (how) => {
    const { id, rule, tier } = await tiered(named("Showing"));
    const params = { path: { campaignId: id, loyaltyTierId: (await tier())?.id ?? "" } };
    const body = { earning_rules: { [rule]: { type: "MULTIPLY" as const, multiplier: 2 } } };
    await answerOf(back.PUT("/v1/loyalties/{campaignId}/tiers/{loyaltyTierId}", { params, body }));
    const page = await openConsole(`/programs/${id}/tiers`, how);
    await page.getByRole("button", { name: /^(Edit|Ändern)$/ }).click();
    await page.getByLabel("Tea mug", { exact: true }).waitFor();
    await look(page, "console-program-tier-form", how);
  });
});
