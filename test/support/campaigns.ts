import { expect } from "vitest";
import type { TestProject } from "./api";

type Sent = Record<string, unknown>;

const made = async (project: TestProject, path: string, sent: Sent): Promise<string> => {
  const { status, body } = await project.post(path, sent);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
};

/** Makes a rule with one condition on the named fact, and answers its id. */
export const rule = (project: TestProject, name: string, conditions: Sent): Promise<string> =>
  made(project, "/v1/validation-rules", {
    name,
    rules: { "1": { name, conditions, error: { message: `${name} is used up` } }, logic: "1" },
  });

/** Makes a campaign of coupons of 1.00 without any code, and answers its id. */
export const campaign = (project: TestProject, name: string, sent: Sent = {}): Promise<string> =>
  made(project, "/v1/campaigns", {
    name,
    campaign_type: "DISCOUNT_COUPONS",
    type: "STATIC",
    voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 100 } },
    ...sent,
  });

/** Adds a code to a campaign, and answers the voucher's id. */
export const code = (project: TestProject, campaignId: string, name: string, sent: Sent = {}) =>
  made(project, `/v1/campaigns/${campaignId}/vouchers/${name}`, sent);
