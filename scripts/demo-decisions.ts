import { BROWSER, call, money, must, type Reply, RUN, tell } from "./demo-client.ts";

// A promotion of two tiers, a code that lacks its product, a hold, and why it all came out so.

const SHIRT = `shirt-${RUN}`;
const HELD = `LAST-${RUN}`;

const cart = {
  items: [
    { product_id: SHIRT, quantity: 3, price: 2000 },
    { product_id: `socks-${RUN}`, quantity: 2, price: 500 },
  ],
};

/** Every third shirt for half its price, and then 5 % off everything. */
async function promote(): Promise<string> {
  const rule = await must("POST", "/v1/validation-rules", {
    name: "Three shirts",
    rules: {
      1: {
        name: "order.items.any",
        conditions: { $is: [SHIRT] },
        rules: {
          1: { name: "order.items.aggregated_quantity", conditions: { $more_than_or_equal: [3] } },
        },
        error: { message: "Take three shirts, the third is half price." },
      },
    },
    applicable_to: {
      included: [{ object: "product", id: SHIRT, aggregated_quantity_limit: 1 }],
      excluded: [],
      included_all: false,
    },
  });
  const tier = (name: string, percent_off: number, more: object = {}) => ({
    name,
    action: { discount: { type: "PERCENT", percent_off } },
    ...more,
  });
  const campaign = await must("POST", "/v1/campaigns", {
    name: `Summer ${RUN}`,
    campaign_type: "PROMOTION",
    promotion: {
      tiers: [
        tier("Third shirt half price", 50, { validation_rules: [rule.id] }),
        tier("5 % for all", 5),
      ],
    },
  });
  const tiers: Reply["body"][] = campaign.promotion.tiers;
  const stack = await must("POST", `/v1/promotions/${campaign.id}/stacks`, {
    name: "Summer",
    tiers: { ids: tiers.map(({ id }) => id) },
  });
  tell(
    "A promotion of two tiers, stacked",
    tiers.map(({ id, name }) => `${id} ${name}`),
  );
  return stack.id;
}

async function explain(stack: string): Promise<void> {
  const { redeemables, order } = await must("POST", "/v1/validations", {
    redeemables: [{ object: "promotion_stack", id: stack }],
    order: cart,
    options: { expand: ["explanation", "redeemable"] },
  });
  const entries: Reply["body"][] = redeemables;
  tell(`The stack on three shirts and two pairs of socks, ${money(order.amount)}`, [
    ...entries.map(({ name, explanation: { stacking } }) => {
      const off = stacking.discount_amount + stacking.items_discount_amount;
      return `turn ${stacking.turn}, ${name}: ${money(stacking.amount_before)} - ${money(off)} = ${money(stacking.amount_after)}`;
    }),
    `to pay ${money(order.total_amount)}`,
  ]);
}

async function qualify(): Promise<void> {
  const { redeemables } = await must(
    "POST",
    "/client/v1/qualifications",
    {
      order: cart,
      options: {
        limit: 3,
        sorting_rule: "BEST_DEAL",
        filters: { campaign_type: { conditions: { $is: ["PROMOTION"] } } },
      },
    },
    BROWSER,
  );
  const found: Reply["body"][] = redeemables.data;
  tell("A browser asks which promotions this cart could have, best first", [
    ...found.map(
      ({ id, object, order }) =>
        `${object} ${id}: ${money(order.total_applied_discount_amount ?? 0)} off`,
    ),
  ]);
}

/** 9.70 off from 82.00 on: the cart is not quite there. */
async function almost(): Promise<void> {
  const rule = await must("POST", "/v1/validation-rules", {
    name: "From 82.00 on",
    rules: { 1: { name: "order.amount", conditions: { $more_than_or_equal: [8200] } } },
  });
  const campaign = await must("POST", "/v1/campaigns", {
    name: `Harvest ${RUN}`,
    campaign_type: "PROMOTION",
    promotion: {
      tiers: [
        {
          name: "9.70 off",
          action: { discount: { type: "AMOUNT", amount_off: 970 } },
          validation_rules: [rule.id],
        },
      ],
    },
  });
  const { redeemables, near_misses } = await must(
    "POST",
    "/client/v1/qualifications",
    {
      order: cart,
      options: {
        expand: ["near_misses", "redeemable"],
        filters: { campaign_id: { conditions: { $is: [campaign.id] } } },
      },
    },
    BROWSER,
  );
  const near: Reply["body"][] = near_misses.data;
  tell(`What the cart of ${money(7000)} almost has, and what it would save`, [
    `has ${redeemables.total} of the promotion`,
    ...near.map(
      ({ name, missing, order }) =>
        `${name}: ${money(missing[0].more)} more and you save ${money(order.total_discount_amount)}`,
    ),
  ]);
}

async function hold(): Promise<void> {
  await must("POST", `/v1/vouchers/${HELD}`, {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 500 },
    redemption: { quantity: 1 },
  });
  const ask = (key: string) =>
    must("POST", "/v1/validations", {
      redeemables: [{ object: "voucher", id: HELD }],
      order: { amount: 3000 },
      session: { type: "LOCK", key, ttl: 10, ttl_unit: "MINUTES" },
    });
  const [ada, bob] = [await ask(`ada-${RUN}`), await ask(`bob-${RUN}`)];
  const redeemed = await call("POST", "/v1/redemptions", {
    redeemables: [{ object: "voucher", id: HELD }],
    order: { amount: 3000 },
    session: { type: "LOCK", key: `ada-${RUN}` },
  });
  tell("Two shoppers want the last use of a code; the first one's cart holds it", [
    `ada: valid ${ada.valid}, held for ${ada.session.ttl} ${ada.session.ttl_unit.toLowerCase()}`,
    `bob: valid ${bob.valid} (${bob.redeemables[0].result.error.key})`,
    `ada redeems it: ${redeemed.body.redemptions[0].result}`,
  ]);
}

/** What a cart may have, in which order, and why; and a hold that keeps it until it is paid. */
export async function decisions(): Promise<void> {
  await explain(await promote());
  await qualify();
  await almost();
  await hold();
}
