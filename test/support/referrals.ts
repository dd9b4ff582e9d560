import { expect } from "vitest";
import type { Reply, TestProject } from "./api";
import { campaign, code } from "./campaigns";
import { publish } from "./publishing";
import { redeem } from "./redeeming";

type Sent = Record<string, unknown>;

/** Makes a referral campaign whose codes take 1.00 off, and answers its id. */
export const referralCampaign = (project: TestProject, name: string, sent: Sent = {}) =>
  campaign(project, name, {
    campaign_type: "REFERRAL_PROGRAM",
    referral_program: { conversion_event_type: "redemption" },
    ...sent,
  });

/** Gives the customer of that source id a code of the campaign to refer others with. */
export async function referrer(
  project: TestProject,
  campaignId: string,
  who: string,
  called = `BY-${who.toUpperCase()}`,
): Promise<string> {
  await code(project, campaignId, called);
  const { status, body } = await publish(project, who, { voucher: called });
  expect(status, JSON.stringify(body)).toBe(200);
  return called;
}

/** Redeems a code as the customer of that source id; what else is sent goes beside it. */
export const redeemAs = (
  project: TestProject,
  who: string,
  called: string,
  sent: Sent = {},
): Promise<Reply> =>
  redeem(project, called, { customer: { source_id: who }, order: { amount: 2_000 }, ...sent });
