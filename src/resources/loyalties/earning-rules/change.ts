import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { changesNothing, nextUpdate } from "../../../commit/next-update";
import { retried } from "../../../commit/retry";
import { mergeMetadata } from "../../../model/metadata";
import type { Scope } from "../../../scope/scope";
import { refuseProtected } from "../../campaigns/change";
import { byCampaignName } from "../../campaigns/store";
import { rulesOfObject } from "../../validation-rules/assignment-store";
import { decodeRule, rulesByIds } from "../../validation-rules/store";
import { type InProgram, theProgram } from "../programs/program";
import { checkEarningRule } from "./draft";
import { earningRuleEvent } from "./events";
import { mergedEarning } from "./merge-earning";
import {
  assignmentsAfter,
  reassigned,
  reassignedEvents,
  reassigning,
  reassignment,
} from "./reassign";
import type { EarningRuleUpdate } from "./schema";
import {
  type EarningRuleChange,
  earningRulesByIds,
  type StoredEarningRule,
  theEarningRule,
  updateEarningRule,
} from "./store";
import { viewEarningRule, viewSwitched } from "./view";

/** Turns a rule on or off; doing it twice changes nothing more. */
export const setEarningRuleActive = (
  scope: Scope,
  { program, id }: InProgram,
  active: boolean,
): Promise<Answer> =>
  retried(scope, async () => {
    const { campaigns, found } = await load(scope, {
      campaigns: byCampaignName(scope, program),
      found: earningRulesByIds(scope, [id]),
    });
    const campaign = theProgram(campaigns, program);
    const before = theEarningRule(found, { id, campaignId: campaign.id });
    if (before.active === active) return viewSwitched(before);
    refuseProtected(campaign);
    const change = { active, updated_at: nextUpdate(scope, before) };
    const after = { ...before, ...change };
    const answer = viewSwitched(after);
    const kind = active ? "campaign.earning_rule.enabled" : "campaign.earning_rule.disabled";
    const result = await commit(scope, {
      statements: updateEarningRule(before, change),
      events: [earningRuleEvent(kind, campaign, after)],
      answer,
    });
    return result.ok ? answer : null;
  }, [`earning_rule ${id}`]);

/** Absent keeps, null clears. */
const CLEARABLE = [
  "pending_points",
  "expiration_rules",
  "start_date",
  "expiration_date",
  "validity_timeframe",
  "validity_day_of_week",
  "validity_hours",
] as const;

/** The columns that a body changes. */
function changeOf(scope: Scope, row: StoredEarningRule, sent: EarningRuleUpdate) {
  const { loyalty, source, active, metadata } = sent;
  const cleared = CLEARABLE.filter((name) => sent[name] !== undefined);
  const change: EarningRuleChange = {
    ...Object.fromEntries(cleared.map((name) => [name, sent[name]])),
    ...(loyalty && { loyalty: mergedEarning(row.loyalty, loyalty) }),
    ...(source?.banner !== undefined && { banner: source.banner }),
    ...(source === null && { banner: null }),
    ...(typeof active === "boolean" && { active }),
    ...(metadata !== undefined && { metadata: mergeMetadata(row.metadata, metadata) }),
    updated_at: nextUpdate(scope, row),
  };
  return change;
}

async function loadChange(scope: Scope, { program, id }: InProgram, sent: EarningRuleUpdate) {
  const { validation_rule_id: ruleId } = sent;
  const { campaigns, found, current, named } = await load(scope, {
    campaigns: byCampaignName(scope, program),
    found: earningRulesByIds(scope, [id]),
    current: ruleId === undefined ? null : rulesOfObject(scope, id),
    named: ruleId ? rulesByIds(scope, [ruleId]) : null,
  });
  const campaign = theProgram(campaigns, program);
  const before = theEarningRule(found, { id, campaignId: campaign.id });
  refuseProtected(campaign);
  const rules = [...current, ...named].map(decodeRule);
  return { campaign, before, moved: reassignment(scope, before, ruleId, rules) };
}

/** Updates a rule; its event stays. Another validation rule takes the place of the one it has. */
export const changeEarningRule = (
  scope: Scope,
  place: InProgram,
  sent: EarningRuleUpdate,
): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, before, moved } = await loadChange(scope, place, sent);
    const change = changeOf(scope, before, sent);
    const assignments = moved ? assignmentsAfter(moved) : before.assignments;
    const after: StoredEarningRule = { ...before, ...change, assignments };
    checkEarningRule(scope, after);
    if (!moved && changesNothing(before, change)) return viewEarningRule(before);
    const answer = viewEarningRule(after);
    const result = await commit(scope, {
      statements: [...(moved ? reassigning(moved) : []), ...updateEarningRule(before, change)],
      ...(moved && { tally: { validation_rules_assignments: reassigned(moved) } }),
      events: [
        earningRuleEvent("campaign.earning_rule.updated", campaign, after),
        ...(moved ? reassignedEvents(moved, after) : []),
      ],
      answer,
    });
    return result.ok ? answer : null;
  }, [`earning_rule ${place.id}`]);
