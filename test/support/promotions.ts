import { expect } from "vitest";
import { PromotionStack, PromotionTier } from "../../src/model/promotion";
import { parsed, type TestProject } from "./api";

type Sent = Record<string, unknown>;

export const TEN_OFF = { type: "PERCENT", percent_off: 10 };

/** Makes a promotion without tiers, and answers its id. */
export async function promotion(
  project: TestProject,
  name: string,
  sent: Sent = {},
): Promise<string> {
  const campaign = { name, campaign_type: "PROMOTION", ...sent };
  const { status, body } = await project.post("/v1/campaigns", campaign);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.id;
}

/** Adds a tier of 10 % off to a promotion. */
export async function tier(
  project: TestProject,
  campaignId: string,
  name: string,
  sent: Sent = {},
): Promise<PromotionTier> {
  const body = { name, action: { discount: TEN_OFF }, ...sent };
  const reply = await project.post(`/v1/promotions/${campaignId}/tiers`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(PromotionTier, reply);
}

/** Puts tiers under one name. */
export async function stack(
  project: TestProject,
  campaignId: string,
  name: string,
  ids: string[],
): Promise<PromotionStack> {
  const body = { name, tiers: { ids, hierarchy_mode: "MANUAL" } };
  const reply = await project.post(`/v1/promotions/${campaignId}/stacks`, body);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return parsed(PromotionStack, reply);
}
