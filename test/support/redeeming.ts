import { expect } from "vitest";
import type { Reply, TestProject } from "./api";

type Sent = Record<string, unknown>;

/** Makes a voucher that takes 1.00 off, however often; the body may say otherwise. */
export async function voucher(project: TestProject, code: string, sent: Sent = {}): Promise<void> {
  const reply = await project.post("/v1/vouchers", {
    code,
    type: "DISCOUNT_VOUCHER",
    discount: { type: "AMOUNT", amount_off: 100 },
    ...sent,
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}

/** Makes a gift card; the amount is in minor units. */
export const giftCard = (project: TestProject, code: string, amount: number, sent: Sent = {}) =>
  voucher(project, code, { type: "GIFT_VOUCHER", discount: null, gift: { amount }, ...sent });

/** What a request names by its codes, each perhaps with the credits to take. */
export const redeemables = (codes: string | string[], credits?: number) =>
  [codes].flat().map((id) => ({
    object: "voucher",
    id,
    ...(credits !== undefined && { gift: { credits } }),
  }));

/** Redeems codes; what else is sent goes beside them. */
export const redeem = (project: TestProject, codes: string | string[], sent: Sent = {}) =>
  project.post("/v1/redemptions", { redeemables: redeemables(codes), ...sent });

/** Calls at once, as many as are asked for. */
export const parallel = <T>(count: number, call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => call(at)));

/** How many replies there are of each status and key, as in `{ "200": 10, "400 quantity_exceeded": 40 }`. */
export function countsOf(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const name = status === 200 ? "200" : `${status} ${body.key}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
