import type { Answer } from "../../../commit/answer";
import { commit } from "../../../commit/commit";
import { load } from "../../../commit/load";
import { retried } from "../../../commit/retry";
import type { RawRow } from "../../../db/client";
import { ApiError, notFound } from "../../../errors";
import type { DomainEvent } from "../../../events/outbox";
import { MOST_RULES } from "../../../model/loyalty/earning";
import type { Scope } from "../../../scope/scope";
import { refuseProtected } from "../../campaigns/change";
import { byCampaignName, type StoredCampaign } from "../../campaigns/store";
import { assignedEvents } from "../../validation-rules/assigned";
import { assignAll } from "../../validation-rules/assignment-store";
import { decodeRule, type RuleRow, rulesByIds } from "../../validation-rules/store";
import { theProgram } from "../programs/program";
import { checkEarningRule, type NewEarningRule, newEarningRule } from "./draft";
import { earningRuleEvent } from "./events";
import { eventReads } from "./named-store";
import { narrowed } from "./narrowed";
import type { EarningRuleCreate } from "./schema";
import { insertEarningRules } from "./store";
import { viewEarningRule, viewSimpleEarningRule } from "./view";

/** The validation rules of a body by id; refuses one that is not there. */
export function rulesNamed(rows: readonly RawRow[], ids: readonly string[]): Map<string, RuleRow> {
  const found = new Map(rows.map(decodeRule).map((row) => [row.id, row]));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) throw notFound("validation_rules", missing);
  return found;
}

const tooMany = ({ id }: StoredCampaign) =>
  new ApiError("invalid_campaign", {
    details: `Campaign ${id} takes at most ${MOST_RULES} earning rules`,
  });

async function newRules(scope: Scope, name: string, sent: EarningRuleCreate) {
  const ids = [...new Set(sent.flatMap(({ validation_rule_id: id }) => id ?? []))];
  const { campaigns, rules, ...found } = await load(scope, {
    campaigns: byCampaignName(scope, name),
    rules: ids.length > 0 ? rulesByIds(scope, ids) : null,
    ...eventReads(scope, sent),
  });
  const campaign = theProgram(campaigns, name);
  refuseProtected(campaign);
  const known = rulesNamed(rules, ids);
  const places = sent.map(() => scope.newId("ern")).sort((a, b) => (a < b ? -1 : 1));
  const made = sent.map((input, at) => {
    const place = {
      id: places[at] ?? scope.newId("ern"),
      campaignId: campaign.id,
      rule: known.get(input.validation_rule_id ?? "") ?? null,
      narrowed: narrowed(found, input, `[${at}]`),
    };
    const rule = newEarningRule(scope, input, place);
    checkEarningRule(scope, rule.row, `[${at}]`);
    return rule;
  });
  return { campaign, made };
}

/** Events of the validation rules that were assigned. */
const assignmentEvents = (made: readonly NewEarningRule[]): DomainEvent[] =>
  assignedEvents(
    made.flatMap(({ row, assignment, rule }) =>
      assignment && rule
        ? [{ rule, assignment, object: { earning_rule: viewSimpleEarningRule(row) } }]
        : [],
    ),
  );

/** Adds earning rules to a program: all of them or none. Answers them in the order of the body. */
export const createEarningRules = (
  scope: Scope,
  name: string,
  sent: EarningRuleCreate,
): Promise<Answer> =>
  retried(scope, async () => {
    const { campaign, made } = await newRules(scope, name, sent);
    const rows = made.map(({ row }) => row);
    const assignments = made.flatMap(({ assignment }) => assignment ?? []);
    const answer = rows.map(viewEarningRule);
    if (rows.length === 0) return answer;
    const result = await commit(scope, {
      statements: [
        ...insertEarningRules(campaign, rows),
        ...assignAll(scope.project.id, assignments),
      ],
      ...(assignments.length > 0 && {
        tally: { validation_rules_assignments: assignments.length },
      }),
      events: [
        ...rows.map((row) => earningRuleEvent("campaign.earning_rule.assigned", campaign, row)),
        ...assignmentEvents(made),
      ],
      answer,
    });
    if (!result.ok && result.error.constraint === "earning_rules_full") throw tooMany(campaign);
    return result.ok ? answer : null;
  }, [`campaign ${name}`]);
