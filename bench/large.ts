import type { Target } from "./load";
import { HEADERS, post } from "./shop";

const REDEEMABLES = 30;
const RULES = 10;
const LINES = 500;

/**
 * Makes what one request takes at most: 30 vouchers, each under ten rules, on 500 lines. Five
 * apply. The same with nothing expanded tells the lines once.
 */
export async function openLarge(url: string): Promise<Record<"large" | "slim", Target>> {
  const validation_rules: string[] = [];
  for (let at = 0; at < RULES; at++) {
    const rule = { name: "order.amount", conditions: { $more_than: [at] } };
    const { answer } = await post(url, "/v1/validation-rules", {
      name: `Large ${at}`,
      rules: { 1: rule },
    });
    validation_rules.push(answer.id);
  }
  const codes = Array.from({ length: REDEEMABLES }, (_, at) => `LARGE-${at}`);
  const discount = { type: "PERCENT", percent_off: 1 };
  for (const code of codes) {
    await post(url, `/v1/vouchers/${code}`, {
      type: "DISCOUNT_VOUCHER",
      discount,
      validation_rules,
    });
  }
  const items = Array.from({ length: LINES }, (_, at) => ({
    source_id: `line-${at}`,
    product_id: `prod_${at % 10}`,
    quantity: 1 + (at % 3),
    price: 1000 + at,
  }));
  const body = { redeemables: codes.map((id) => ({ object: "voucher", id })), order: { items } };
  const asked = (sent: object): Target => ({
    ...{ path: "/v1/validations", method: "POST", headers: HEADERS, body: sent },
  });
  return { large: asked(body), slim: asked({ ...body, options: { expand: [] } }) };
}
