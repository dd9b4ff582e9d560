import { checkMetadata } from "../../checks/metadata";
import type { Answer } from "../../commit/answer";
import { commit, type Effect } from "../../commit/commit";
import { load } from "../../commit/load";
import { refuseFull } from "../../commit/locations";
import { retried } from "../../commit/retry";
import type { Statement } from "../../db/client";
import type { AssignmentRow } from "../../db/tables/validation-rules";
import type { DomainEvent } from "../../events/outbox";
import type { Campaign } from "../../model/campaign";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import type { ReferralProgram } from "../../model/referral";
import type { Scope } from "../../scope/scope";
import { assignToCampaign, assignToTier } from "../validation-rules/assignment-store";
import { newRule, withRule } from "../validation-rules/create";
import type { RuleCreate } from "../validation-rules/schema";
import type { RuleRow } from "../validation-rules/store";
import { viewAssignment, viewRule } from "../validation-rules/view";
import { duplicateCode, voucherCounts, voucherStatements } from "../vouchers/create";
import { newVoucher } from "../vouchers/draft";
import type { StoredVoucher } from "../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../vouchers/view";
import { campaignTypeOf, duplicateName, firstVouchersCount, refuseOtherParts } from "./define";
import { newCampaign, type Parents, tiersOf } from "./draft";
import { type Generation, planGeneration } from "./generate";
import { assignmentEvents, type NewTier, tierCreated } from "./promotions/tiers/draft";
import { parentStatements, parentsIn } from "./promotions/tiers/parents";
import { definedProgram } from "./referral-program";
import type { CampaignCreate } from "./schema";
import { insertCampaign, type StoredCampaign } from "./store";
import { viewCampaign } from "./view";

/** A rule that is made with a campaign or a tier, and how the answer tells of both. */
export interface SetUp<T> {
  rule: RuleCreate | null;
  shape: (made: T, rule?: RuleRow) => Answer;
}

/** By itself: with a rule that is there already, if any. */
export const ALONE = { rule: null, shape: (made: Answer) => made };

/**
 * The categories and rules that the body and its tiers name, in one round trip if there are any.
 */
async function getParents(scope: Scope, input: CampaignCreate): Promise<Parents> {
  const tiers = tiersOf(input).map(({ tier }) => tier);
  const reads = parentStatements(scope, [input, ...tiers]);
  const parentsOf = parentsIn(reads.length > 0 ? await load(scope, reads) : []);
  return { ...parentsOf(input), ofTier: parentsOf };
}

interface Draft {
  /** The campaign as it stands once the batch is written. */
  campaign: StoredCampaign;
  assignment: AssignmentRow | null;
  rule: RuleRow | null;
  tiers: NewTier[];
  /** The only voucher, made at once. */
  voucher: StoredVoucher | null;
  /** The background work that makes several vouchers. */
  making: Generation | null;
}

function planCampaign(
  scope: Scope,
  input: CampaignCreate,
  parents: Parents,
  program: ReferralProgram | null,
): Draft {
  const { row: blank, assignment, tiers } = newCampaign(scope, input, parents);
  const row = { ...blank, referral_program: program };
  const count = firstVouchersCount(input, row);
  const voucher = count === 1 ? newVoucher(scope, { code: input.voucher?.code }, row) : null;
  const generated = {
    ...row,
    creation_status: "IN_PROGRESS",
    vouchers_generation_status: "IN_PROGRESS",
  } as const;
  const making = count > 1 ? planGeneration(scope, generated, count) : null;
  return {
    campaign: making ? generated : row,
    assignment,
    rule: parents.rule,
    tiers,
    voucher,
    making,
  };
}

function statementsOf(scope: Scope, made: Draft): Statement[] {
  const { campaign, assignment, tiers, voucher, making } = made;
  return [
    ...insertCampaign(campaign),
    ...(assignment ? assignToCampaign(assignment) : []),
    ...tiers.flatMap((tier) => (tier.assignment ? assignToTier(tier.assignment) : [])),
    ...(voucher ? voucherStatements(scope, voucher) : []),
    ...(making ? [making.statement] : []),
  ];
}

