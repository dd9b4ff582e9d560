import { bin } from "./demo-bin.ts";
import { campaigns } from "./demo-campaign.ts";
import { BROWSER, call, money, must, type Reply, RUN, tell } from "./demo-client.ts";
import { decisions } from "./demo-decisions.ts";
import { events } from "./demo-events.ts";
import { loyalty } from "./demo-loyalty.ts";
import { office } from "./demo-office.ts";
import { referrals } from "./demo-referrals.ts";
import { shopper } from "./demo-shopper.ts";
import { tokens } from "./demo-tokens.ts";
import { heardAll, listen } from "./demo-webhooks.ts";

// Drives a running server through the whole job as a shop would, and prints each step.

const codes = { percent: `SAVE20-${RUN}`, amount: `MINUS10-${RUN}`, gift: `GIFT100-${RUN}` };

async function createRule(): Promise<string> {
  const rule = await must("POST", "/v1/validation-rules", {
    name: "Gold members from 50.00",
    rules: {
      1: { name: "order.amount", conditions: { $greater_than_or_equal: [5000] } },
      2: {
        name: "customer.metadata",
        property: "tier",
        conditions: { $is: ["gold"] },
        error: { message: "Only gold members can use this code." },
      },
      logic: "1 and 2",
    },
    error: { message: "Spend at least 50.00 to use this code." },
  });
  tell("The shop writes a rule", [
    `${rule.id} "${rule.name}": order of at least 50.00 and customer metadata tier = gold`,
  ]);
  return rule.id;
}

async function createVouchers(rule: string): Promise<void> {
  const percent = await must("POST", `/v1/vouchers/${codes.percent}`, {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "PERCENT", percent_off: 20 },
    redemption: { quantity: 2 },
    validation_rules: [rule],
  });
  const amount = await must("POST", `/v1/vouchers/${codes.amount}`, {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 1000 },
    redemption: { quantity: 1 },
  });
  const gift = await must("POST", `/v1/vouchers/${codes.gift}`, {
    type: "GIFT_VOUCHER",
    gift: { amount: 10_000 },
  });
  tell("It creates three vouchers", [
    `${percent.code}: 20 % off, 2 uses, under the rule`,
    `${amount.code}: 10.00 off, 1 use`,
    `${gift.code}: a gift card of ${money(gift.gift.balance)}`,
  ]);
}

/** Two shirts and a pair of socks for 5.00. */
const cart = (shirt: number) => ({
  items: [
    { product_id: "shirt", quantity: 2, price: shirt },
    { product_id: "socks", quantity: 1, price: 500 },
  ],
});

/** A browser says no more of the member than the name that the shop knows her by. */
const gold = { source_id: `ada-${RUN}` };

/** The back end alone can say who is a gold member. */
async function enrol(): Promise<void> {
  const ada = await must("POST", "/v1/customers", {
    ...gold,
    name: "Ada",
    metadata: { tier: "gold" },
  });
  tell("It makes Ada a gold member", [`${ada.id}, known to the shop as ${ada.source_id}`]);
}

async function validateBoth(): Promise<void> {
  const ask = (shirt: number) =>
    must(
      "POST",
      "/client/v1/validations",
      {
        redeemables: [{ object: "voucher", id: codes.percent }],
        order: cart(shirt),
        customer: gold,
      },
      BROWSER,
    );
  const poor = await ask(1500);
  const { error } = poor.redeemables[0].result;
  tell("A browser asks about a cart of 35.00", [
    `valid: ${poor.valid}`,
    `why: ${error.key} (${error.message})`,
    `what the shopper reads: ${error.error.message}`,
  ]);
  const { valid, order } = await ask(4000);
  tell("It asks again about a cart of 85.00", [
    `valid: ${valid}`,
    `${money(order.amount)} - ${money(order.total_discount_amount)} = ${money(order.total_amount)}`,
  ]);
}

async function redeemAndRace(): Promise<string> {
  const redeem = () =>
    call(
      "POST",
      `/client/v1/redeem?code=${codes.percent}`,
      { order: cart(4000), customer: gold },
      BROWSER,
    );
  const { body: redeemed } = await redeem();
  tell("The browser redeems it", [
    `${redeemed.id}: ${redeemed.result}, order ${redeemed.order.id} is ${redeemed.order.status}, to pay ${money(redeemed.order.total_amount)}`,
    `${redeemed.voucher.redemption.redeemed_quantity} of ${redeemed.voucher.redemption.quantity} uses taken`,
  ]);
  const both = await Promise.all([redeem(), redeem()]);
  const winners = both.filter(({ status }) => status === 200);
  const loser = both.find(({ status }) => status !== 200);
  if (winners.length !== 1) throw new Error(`${winners.length} of two won the last use`);
  tell("Two browsers redeem the last use at once", [
    `one wins: ${winners[0]?.body.id}`,
    `one loses: ${loser?.body.key} (${loser?.body.message}), recorded as ${loser?.body.resource_id}`,
  ]);
  return winners[0]?.body.id;
}

async function stackAndRollBack(winner: string): Promise<void> {
  const stack = await must("POST", "/v1/redemptions", {
    redeemables: [codes.amount, codes.gift].map((id) => ({ object: "voucher", id })),
    order: { source_id: `order-${RUN}`, ...cart(2000) },
    customer: gold,
  });
  const children: Reply["body"][] = stack.redemptions;
  tell("The back end redeems 10.00 off and the gift card on one order of 45.00", [
    ...children.map(
      ({ id, voucher, order }) =>
        `${id} ${voucher.code}: ${money(order.applied_discount_amount)} off, ${money(order.total_amount)} left`,
    ),
    `gift card: ${money(children.at(-1).voucher.gift.balance)} left`,
  ]);
  const single = await must("POST", `/v1/redemptions/${winner}/rollback`, { reason: "returned" });
  const all = await must("POST", `/v1/redemptions/${stack.parent_redemption.id}/rollbacks`, {});
  const { gift } = await must("GET", `/v1/vouchers/${codes.gift}`);
  tell("It rolls both back", [
    `${single.id}: ${single.status}, order ${single.order.status}`,
    `${all.parent_rollback.id}: ${all.rollbacks.length} redemptions, gift card holds ${money(gift.balance)} again`,
  ]);
}

async function listAll(): Promise<void> {
  const { redemptions } = await must("GET", "/v1/redemptions?limit=9");
  const entries: Reply["body"][] = redemptions;
  tell("The ledger says what happened, newest first", [
    ...entries.map(({ id, object, status, voucher, failure_code }) =>
      [
        id.padEnd(22),
        object.padEnd(19),
        status.padEnd(11),
        (voucher?.code ?? "(stack)").padEnd(17),
        failure_code ?? "",
      ].join(" "),
    ),
  ]);
}

async function demo(): Promise<void> {
  const listening = await listen();
  await createVouchers(await createRule());
  await enrol();
  await validateBoth();
  await stackAndRollBack(await redeemAndRace());
  await listAll();
  await decisions();
  await campaigns();
  await bin();
  await shopper();
  await loyalty();
  await referrals();
  await events();
  await tokens();
  await office();
  await heardAll(listening);
  console.log("\nDone.");
}

demo().catch((error: Error) => {
  console.error(error.message);
  // The receiver listens, and would go on.
  process.exit(1);
});
