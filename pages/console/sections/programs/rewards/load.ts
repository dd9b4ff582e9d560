import { answerOf, type Schemas } from "../../../../../clients/typescript/src";
import { server } from "../../../session";

export type Reward = Schemas["Reward"];

export interface Assigned {
  assignment: Schemas["RewardAssignment"];
  reward: Reward;
}

const rewardOf = (rewardId: string) =>
  answerOf(server().GET("/v1/rewards/{rewardId}", { params: { path: { rewardId } } }));

/** How many there still are; null for any number. */
export const leftOf = ({ stock, redeemed }: Reward): number | null =>
  stock === null ? null : Number(stock) - Number(redeemed ?? 0);

/** A page of a program's rewards, each with what it is. */
export async function rewardsOf(campaignId: string, page: number, limit: number) {
  const params = { path: { campaignId }, query: { page, limit } };
  const { data, total } = await answerOf(
    server().GET("/v1/loyalties/{campaignId}/rewards", { params }),
  );
  const rows = await Promise.all(
    data.map(async (assignment): Promise<Assigned> => {
      return { assignment, reward: await rewardOf(assignment.reward_id) };
    }),
  );
  return { rows, total };
}

/** Points that a reward costs, and whether it is redeemed by itself; a coin costs nothing of both. */
export type Terms = Schemas["RewardAssignment"]["parameters"];

export async function assign(campaignId: string, reward: string, parameters: Terms) {
  const params = { path: { campaignId } };
  const body = [{ reward, ...(parameters && { parameters }) }];
  const made = answerOf(server().POST("/v1/loyalties/{campaignId}/rewards", { params, body }));
  return (await made).map(({ id }) => id);
}

export async function unassign(campaignId: string, assignmentId: string): Promise<true> {
  const params = { path: { campaignId, assignmentId } };
  await answerOf(server().DELETE("/v1/loyalties/{campaignId}/rewards/{assignmentId}", { params }));
  return true;
}
