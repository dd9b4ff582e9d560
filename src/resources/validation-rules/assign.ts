import type { AssignmentRow } from "../../db/tables/validation-rules";
import { ApiError, notFound } from "../../errors";
import { type Answer, commit, load } from "../../events/effect";
import { isoNow, type Scope } from "../../http/scope";
import { byCampaignName, theCampaign } from "../campaigns/store";
import { retried } from "../retry";
import { byNames, decodeVoucher, pick } from "../vouchers/store";
import { type AssignmentCreate, TARGETS } from "./schema";
import { assignToCampaign, assignToVoucher, type RuleRow, rulesByIds, theRule } from "./store";
import { campaignTarget, type Target, voucherTarget } from "./target";
import { viewAssignment, viewRule } from "./view";

/** The one object that the body names, by its kind or by id and kind. */
function targetOf(input: AssignmentCreate): { type: (typeof TARGETS)[number]; id: string } {
  const { related_object_id: id, related_object_type: type } = input;
  const named = TARGETS.flatMap((kind) => {
    const name = input[kind];
    return name ? [{ type: kind, id: name }] : [];
  });
  const all = id && type ? [...named, { type, id }] : named;
  const [first] = all;
  if (first && all.length === 1) return first;
  throw new ApiError("invalid_payload", {
    details: `Payload must name one object, as one of [ ${TARGETS.join(", ")} ] or as related_object_id with related_object_type`,
  });
}

const duplicate = (id: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated validation_rules_assignment exists with id ${id}`,
    resource_id: id,
    resource_type: "validation_rules_assignment",
  });

const newAssignment = (scope: Scope, ruleId: string, { type, id }: Target): AssignmentRow => ({
  project_id: scope.project.id,
  related_object_id: id,
  rule_id: ruleId,
  id: scope.newId("asgm"),
  related_object_type: type,
  created_at: isoNow(scope),
});

async function loadBoth(
  scope: Scope,
  ruleId: string,
  { type, id: name }: ReturnType<typeof targetOf>,
): Promise<{ rule: RuleRow; target: Target }> {
  if (type !== "voucher" && type !== "campaign") throw notFound(type, name);
  const named = type === "voucher" ? byNames(scope, [name]) : byCampaignName(scope, name);
  const [rules, found = []] = await load(scope, [rulesByIds(scope, [ruleId]), named]);
  const rule = theRule(rules, ruleId);
  if (type === "campaign") return { rule, target: campaignTarget(theCampaign(found, name)) };
  const voucher = pick(scope, found.map(decodeVoucher), name);
  if (!voucher) throw notFound("voucher", name);
  return { rule, target: voucherTarget(scope, voucher) };
}

/** An object has a rule once; a campaign has one rule at most (as the reference service). */
function refuseAnother({ type, id, assignments }: Target, ruleId: string): void {
  const existing = assignments.find(({ rule_id }) => rule_id === ruleId);
  if (existing) throw duplicate(existing.id);
  if (type === "campaign" && assignments.length > 0) {
    throw new ApiError("invalid_campaign", {
      details: `Campaign ${id} has a validation rule; a campaign takes at most one`,
    });
  }
}

/** Assigns a rule to a voucher or a campaign, once. Of the other kinds of objects none exists yet. */
export function assignRule(scope: Scope, ruleId: string, input: AssignmentCreate): Promise<Answer> {
  const named = targetOf(input);
  return retried(async () => {
    const { rule, target } = await loadBoth(scope, ruleId, named);
    refuseAnother(target, ruleId);
    const row = newAssignment(scope, ruleId, target);
    const assignment = viewAssignment(row);
    const answer: Answer = { status: 200, body: assignment };
    const counted = { ...rule, assignments_count: rule.assignments_count + 1 };
    const result = await commit(scope, {
      statements: target.type === "voucher" ? assignToVoucher(row) : assignToCampaign(row),
      tally: { validation_rules_assignments: 1 },
      events: [
        {
          kind: "business_validation_rule.assignment.created",
          entity_id: ruleId,
          data: {
            rule: viewRule(counted),
            assignment,
            ...target.view([...target.assignments, assignment]),
          },
        },
      ],
      answer,
    });
    return result.ok ? answer : null;
  });
}
