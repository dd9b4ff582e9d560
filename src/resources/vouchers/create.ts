import { refuseSecondName } from "../../checks/one-name";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { insertRows, type Statement } from "../../db/client";
import { validationRulesAssignments } from "../../db/tables/validation-rules";
import type { VoucherTransactionRow } from "../../db/tables/vouchers";
import { ApiError, notFound } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import type { Assignment } from "../../model/assignment";
import type { Voucher } from "../../model/voucher";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { isoNow, type Scope } from "../../scope/scope";
import {
  byCampaignName,
  countVouchers,
  type StoredCampaign,
  theCampaign,
} from "../campaigns/store";
import { categoryColumns, categoryNamed, namesCategory } from "../categories/store";
import { countAssignment } from "../validation-rules/assignment-store";
import { type RuleRow, rulesByIds, theRule } from "../validation-rules/store";
import { viewRule } from "../validation-rules/view";
import { newVoucher } from "./draft";
import { openLedgers } from "./opening-store";
import type { CreatedVoucher, VoucherCreate } from "./schema";
import { insertVoucher, type StoredVoucher } from "./store";
import { viewCampaignOf, viewVoucher } from "./view";

const ATTEMPTS = 3;

const newAssignment = (scope: Scope, ruleId: string, voucherId: string): Assignment => ({
  id: scope.newId("asgm"),
  rule_id: ruleId,
  related_object_id: voucherId,
  related_object_type: "voucher",
  created_at: isoNow(scope),
  object: "validation_rules_assignment",
});

/** Raises each rule's count; a rule deleted meanwhile aborts the batch under a tag of its own. */
const countAssignments = ({ project_id, assignments }: StoredVoucher): Statement[] =>
  assignments.flatMap(({ rule_id }) =>
    countAssignment({ project_id, rule_id }, 1, `rule:${rule_id}`),
  );

/** What cards start with, as the first entries of their ledgers. */
export const openingEntries = (
  scope: Scope,
  rows: readonly StoredVoucher[],
): VoucherTransactionRow[] =>
  rows.flatMap(({ project_id, id, campaign_id, amount, balance, created_at }) =>
    amount === null || balance === null
      ? []
      : [
          {
            project_id,
            voucher_id: id,
            id: scope.newId("vtx"),
            campaign_id,
            type: "OPENING",
            amount: balance,
            total: amount,
            balance,
            source_id: null,
            source: scope.actor.channel,
            reason: null,
            details: {},
            related_transaction_id: null,
            created_at,
            sequence: null,
          },
        ],
  );

function creationEvents(
  body: Voucher,
  row: StoredVoucher,
  rules: readonly RuleRow[],
): DomainEvent[] {
  const created: DomainEvent = {
    kind: "voucher.created",
    entity_id: row.id,
    data: { voucher: body, campaign: viewCampaignOf(row) },
  };
  const assigned = row.assignments.map((assignment, at): DomainEvent => {
    const rule = rules[at];
    return {
      kind: "business_validation_rule.assignment.created",
      entity_id: assignment.rule_id,
      data: { rule: rule ? viewRule(rule) : {}, assignment, voucher: body },
    };
  });
  return [created, ...assigned, ...addedEvents(row)];
}

/** The campaign's own event for a voucher that was added to it. */
function addedEvents(row: StoredVoucher): DomainEvent[] {
  const campaign = viewCampaignOf(row);
  if (!campaign) return [];
  const data = { campaign, count: 1 };
  return [{ kind: "campaign.vouchers.aded", entity_id: campaign.id, data }];
}

/** What a new voucher writes: its row, its opening entry, its assignments, its campaign's count. */
export function voucherStatements(scope: Scope, row: StoredVoucher): Statement[] {
  const rows = row.assignments.map(({ object: _, ...assignment }) => ({
    project_id: scope.project.id,
    ...assignment,
  }));
  return [
    insertVoucher(row),
    ...openLedgers(scope, [row], openingEntries(scope, [row])),
    ...countAssignments(row),
    ...(rows.length > 0 ? [insertRows(validationRulesAssignments, rows)] : []),
    ...(row.campaign_id === null ? [] : countVouchers(scope, row.campaign_id, 1)),
  ];
}

/** By how much tallies and the campaign's day move with new vouchers. */
export function voucherCounts(rows: readonly StoredVoucher[]) {
  const assigned = rows.reduce((sum, { assignments }) => sum + assignments.length, 0);
  return {
    tally: {
      vouchers: rows.length,
      ...(assigned > 0 && { validation_rules_assignments: assigned }),
    },
    days: rows.flatMap(({ campaign_id, type, balance }) =>
      campaign_id === null ? [] : [{ campaign_id, counters: createdCounters(type, balance, 1) }],
    ),
  };
}

