import { answerOf, serverClient } from "../../clients/typescript/src";
import { inEveryLook, look, pages, url } from "../support/browser";
import { openConsole, ownProject } from "../support/console";

/** One word, which breaks nowhere by itself, and many. */
const WORD = "Sommerschlussverkaufsgutscheinkampagne".repeat(6).slice(0, 200);
const WORDS = "the longest name that anybody has ever given to a thing ".repeat(4).slice(0, 200);
const TIERS = 20;

/** A project in which everything is called as long as the service lets it. */
async function stocked() {
  const of = await ownProject(WORD);
  const back = serverClient({ baseUrl: url, ...of.server });
  const campaign = await answerOf(
    back.POST("/v1/campaigns", {
      body: { name: WORD, campaign_type: "PROMOTION", metadata: { [WORD.slice(0, 60)]: WORDS } },
    }),
  );
  for (let at = 0; at < TIERS; at++) {
    await answerOf(
      back.POST("/v1/promotions/{campaignId}/tiers", {
        params: { path: { campaignId: campaign.id } },
        body: {
          name: at % 2 ? WORD : WORDS,
          banner: WORDS,
          action: { discount: { type: "PERCENT", percent_off: 5 } },
        },
      }),
    );
  }
  const customer = {
    source_id: WORD,
    name: WORDS,
    email: `${WORD.slice(0, 60)}@example.com`,
    description: WORDS,
  };
  const { id } = await answerOf(back.POST("/v1/customers", { body: customer }));
  const code = WORD.slice(0, 100);
  await answerOf(
    back.POST("/v1/vouchers", {
      body: {
        code,
        discount: { type: "AMOUNT", amount_off: 9_007_199_254_740_900 },
        additional_info: WORDS,
      },
    }),
  );
  return { of, campaign: campaign.id, customer: id, code };
}

pages("the console: what is very long", () => {
  let shop: ReturnType<typeof stocked> | undefined;

  inEveryLook("breaks, and pushes nothing aside", async (how) => {
    shop ??= stocked();
    const { of, campaign, customer, code } = await shop;
    const page = await openConsole("/campaigns", how, { of });
    const see = async (path: string, name: string) => {
      await page.evaluate(`history.pushState(null, "", ${JSON.stringify(`/console${path}`)})`);
      await page.locator("main h1").first().waitFor();
      await page.locator("main .ghost").first().waitFor({ state: "detached" });
      await look(page, `console-long-${name}`, how);
    };
    await see("/campaigns", "campaigns");
    await see(`/campaigns/${campaign}`, "campaign");
    await see("/customers", "customers");
    await see(`/customers/${customer}`, "customer");
    await see("/vouchers", "vouchers");
    await see(`/vouchers/${code}`, "voucher");
    await see("/projects", "projects");
  });
});
