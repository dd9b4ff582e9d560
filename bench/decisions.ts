import type { Target } from "./load";
import { HEADERS, post } from "./shop";

const LINES = 50;
const CAMPAIGNS = 1_000;
const AT_ONCE = 20;

const rule = (name: string, rules: object, reach: string[] = []) => ({
  name,
  rules: { 1: rules },
  applicable_to: {
    included: reach.map((id) => ({ object: "product", id })),
    excluded: [],
    included_all: false,
  },
});

/** Five vouchers as shops mix them: of the order, of items, of some products, each under a rule. */
const VOUCHERS = [
  [
    { type: "PERCENT", percent_off: 5 },
    rule("Amount", { name: "order.amount", conditions: { $greater_than_or_equal: [100] } }),
  ],
  [
    { type: "PERCENT", percent_off: 3, effect: "APPLY_TO_ITEMS" },
    rule("Tier", { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } }),
  ],
  [
    { type: "AMOUNT", amount_off: 20 },
    rule("Two products", { name: "order.items.count", conditions: { $more_than: [1] } }, [
      "prod_1",
      "prod_2",
    ]),
  ],
  [
    { type: "AMOUNT", amount_off: 500, effect: "APPLY_TO_ITEMS_PROPORTIONALLY" },
    rule("A product", { name: "product.id", conditions: { $is: ["prod_3"] } }),
  ],
  [
    { type: "AMOUNT", amount_off: 100 },
    rule("Web", { name: "order.metadata", property: "shop", conditions: { $is: ["web"] } }),
  ],
] as const;

const ORDER = {
  metadata: { shop: "web" },
  items: Array.from({ length: LINES }, (_, at) => ({
    source_id: `line-${at}`,
    product_id: `prod_${at % 10}`,
    quantity: 1 + (at % 3),
    price: 1000 + at,
  })),
};

const CUSTOMER = { source_id: "bench-customer", metadata: { tier: "gold" } };

async function makeVoucher(url: string, at: number): Promise<string> {
  const [discount, definition] = VOUCHERS[at] ?? VOUCHERS[0];
  const { answer } = await post(url, "/v1/validation-rules", definition);
  const code = `STACK-${Date.now()}-${at}`;
  const body = { type: "DISCOUNT_VOUCHER", discount, validation_rules: [answer.id] };
  await post(url, `/v1/vouchers/${code}`, body);
  return code;
}

/** Campaigns for everybody, one after the other in time; each answers for itself. */
async function makeCampaigns(url: string, count: number): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) =>
        post(url, "/v1/campaigns", {
          name: `Bench ${from + at}`,
          type: "STATIC",
          voucher: {
            type: "DISCOUNT_VOUCHER",
            discount: { type: "PERCENT", percent_off: 1 + (at % 50) },
          },
        }),
      ),
    );
  }
}

/** A stack of five on fifty lines, an eligibility check among many campaigns, and a hold. */
export async function openDecisions(
  url: string,
  campaigns = CAMPAIGNS,
): Promise<Record<string, Target>> {
  const codes = await Promise.all(VOUCHERS.map((_, at) => makeVoucher(url, at)));
  await makeCampaigns(url, campaigns);
  const stack = {
    redeemables: codes.map((id) => ({ object: "voucher", id })),
    order: ORDER,
    customer: CUSTOMER,
  };
  const held = {
    redeemables: [{ object: "voucher", id: codes[0] }],
    order: { amount: 5000 },
    session: { type: "LOCK", key: "bench-session" },
  };
  const qualify = { order: ORDER, customer: CUSTOMER, options: { limit: 5 } };
  const asked: Record<string, [path: string, body: unknown]> = {
    stack: ["/v1/validations", stack],
    qualification: ["/v1/qualifications", qualify],
    session: ["/v1/validations", held],
  };
  const targets: Record<string, Target> = {};
  for (const [name, [path, body]] of Object.entries(asked)) {
    targets[name] = { path, method: "POST", headers: HEADERS, body };
  }
  return targets;
}