/** What a campaign's day counts of so many new vouchers of one kind, each with this amount. */
export const createdCounters = (
  type: StoredVoucher["type"],
  amount: number | null,
  count: number,
) => ({
  vouchers_created: count,
  ...VOUCHER_KINDS[type].created(count * (amount ?? 0)),
});

/** A new voucher of no campaign shows the list of its rules where it has some (reference 2.3). */
function viewCreated({
  validation_rules_assignments: assigned,
  ...voucher
}: Voucher): CreatedVoucher {
  const isLeftOut = voucher.campaign_id === null && assigned.total === 0;
  return isLeftOut ? voucher : { ...voucher, validation_rules_assignments: assigned };
}

async function tryCreate(scope: Scope, input: VoucherCreate, parents: Parents) {
  const { campaign, rules, category } = parents;
  const row = { ...newVoucher(scope, input, campaign), ...category };
  row.assignments = rules.map((rule) => newAssignment(scope, rule.id, row.id));
  const shown = viewVoucher(scope, row);
  const answer = viewCreated(shown);
  const result = await commit(scope, {
    statements: voucherStatements(scope, row),
    ...voucherCounts([row]),
    events: creationEvents({ ...shown }, row, rules),
    answer,
  });
  return { result, row, answer };
}

/** What a new voucher belongs to. */
interface Parents {
  campaign: StoredCampaign | null;
  rules: RuleRow[];
  /** Null where the input names none. */
  category: Pick<StoredVoucher, "category" | "category_id"> | null;
}

/** Refuses another campaign than the one that the voucher is made in. */
function refuseOtherCampaign(campaign: StoredCampaign, input: VoucherCreate): void {
  for (const property of ["campaign", "campaign_id"] as const) {
    refuseSecondName("campaign", campaign, property, input[property]);
  }
}

/**
 * The campaign, the rules and the category that the input names, in one round trip; refuses unknown
 * ones, and two campaigns. A `path` names the campaign before the input does.
 */
export async function getParents(
  scope: Scope,
  input: VoucherCreate,
  path?: string,
): Promise<Parents> {
  const name = path || input.campaign_id || input.campaign;
  const ruleIds = [...new Set(input.validation_rules ?? [])];
  const hasCategory = namesCategory(input);
  if (!name && ruleIds.length === 0 && !hasCategory) {
    return { campaign: null, rules: [], category: null };
  }
  const { campaigns, rules, categories } = await load(scope, {
    campaigns: byCampaignName(scope, name ?? ""),
    rules: rulesByIds(scope, ruleIds),
    categories: categoryNamed(scope, input),
  });
  const campaign = name ? theCampaign(campaigns, name) : null;
  if (campaign) refuseOtherCampaign(campaign, input);
  return {
    category: hasCategory ? categoryColumns(categories, input) : null,
    campaign,
    rules: ruleIds.map((id) =>
      theRule(
        rules.filter((row) => row.id === id),
        id,
      ),
    ),
  };
}

/**
 * Creates a voucher: one round trip, two with a rule or a campaign. Refuses parts that do not fit,
 * unknown parents, and a code that exists; a drawn code that happens to exist is drawn again. A
 * `path` names the campaign before the input does.
 */
export async function createVoucher(
  scope: Scope,
  input: VoucherCreate,
  path?: string,
): Promise<Answer> {
  const parents = await getParents(scope, input, path);
  refuseDrawing(input, parents.campaign);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { result, row, answer } = await tryCreate(scope, input, parents);
    if (result.ok) return answer;
    const { constraint } = result.error;
    if (constraint.startsWith("rule:")) throw notFound("validation_rules", constraint.slice(5));
    if (constraint === "campaign_moved") throw notFound("campaign", parents.campaign?.id ?? "");
    if (input.code) throw duplicateCode(row.code);
  }
  throw new ApiError("invalid_code_config", {
    details: "Every code drawn from the pattern exists",
  });
}

/**
 * Refuses to draw a code for the single voucher of a STANDALONE campaign, whose code is always
 * given.
 */
function refuseDrawing(input: VoucherCreate, campaign: StoredCampaign | null): void {
  if (campaign?.type === "STANDALONE" && !input.code) {
    throw new ApiError("invalid_campaign", {
      details: "You can not generate vouchers for STANDALONE type campaign.",
    });
  }
}

/** The 409 of a code that exists. */
export const duplicateCode = (code: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated voucher exists with code ${code}`,
    resource_id: code,
    resource_type: "voucher",
  });