function creationEvents(scope: Scope, made: Draft, body: Campaign): DomainEvent[] {
  const { campaign, assignment, rule, tiers, voucher, making } = made;
  const created: DomainEvent = {
    kind: "campaign.created",
    entity_id: campaign.id,
    data: { campaign: body },
  };
  const assigned = (found: RuleRow, row: AssignmentRow): DomainEvent => ({
    kind: "business_validation_rule.assignment.created",
    entity_id: found.id,
    data: {
      rule: viewRule({ ...found, assignments_count: found.assignments_count + 1 }),
      assignment: viewAssignment(row),
      campaign: body,
    },
  });
  const added = (row: StoredVoucher): DomainEvent => ({
    kind: "voucher.created",
    entity_id: row.id,
    data: { voucher: viewVoucher(scope, row), campaign: viewCampaignOf(row) },
  });
  return [
    created,
    ...(rule && assignment ? [assigned(rule, assignment)] : []),
    ...tiers.map(({ tier }) => tierCreated(campaign, tier)),
    ...assignmentEvents(campaign, tiers, rule),
    ...(voucher ? [added(voucher)] : []),
    ...(making?.events ?? []),
  ];
}

function effectOf(scope: Scope, made: Draft, shape: (body: Campaign) => Answer): Effect {
  const { campaign, tiers, voucher, making } = made;
  const assigned = [made, ...tiers].filter(({ assignment }) => assignment !== null).length;
  const counts = voucher ? voucherCounts([voucher]) : { tally: {}, days: [] };
  const body = viewCampaign({ ...campaign, vouchers_count: voucher ? 1 : 0 });
  return {
    statements: statementsOf(scope, made),
    events: creationEvents(scope, made, body),
    tally: {
      campaigns: 1,
      ...counts.tally,
      ...(tiers.length > 0 && { promotion_tiers: tiers.length }),
      ...(assigned > 0 && { validation_rules_assignments: assigned }),
      ...(making && { async_actions: 1 }),
    },
    days: counts.days,
    jobs: making ? [making.job] : [],
    answer: shape(body),
  };
}

/**
 * Throws where the code that exists already was the only one possible; a drawn code is drawn again
 * with the next attempt.
 */
function refuseCode({ campaign, voucher }: Draft, input: CampaignCreate): void {
  const isCertain = campaign.voucher?.code_config?.length === 0 || Boolean(input.voucher?.code);
  if (voucher && isCertain) throw duplicateCode(voucher.code);
}

/**
 * Creates a campaign of any type, its only voucher with it; several are made in the background.
 * Refuses a name that exists, unknown rules and categories, and parts that do not fit its type.
 */
export function createCampaign(
  scope: Scope,
  input: CampaignCreate,
  setUp: SetUp<Campaign> = ALONE,
): Promise<Answer> {
  checkMetadata(scope, "campaign", input.metadata);
  const campaignType = campaignTypeOf(input);
  refuseOtherParts(input, campaignType);
  const { isReferral } = CAMPAIGN_KINDS[campaignType];
  return retried(scope, async () => {
    const own = setUp.rule && (await newRule(scope, setUp.rule));
    const found = await getParents(scope, input);
    const parents = own ? { ...found, rule: own.rule } : found;
    const program = isReferral ? await definedProgram(scope, input.referral_program) : null;
    const made = planCampaign(scope, input, parents, program);
    const effect = effectOf(scope, made, (body) => setUp.shape(body, own?.rule));
    const result = await commit(scope, own ? withRule(effect, own) : effect);
    if (result.ok) return effect.answer;
    refuseFull(result.error);
    const { constraint } = result.error;
    if (constraint.startsWith("campaigns.")) throw duplicateName(input.name);
    if (constraint.startsWith("vouchers.")) refuseCode(made, input);
    return null;
  });
}
