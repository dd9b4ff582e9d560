import { expect } from "vitest";
import type { TestProject } from "./api";

type Sent = Record<string, unknown>;

async function made(project: TestProject, path: string, sent: object): Promise<string> {
  const reply = await project.post(path, sent);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.id;
}

/** Five hundredths of a major unit for each point. */
export const coinReward = (project: TestProject, sent: Sent = {}): Promise<string> =>
  made(project, "/v1/rewards", { parameters: { coin: { exchange_ratio: 0.05 } }, ...sent });

/** A mug, a product of its own where none is named. */
export async function goodsReward(project: TestProject, sent: Sent = {}): Promise<string> {
  const product = await made(project, "/v1/products", { name: "Mug" });
  return made(project, "/v1/rewards", { parameters: { product: { id: product } }, ...sent });
}
