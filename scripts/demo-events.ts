import { setTimeout as wait } from "node:timers/promises";
import { BROWSER, call, must, type Reply, RUN, tell } from "./demo-client.ts";
import { demoHeaders } from "./demo-keys.ts";

// Custom events: what a shop tells of its customers, and the codes that this gives them.

const dora = { source_id: `dora-${RUN}`, name: "Dora" };
const EVENT = `newsletter_${RUN}`;

async function makeCampaign(): Promise<string> {
  await must(
    "POST",
    "/management/v1/projects/proj_demo/custom-event-schemas",
    { name: EVENT, schema: { properties: { topic: { type: "string" } } } },
    demoHeaders.management,
  );
  const campaign = await must("POST", "/v1/campaigns", {
    name: `Welcome ${RUN}`,
    campaign_type: "DISCOUNT_COUPONS",
    type: "AUTO_UPDATE",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 5 } },
  });
  const distribution = await must("POST", `/v1/campaigns/${campaign.id}/distributions`, {
    name: "Who subscribes",
    trigger: { custom_event: { name: EVENT } },
  });
  tell("A campaign gives a code to whoever subscribes", [
    `${distribution.id} "${distribution.name}": by ${EVENT}, from ${campaign.name}`,
  ]);
  return campaign.name;
}

/** Waits until the customer has a code of the campaign. */
async function codesOf(campaign: string): Promise<Reply["body"][]> {
  for (let time = 0; time < 100; time++) {
    const { publications } = await must(
      "GET",
      `/v1/publications?campaign=${encodeURIComponent(campaign)}`,
    );
    if (publications.length > 0) return publications;
    await wait(100);
  }
  throw new Error("nobody was given a code in ten seconds");
}

export async function events(): Promise<void> {
  const campaign = await makeCampaign();
  const subscribe = (metadata: object, headers?: Record<string, string>) =>
    call("POST", "/v1/events", { event: EVENT, customer: dora, metadata }, headers);
  const wrong = await subscribe({ topic: 5 });
  const right = await subscribe({ topic: "shoes" });
  tell("Dora subscribes, and the event is held against its schema", [
    `topic 5: ${wrong.status} ${wrong.body.key}`,
    `topic "shoes": ${right.status} ${right.body.type} of ${right.body.customer.id}`,
  ]);
  const [given] = await codesOf(campaign);
  const wallet = await must("GET", `/v1/customers/${dora.source_id}/redeemables`);
  const tried = await call("POST", "/client/v1/events", { event: EVENT, customer: dora }, BROWSER);
  tell("She is given a code; browsers tell no events unless the shop lets them", [
    `${given?.voucher?.code ?? given?.vouchers?.[0]} by ${given?.channel}, ${wallet.data.length} in her wallet`,
    `a browser that tells events: ${tried.status} ${tried.body.key ?? tried.body.type}`,
  ]);
}
