import { call, money, must, type Reply, RUN, tell } from "./demo-client.ts";

const CODES = 50_000;
const ada = { source_id: `ada-${RUN}` };

async function finished(actionId: string): Promise<Reply["body"]> {
  for (let time = 0; time < 240; time++) {
    const action = await must("GET", `/v1/async-actions/${actionId}`);
    if (action.status === "DONE") return action;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`${actionId} is not done after a minute`);
}

async function generate(): Promise<string> {
  const rule = await must("POST", "/v1/validation-rules", {
    name: "Once per customer",
    rules: {
      1: {
        name: "campaign.redemptions.customers_count",
        conditions: { $less_than_or_equal: [1] },
        error: { message: "One code of this campaign for each customer." },
      },
    },
  });
  const started = Date.now();
  const campaign = await must("POST", "/v1/campaigns", {
    name: `Spring ${RUN}`,
    campaign_type: "DISCOUNT_COUPONS",
    type: "STATIC",
    vouchers_count: CODES,
    validation_rules: [rule.id],
    voucher: {
      type: "DISCOUNT_VOUCHER",
      discount: { type: "PERCENT", percent_off: 15 },
      redemption: { quantity: 1 },
      code_config: { pattern: "SPRING-########" },
    },
  });
  let now = campaign;
  while (now.vouchers_generation_status === "IN_PROGRESS") {
    await new Promise((resolve) => setTimeout(resolve, 100));
    now = await must("GET", `/v1/campaigns/${campaign.id}`);
  }
  tell(`A campaign of ${CODES} codes, each customer may redeem one`, [
    `${campaign.id} answers at once: ${campaign.vouchers_generation_status}, ${campaign.vouchers_count} codes`,
    `${((Date.now() - started) / 1000).toFixed(1)} s later: ${now.vouchers_generation_status}, ${now.vouchers_count} codes`,
  ]);
  return campaign.id;
}

async function publish(campaign: string): Promise<string[]> {
  const codes: string[] = [];
  for (let time = 0; time < 2; time++) {
    const { voucher } = await must("POST", "/v1/publications", { campaign, customer: ada });
    codes.push(voucher.code);
  }
  tell("Ada gets two of them", codes);
  return codes;
}

async function redeemBoth(codes: readonly string[]): Promise<void> {
  const redeem = (id: string | undefined) =>
    call("POST", "/v1/redemptions", {
      redeemables: [{ object: "voucher", id }],
      order: { amount: 6000 },
      customer: ada,
    });
  const first = await redeem(codes[0]);
  const second = await redeem(codes[1]);
  tell("She redeems both", [
    `${codes[0]}: ${first.body.redemptions[0].result}, to pay ${money(first.body.order.total_amount)}`,
    `${codes[1]}: ${second.body.key} (${second.body.error.message})`,
  ]);
}

async function importCustomers(): Promise<void> {
  const title = "Name,Email,Source ID,Birthdate,tier\n";
  const good = `Bob,bob@example.com,bob-${RUN},1990-05-04,silver\n`;
  const bad = `Eve,eve@example.com,eve-${RUN},1990-02-31,gold\n`;
  const refused = await must("POST", "/v1/customers/importCSV", title + good + bad);
  const report = await finished(refused.async_action_id);
  const accepted = await must("POST", "/v1/customers/importCSV", title + good);
  const done = await finished(accepted.async_action_id);
  const [{ row, column, reason }] = report.result.failed;
  tell("It imports customers from a CSV file", [
    `with a bad row: ${report.operation_status}, row ${row}, ${column}: ${reason}; nothing is stored`,
    `without it: ${done.operation_status}, ${done.counts.done} of ${done.counts.total}`,
  ]);
}

async function summarise(campaign: string): Promise<void> {
  const summary = await must("GET", `/v1/campaigns/${campaign}/summary`);
  const names = [
    "vouchers_created",
    "publications_succeeded",
    "redemptions_succeeded",
    "redemptions_failed",
    "orders_amount",
    "discounted_amount",
  ];
  tell(
    "The campaign's summary",
    names.map((name) => `${name.padEnd(24)}${String(summary[name]).padStart(8)}`),
  );
}

async function again(campaign: string): Promise<void> {
  const sent = { name: `Season ${RUN}`, campaign_id: campaign };
  const template = await must("POST", "/v1/templates/campaigns", sent);
  const { campaign: made, created_resources } = await must(
    "POST",
    `/v1/templates/campaigns/${template.id}/campaign-setup`,
    { name: `Autumn ${RUN}`, voucher: { code_config: { pattern: "AUTUMN-########" } } },
  );
  const voucher = await must("POST", `/v1/campaigns/${made.id}/vouchers`);
  tell("It takes a template from the campaign, and makes another one of it", [
    `${made.id} "${made.name}": ${made.voucher.discount.percent_off} % off, under a rule of its own`,
    `${created_resources[0].id} is that rule, ${voucher.code} the first code`,
  ]);
}

/** The second half of the demo: codes by the thousand, given out, limited, counted. */
export async function campaigns(): Promise<void> {
  const campaign = await generate();
  await redeemBoth(await publish(campaign));
  await importCustomers();
  await summarise(campaign);
  await again(campaign);
}
