import { expect } from "vitest";
import type { TestProject } from "./api";
import { type Program, program } from "./loyalty";
import { coinReward } from "./rewarding";

type Sent = Record<string, unknown>;

/** Assigns a reward to a program, for so many points where it is no coin. */
export async function assigned(
  project: TestProject,
  { reward, campaign, points }: { reward: string; campaign: string; points?: number },
): Promise<string> {
  const reply = await project.post(`/v1/rewards/${reward}/assignments`, {
    campaign,
    ...(points !== undefined && { parameters: { loyalty: { points } } }),
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

export interface Shop extends Program {
  /** The code of ada's card. */
  card: string;
  /** 20.00 for 100 points. */
  coin: string;
  assignment: string;
}

export const addPoints = async (
  project: TestProject,
  card: string,
  points: number,
  sent: Sent = {},
) => {
  const path = `/v1/loyalties/members/${card}/balance`;
  const reply = await project.post(path, { points, ...sent });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
};

/** A program whose points pay, with ada's card of so many points. */
export async function shop(points: number, settings: Sent = {}): Promise<Shop> {
  const made = await program(["ada"], { settings });
  const card = made.cards.ada ?? "";
  const coin = await coinReward(made.project, {
    name: "Pay with points",
    parameters: { coin: { exchange_ratio: 20, points_ratio: 100 } },
  });
  const assignment = await assigned(made.project, { reward: coin, campaign: made.id });
  if (points > 0) await addPoints(made.project, card, points);
  return { ...made, card, coin, assignment };
}

/** A card in a list of redeemables, with the points that are asked for. */
export const paying = (card: string, reward: string | null, points?: number, sent: Sent = {}) => ({
  object: "loyalty_card",
  id: card,
  ...(reward && { reward: { id: reward, ...(points !== undefined && { points }) } }),
  ...sent,
});

export const ADA = { source_id: "ada" };
