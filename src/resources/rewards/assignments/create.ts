import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import type { RawRow } from "../../../db/client";
import type { RewardRow } from "../../../db/tables/loyalty";
import { notFound } from "../../../errors";
import type { Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName, type StoredCampaign } from "../../campaigns/store";
import { markingAll } from "../../loyalties/auto-redeem/mark-all";
import { theProgram } from "../../loyalties/programs/program";
import { assignAll } from "../../validation-rules/assignment-store";
import { decodeRule, rulesByIds } from "../../validation-rules/store";
import { programNamed } from "../program";
import { decodeReward } from "../store";
import { viewRewardAssignment } from "../view";
import { type NewAssignment, newAssignment } from "./draft";
import { assignmentEvent, ruleEvents } from "./events";
import { refuseFull, refuseTaken, refuseTwice, wantsAuto } from "./refuse";
import type { AssignmentCreate, AssignmentsCreate } from "./schema";
import { insertAssignments, rewardRedeemedByItself, rewardsByIds, rewardsTaken } from "./store";

/** Reads of what is asked for: these rewards, in the program of this name. */
function readsOf(scope: Scope, program: string, items: AssignmentsCreate) {
  const campaign = campaignNamed(scope, program);
  const ids = items.map(({ reward }) => reward);
  const rules = items.flatMap(({ validation_rules }) => validation_rules ?? []);
  return {
    campaign: byCampaignName(scope, program),
    rewards: rewardsByIds(scope, ids),
    taken: rewardsTaken(scope, campaign, ids),
    auto: items.some(wantsAuto) ? rewardRedeemedByItself(scope, campaign) : null,
    rules: rules.length > 0 ? rulesByIds(scope, rules) : null,
  };
}
type Read = Record<keyof ReturnType<typeof readsOf>, RawRow[]>;

interface Made {
  made: NewAssignment;
  reward: RewardRow;
}

function madeOf(
  scope: Scope,
  { id: campaignId }: StoredCampaign,
  items: AssignmentsCreate,
  read: Read,
): Made[] {
  const rewards = new Map(read.rewards.map(decodeReward).map((each) => [each.id, each]));
  const rules = new Map(read.rules.map(decodeRule).map((each) => [each.id, each]));
  return items.map((priced) => {
    const reward = rewards.get(priced.reward);
    if (!reward) throw notFound("reward", priced.reward);
    const ruleId = priced.validation_rules?.[0];
    const rule = ruleId === undefined ? null : (rules.get(ruleId) ?? null);
    if (ruleId !== undefined && !rule) throw notFound("validation_rules", ruleId);
    return { made: newAssignment(scope, campaignId, reward, { priced, rule }), reward };
  });
}

async function write(scope: Scope, campaign: StoredCampaign, all: Made[], answer: Answer) {
  const made = all.map((each) => each.made);
  const ofRules = made.flatMap(({ ofRule }) => ofRule ?? []);
  const marking = made.some(({ row }) => row.auto_redeem) ? markingAll(scope, campaign) : null;
  const result = await commit(scope, {
    statements: [
      ...insertAssignments(
        campaign.id,
        made.map(({ row }) => row),
      ),
      ...assignAll(scope.project.id, ofRules),
      ...(marking?.statements ?? []),
    ],
    jobs: marking?.jobs ?? [],
    tally: {
      ...marking?.tally,
      ...(ofRules.length > 0 && { validation_rules_assignments: ofRules.length }),
    },
    events: [
      ...all.map(({ made: { row }, reward }) =>
        assignmentEvent("campaign.reward.assignment.created", campaign, row, reward),
      ),
      ...ruleEvents(made),
    ],
    answer,
  });
  if (!result.ok) refuseFull(result.error, campaign);
  return result.ok ? answer : null;
}

/** Puts a reward into a loyalty program, once, for the points that it costs there. */
export const assignReward = (
  scope: Scope,
  reward: string,
  { campaign: program, ...priced }: AssignmentCreate,
): Promise<Answer> =>
  retried(scope, async () => {
    const items = [{ reward, ...priced }];
    const read = await load(scope, readsOf(scope, program, items));
    const [first] = read.rewards;
    if (!first) throw notFound("reward", reward);
    const campaign = programNamed(read.campaign, program);
    const all = madeOf(scope, campaign, items, read);
    refuseTaken(items, read);
    const [answer] = all.map(({ made }) => viewRewardAssignment(made.row));
    return answer ? write(scope, campaign, all, answer) : null;
  }, [`reward ${reward}`]);

/** Puts several rewards into a program: all of them or none. */
export const assignRewards = (
  scope: Scope,
  program: string,
  items: AssignmentsCreate,
): Promise<Answer> =>
  retried(scope, async () => {
    refuseTwice(items);
    const read = await load(scope, readsOf(scope, program, items));
    const campaign = theProgram(read.campaign, program);
    const all = madeOf(scope, campaign, items, read);
    refuseTaken(items, read);
    const answer = all.map(({ made }) => viewRewardAssignment(made.row));
    if (all.length === 0) return answer;
    return write(scope, campaign, all, answer);
  }, [`campaign ${program}`]);
