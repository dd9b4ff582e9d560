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

/** The rule that asks who buys. */
const OF_CUSTOMER = 1;

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

/** Two vouchers, one of them for anybody, and an order of five lines that both are for. */
export async function openShop(url: string): Promise<Record<string, Target>> {
  const ids: string[] = [];
  for (const rule of RULES) {
    const { answer } = await post(url, "/v1/validation-rules", {
      name: "Bench",
      rules: { 1: rule },
    });
    ids.push(answer.id);
  }
  const made = async (code: string, validation_rules: readonly string[]) => {
    const discount = { type: "PERCENT", percent_off: 20 };
    const body = { type: "DISCOUNT_VOUCHER", discount, validation_rules };
    await post(url, `/v1/vouchers/${code}`, body);
    return { redeemables: [{ object: "voucher", id: code }], order: ORDER };
  };
  const anybody = await made("BENCH-ANYBODY", ids.toSpliced(OF_CUSTOMER, 1));
  const body = { ...(await made("BENCH", ids)), customer: CUSTOMER };
  // The customer is known from here on.
  await post(url, "/v1/redemptions", body);
  const target = (path: string, sent: object): Target => ({
    path,
    method: "POST",
    headers: HEADERS,
    body: sent,
  });
  return {
    validation: target("/v1/validations", body),
    anonymous: target("/v1/validations", anybody),
    redemption: target("/v1/redemptions", body),
  };
}
