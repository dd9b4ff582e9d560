import { BROWSER, call, money, must, type Reply, RUN, tell } from "./demo-client.ts";

// What a shopper who has signed in sees in the browser: the own wallet, and nobody else's.

const CARD = `WELCOME-${RUN}`;
const ada = { source_id: `signed-in-${RUN}`, name: "Ada" };

/** The back end gives a card away, and makes the token that it hands to the shopper's page. */
async function signIn(): Promise<string> {
  await must("POST", `/v1/vouchers/${CARD}`, {
    type: "GIFT_VOUCHER",
    gift: { amount: 2500 },
    metadata: { theme: "spring", note: "apology for a late parcel" },
  });
  const { customer_id } = await must("POST", "/v1/publications", { voucher: CARD, customer: ada });
  const { token, expires_at } = await must("POST", `/v1/customers/${customer_id}/client-token`, {
    ttl: 15,
    ttl_unit: "MINUTES",
  });
  tell("Ada signs in, and the back end makes a token for her browser", [
    `${customer_id} may be shown what she holds until ${expires_at}`,
  ]);
  return token;
}

const wallet = (token: string, customer?: object) =>
  call(
    "POST",
    "/client/v1/qualifications",
    {
      scenario: "CUSTOMER_WALLET",
      customer,
      order: { amount: 4000 },
      options: { expand: ["redeemable"] },
    },
    { ...BROWSER, "X-Customer-Token": token },
  );

async function showWallet(token: string): Promise<void> {
  const { body } = await wallet(token);
  const held: Reply["body"][] = body.redeemables.data;
  tell("Her browser sends it along and names nobody: the wallet opens", [
    ...held.map(
      ({ id, result, order, metadata }) =>
        `${id}: ${money(result.gift.balance)} on it, ${money(order.total_amount)} left to pay, notes ${JSON.stringify(metadata)}`,
    ),
  ]);
}

async function refuseOthers(token: string): Promise<void> {
  const forged = await wallet(`${token.slice(0, -4)}AAAA`);
  const other = await wallet(token, { source_id: "somebody-else" });
  tell("A forged token opens nothing, and hers opens nobody else's", [
    `forged: ${forged.status} ${forged.body.key}`,
    `beside another name: ${other.status} ${other.body.key} (${other.body.details})`,
  ]);
}

/** She pays with the card, and the profile that her browser sends is taken for hers. */
async function pay(token: string): Promise<void> {
  const { id, customer_id, order } = await must(
    "POST",
    `/client/v1/redeem?code=${CARD}`,
    { order: { source_id: `signed-in-order-${RUN}`, amount: 4000 }, customer: { phone: "+1 555" } },
    { ...BROWSER, "X-Customer-Token": token },
  );
  const { phone } = await must("GET", `/v1/customers/${customer_id}`);
  tell("She pays with the card", [
    `${id}: order ${order.id} is ${order.status}, to pay ${money(order.total_amount)}`,
    `her profile says phone ${phone}`,
  ]);
}

export async function shopper(): Promise<void> {
  const token = await signIn();
  await showWallet(token);
  await refuseOthers(token);
  await pay(token);
}
