import { SESSIONS } from "./anew";
import type { Target } from "./load";

export const HEADERS = {
  "X-App-Id": "demo-app",
  "X-App-Token": "demo-app-token",
  "content-type": "application/json",
};

interface Answer {
  id: string;
  valid?: boolean;
  redemptions?: { id: string }[];
}

export async function post(url: string, path: string, body: unknown) {
  const response = await fetch(url + path, {
    method: "POST",
    headers: HEADERS,
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return { answer: answer as Answer, cost: costOf(response) };
}

export interface RequestCost {
  round_trips: number;
  rows_read: number;
  rows_written: number;
}

export function costOf(response: Response): RequestCost {
  const timing = response.headers.get("server-timing") ?? "";
  const [, trips, read, written] =
    /(\d+) round trips, (\d+) rows read, (\d+) rows written/.exec(timing) ?? [];
  return { round_trips: Number(trips), rows_read: Number(read), rows_written: Number(written) };
}

const RULES = [
  { name: "order.amount", conditions: { $greater_than_or_equal: [5000] } },
  { name: "customer.metadata", property: "tier", conditions: { $is: ["gold"] } },
  { name: "order.metadata", property: "shop", conditions: { $is: ["web"] } },
];

const ORDER = {
  metadata: { shop: "web" },
  items: [1, 2, 3, 4, 5].map((line) => ({
    source_id: `line-${line}`,
    product_id: `prod_${line}`,
    quantity: line,
    price: 1000 * line,
  })),
};

const CUSTOMER = { source_id: "bench-customer", metadata: { tier: "gold" } };

/** One voucher under three rules and an order of five lines, ready to be validated and redeemed. */
export async function openShop(url: string) {
  const ids: string[] = [];
  for (const rule of RULES) {
    const { answer } = await post(url, "/v1/validation-rules", {
      name: "Bench",
      rules: { 1: rule },
    });
    ids.push(answer.id);
  }
  const code = `BENCH-${Date.now()}`;
  await post(url, `/v1/vouchers/${code}`, {
    type: "DISCOUNT_VOUCHER",
    discount: { type: "PERCENT", percent_off: 20 },
    validation_rules: ids,
  });
  const body = { redeemables: [{ object: "voucher", id: code }], order: ORDER, customer: CUSTOMER };
  await post(url, "/v1/redemptions", body);
  const validation = await post(url, "/v1/validations", body);
  if (!validation.answer.valid) throw new Error("the bench validation is valid");
  const redemption = await post(url, "/v1/redemptions", body);
  const target = (path: string): Target => ({ path, method: "POST", headers: HEADERS, body });
  return {
    costs: {
      validation: validation.cost,
      untold: validation.cost,
      plain: validation.cost,
      redemption: redemption.cost,
    },
    targets: {
      bare: { path: "/bare" },
      validation: target("/v1/validations"),
      redemption: target("/v1/redemptions"),
      untold: { ...target("/v1/validations"), headers: { ...HEADERS, [SESSIONS]: "untold" } },
      plain: { ...target("/v1/validations"), headers: { ...HEADERS, [SESSIONS]: "none" } },
    },
  };
}
