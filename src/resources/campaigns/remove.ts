import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { putIntoBin } from "../../commit/put-into-bin";
import { retried } from "../../commit/retry";
import { keepCampaign } from "../../db/bin/campaign";
import { IN_BIN, notInBin } from "../../db/bin/entries";
import type { Statement } from "../../db/client";
import type { Conflict } from "../../db/commit";
import { totalOf } from "../../db/page";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { CampaignType } from "../../model/campaign-types";
import { isoNow, type Scope } from "../../scope/scope";
import { beginAction } from "../async-actions/define";
import { refuseHeavy } from "../async-actions/refuse-heavy";
import { unassignAll } from "../validation-rules/assignment-store";
import { decodeRule, type RuleRow } from "../validation-rules/store";
import { unassignedEvents } from "../validation-rules/unassigned";
import { refuseProtected } from "./change";
import { DELETION, FIRST } from "./clear";
import { viewTier } from "./promotions/tiers/view";
import {
  decodePart,
  deleteParts,
  type ProgramPart,
  partsOf,
  rulesOf,
  stacksOf,
} from "./removal-store";
import { campaignNamed } from "./sql";
import { byCampaignName, deleteCampaign, type StoredCampaign, theCampaign } from "./store";
import { viewCampaign } from "./view";

/** What is deleted together with a campaign. */
interface Belongings {
  rules: readonly RuleRow[];
  stacks: number;
  /** Its distributions, and what a loyalty program has. */
  parts: readonly ProgramPart[];
}

function removalEvents(row: StoredCampaign, { rules, parts }: Belongings): DomainEvent[] {
  const campaign = viewCampaign(row);
  const own = row.assignments.map((assignment) => ({ assignment, shown: { campaign } }));
  const ofTiers = row.tiers.flatMap((tier) => {
    const shown = { promotion_tier: viewTier(row, tier) };
    return tier.assignments.map((assignment) => ({ assignment, shown }));
  });
  const ofParts = parts.flatMap(({ type, assignments }) =>
    assignments.map((assignment) => ({ assignment, shown: { [type]: null } })),
  );
  return [
    ...unassignedEvents(rules, [...own, ...ofTiers, ...ofParts]),
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

/** Puts the campaign into the bin, or sees to it that it is not on its way back from there. */
const binned = (
  scope: Scope,
  { id, name }: StoredCampaign,
  actionId: string,
  isForced: boolean,
): Statement =>
  isForced
    ? notInBin(scope.project.id, id)
    : putIntoBin(scope, {
        resource_id: id,
        resource_type: "campaign",
        resource_name: name,
        action_id: actionId,
      });

function refuseReturning({ constraint }: Conflict, { id }: StoredCampaign): void {
  if (constraint !== IN_BIN && constraint !== "in_bin") return;
  throw new ApiError("resource_in_use", {
    details: `Vouchers of campaign ${id} are still coming back from the bin`,
    resource_id: id,
    resource_type: "campaign",
  });
}

async function remove(
  scope: Scope,
  row: StoredCampaign,
  belongings: Belongings,
  isForced: boolean,
) {
  refuseHeavy(scope);
  const {
    statement: started,
    job,
    row: action,
  } = beginAction(scope, DELETION, {
    input: {
      campaign_id: row.id,
      force: isForced,
      ...(!isForced && { deleted_at: isoNow(scope) }),
    },
    state: FIRST,
    total: row.vouchers_count,
  });
  const answer = { async_action_id: action.id };
  const { stacks, parts } = belongings;
  const objects = [row, ...row.tiers, ...parts];
  const assigned = objects.flatMap(({ assignments }) => assignments).length;
  const ids = objects.map(({ id }) => id);
  const result = await commit(scope, {
    statements: [
      ...(isForced ? [] : keepCampaign(scope.project.id, row.id, ids)),
      ...unassignAll(scope.project.id, ids, assigned),
      ...deleteParts(scope.project.id, row.id, parts),
      ...deleteCampaign(row, stacks, isoNow(scope)),
      binned(scope, row, action.id, isForced),
      started,
    ],
    tally: { ...tallyOf(row, assigned, stacks), ...(!isForced && { trash_bin: 1 }) },
    events: removalEvents(row, belongings),
    jobs: [job],
    answer,
  });
  if (!result.ok) refuseReturning(result.error, row);
  return result.ok ? answer : null;
}

/**
 * Deletes a campaign: it is gone at once and its name is free, its vouchers, tiers and stacks can
 * no longer be used, and a job takes the vouchers away. All of it goes into the bin and the codes
 * stay reserved, unless `isForced`. Refuses one whose vouchers are still coming back from there.
 */
export const removeCampaign = (
  scope: Scope,
  name: string,
  isForced: boolean,
  type?: CampaignType,
): Promise<Answer> =>
  retried(scope, async () => {
    const campaign = campaignNamed(scope, name);
    const { found, rules, stacks, parts } = await load(scope, {
      found: byCampaignName(scope, name),
      rules: rulesOf(scope, campaign),
      stacks: stacksOf(scope, campaign),
      parts: partsOf(scope, campaign),
    });
    const row = theCampaign(found, name, type);
    refuseProtected(row);
    const belongings = {
      rules: rules.map(decodeRule),
      stacks: totalOf(stacks),
      parts: parts.map(decodePart),
    };
    return remove(scope, row, belongings, isForced);
  });
