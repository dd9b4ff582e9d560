import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { retried } from "../../commit/retry";
import { totalOf } from "../../db/page";
import type { DomainEvent } from "../../events/outbox";
import type { CampaignType } from "../../model/campaign-types";
import { isoNow, type Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import { unassignAll } from "../validation-rules/assignment-store";
import { decodeRule, type RuleRow } from "../validation-rules/store";
import { unassignedEvents } from "../validation-rules/unassigned";
import { campaignNamed } from "../vouchers/store";
import { refuseProtected } from "./change";
import { DELETION, FIRST } from "./clear";
import { viewTier } from "./promotions/tiers/view";
import { rulesOf, stacksOf } from "./removal-store";
import { byCampaignName, deleteCampaign, type StoredCampaign, theCampaign } from "./store";
import { viewCampaign } from "./view";

/** What is deleted together with a campaign. */
interface Belongings {
  rules: readonly RuleRow[];
  stacks: number;
}

const assignmentsOf = ({ assignments, tiers }: StoredCampaign) => [
  ...assignments,
  ...tiers.flatMap((tier) => tier.assignments),
];

function removalEvents(row: StoredCampaign, rules: readonly RuleRow[]): DomainEvent[] {
  const campaign = viewCampaign(row);
  const own = row.assignments.map((assignment) => ({ assignment, shown: { campaign } }));
  const ofTiers = row.tiers.flatMap((tier) => {
    const shown = { promotion_tier: viewTier(row, tier) };
    return tier.assignments.map((assignment) => ({ assignment, shown }));
  });
  return [
    ...unassignedEvents(rules, [...own, ...ofTiers]),
    { kind: "campaign.deleted", entity_id: row.id, data: { campaign } },
  ];
}

/** By how much the totals of the project's lists go down. */
function tallyOf({ tiers }: StoredCampaign, assigned: number, stacks: number) {
  return {
    campaigns: -1,
    async_actions: 1,
    ...(tiers.length > 0 && { promotion_tiers: -tiers.length }),
    ...(stacks > 0 && { promotion_stacks: -stacks }),
    ...(assigned > 0 && { validation_rules_assignments: -assigned }),
  };
}

async function remove(
  scope: Scope,
  row: StoredCampaign,
  { rules, stacks }: Belongings,
  isForced: boolean,
) {
  const {
    statement: started,
    job,
    row: action,
  } = beginAction(scope, DELETION, {
    input: { campaign_id: row.id, force: isForced },
    state: FIRST,
    total: row.vouchers_count,
  });
  const answer = { async_action_id: action.id };
  const assigned = assignmentsOf(row).length;
  const ids = [row.id, ...row.tiers.map(({ id }) => id)];
  const result = await commit(scope, {
    statements: [
      ...unassignAll(scope.project.id, ids, assigned),
      ...deleteCampaign(row, stacks, isoNow(scope)),
      started,
    ],
    tally: tallyOf(row, assigned, stacks),
    events: removalEvents(row, rules),
    jobs: [job],
    answer,
  });
  return result.ok ? answer : null;
}

/**
 * Deletes a campaign: it is gone at once and its name is free, its vouchers, tiers and stacks can
 * no longer be used, and a job takes the vouchers away. Their codes stay reserved unless
 * `isForced`.
 */
export const removeCampaign = (
  scope: Scope,
  name: string,
  isForced: boolean,
  type?: CampaignType,
): Promise<Answer> =>
  retried(scope, async () => {
    const campaign = campaignNamed(scope, name);
    const { found, rules, stacks } = await load(scope, {
      found: byCampaignName(scope, name),
      rules: rulesOf(scope, campaign),
      stacks: stacksOf(scope, campaign),
    });
    const row = theCampaign(found, name, type);
    refuseProtected(row);
    const belongings = { rules: rules.map(decodeRule), stacks: totalOf(stacks) };
    return remove(scope, row, belongings, isForced);
  });
