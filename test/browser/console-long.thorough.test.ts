import { answerOf, serverClient } from "../../clients/typescript/src";
import { inEveryLook, look, pages, url } from "../support/browser";
import { office, openConsole, ownProject } from "../support/console";

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
  const more = await beside(of, back);
  return { of, campaign: campaign.id, customer: id, code, ...more };
}

/** The same of what stands in the other sections. */
async function beside(
  { project }: Awaited<ReturnType<typeof ownProject>>,
  back: ReturnType<typeof serverClient>,
) {
  const path = { projectId: project.id };
  const gift = `GIFT-${WORD}`.slice(0, 100);
  const rules = {
    "1": { name: "customer.metadata", property: WORD, conditions: { $is: [WORDS] } },
  };
  const [program, rule, hook] = await Promise.all([
    answerOf(
      back.POST("/v1/loyalties", {
        body: { name: WORDS, voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } } },
      }),
    ),
    answerOf(
      back.POST("/v1/validation-rules", { body: { name: WORD, rules, error: { message: WORDS } } }),
    ),
    answerOf(
      office.POST("/management/v1/projects/{projectId}/webhooks", {
        params: { path },
        body: { target_url: `http://127.0.0.1:9/${WORD}`, events: ["voucher.created"] },
      }),
    ),
    answerOf(
      office.POST("/management/v1/projects/{projectId}/api-keys", {
        params: { path },
        body: { kind: "server", name: WORDS },
      }),
    ),
    answerOf(back.POST("/v1/exports", { body: { exported_object: "voucher" } })),
    answerOf(
      back.POST("/v1/vouchers", {
        body: { code: gift, type: "GIFT_VOUCHER", gift: { amount: 9_007_199_254_740_000 } },
      }),
    ),
    answerOf(back.POST("/v1/vouchers", { body: { code: WORD.slice(20, 120), ...GIFT } })),
  ]);
  const binned = { params: { path: { code: WORD.slice(20, 120) } } };
  await answerOf(back.DELETE("/v1/vouchers/{code}", binned));
  const redeemables = [{ object: "voucher" as const, id: gift, gift: { credits: 1_000 } }];
  const order = { source_id: WORD, items: [{ source_id: WORD, quantity: 1, price: 5_000 }] };
  const { redemptions } = await answerOf(
    back.POST("/v1/redemptions", { body: { redeemables, order } }),
  );
  return {
    program: program.id,
    rule: rule.id,
    hook: hook.id,
    gift,
    redemption: redemptions[0]?.id ?? "",
  };
}

const GIFT = { type: "GIFT_VOUCHER" as const, gift: { amount: 100 } };

pages("the console: what is very long", () => {
  let shop: ReturnType<typeof stocked> | undefined;

  inEveryLook("breaks, and pushes nothing aside", async (how) => {
    shop ??= stocked();
    const { of, campaign, customer, code, gift, ...one } = await shop;
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
    await see(`/vouchers/${gift}?view=balance`, "balance");
    await see("/redemptions", "redemptions");
    await see(`/redemptions/${one.redemption}`, "redemption");
    await see("/programs", "programs");
    await see(`/programs/${one.program}`, "program");
    await see("/rules", "rules");
    await see(`/rules/${one.rule}`, "rule");
    await see("/exports", "exports");
    await see("/bin", "bin");
    await see("/projects", "projects");
    await see("/keys", "keys");
    await see("/webhooks", "webhooks");
    await see(`/webhooks/${one.hook}`, "webhook");
    await see("/audit", "audit");
  });
});
