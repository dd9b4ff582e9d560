import { load } from "../../../commit/load";
import type { RawRow } from "../../../db/client";
import { notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import {
  byCampaignName,
  campaignById,
  decodeCampaign,
  type StoredCampaign,
} from "../../campaigns/store";
import { theProgram } from "../../loyalties/programs/program";
import { rewardById, theReward } from "../store";
import { type AssignedReward, assignedById, decodeAssigned, programOfAssignment } from "./store";

/** An assignment as a path names it: below its reward, or below its program. */
export type Place = { id: string } & (
  | { reward: string; program?: undefined }
  | { program: string; reward?: undefined }
);

/** An assignment with its reward, and its program. */
export interface Placed {
  campaign: StoredCampaign;
  assigned: AssignedReward;
}

/** Reads what a path names. */
export const placeReads = (scope: Scope, { id, reward, program }: Place) => ({
  campaigns:
    program === undefined
      ? campaignById(scope, programOfAssignment(scope, id))
      : byCampaignName(scope, program),
  rewards: reward === undefined ? null : rewardById(scope, reward),
  assigned: assignedById(scope, id),
});

type Read = Record<keyof ReturnType<typeof placeReads>, RawRow[]>;

/** The assignment among what was read; not found where it is of another reward or program. */
export function placedIn(read: Read, { id, reward, program }: Place): Placed {
  if (reward !== undefined) theReward(read.rewards, reward);
  const [campaign] =
    program === undefined
      ? read.campaigns.map(decodeCampaign)
      : [theProgram(read.campaigns, program)];
  const [assigned] = read.assigned.map(decodeAssigned);
  if (!campaign || assigned?.campaign_id !== campaign.id) throw notFound("reward_assignment", id);
  if (reward !== undefined && assigned.reward_id !== reward) {
    throw notFound("reward_assignment", id);
  }
  return { campaign, assigned };
}

export const getPlaced = async (scope: Scope, place: Place): Promise<Placed> =>
  placedIn(await load(scope, placeReads(scope, place)), place);
