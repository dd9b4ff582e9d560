import { insertRows, statement } from "../../db/client";
import { assertChanged } from "../../db/commit";
import { validationRulesAssignments } from "../../db/tables/validation-rules";
import { codePattern, drawCode } from "../../engine/codes";
import { ApiError, notFound } from "../../errors";
import { type Answer, commit } from "../../events/effect";
import type { DomainEvent } from "../../events/outbox";
import { isoNow, type Scope } from "../../http/scope";
import type { Assignment } from "../../model/assignment";
import { windowDefects } from "../../model/time-window";
import { getRules, type RuleRow } from "../validation-rules/store";
import { viewRule } from "../validation-rules/view";
import type { VoucherCreate } from "./schema";
import { insertTransaction, insertVoucher, keyOf, type StoredVoucher } from "./store";
import { viewVoucher } from "./view";

const ATTEMPTS = 3;

const invalid = (details: string) => new ApiError("invalid_voucher", { details });

/** The type as sent or, without one, the type whose part is there (reference SDKs leave it out). */
function typeOf(input: VoucherCreate): StoredVoucher["type"] {
  const parts = {
    DISCOUNT_VOUCHER: input.discount,
    GIFT_VOUCHER: input.gift,
    LOYALTY_CARD: input.loyalty_card,
  };
  const type =
    input.type ??
    (input.gift ? "GIFT_VOUCHER" : input.loyalty_card ? "LOYALTY_CARD" : "DISCOUNT_VOUCHER");
  const names = {
    DISCOUNT_VOUCHER: "discount",
    GIFT_VOUCHER: "gift",
    LOYALTY_CARD: "loyalty_card",
  };
  if (!parts[type]) throw invalid(`Property '${names[type]}' is required for ${type}`);
  return type;
}

function refuseWindow(row: StoredVoucher): void {
  const defect = windowDefects(row)[0];
  if (defect) {
    throw new ApiError("invalid_payload", { details: `Property .${defect.path} ${defect.reason}` });
  }
}

/** Campaigns and categories are named by id or name; neither exists before its resource does. */
function refuseUnknownParents(input: VoucherCreate): void {
  const campaign = input.campaign_id ?? input.campaign;
  if (campaign) throw notFound("campaign", campaign);
  if (input.category_id) throw notFound("category", input.category_id);
}

function drawnCode(scope: Scope, input: VoucherCreate, type: StoredVoucher["type"]): string {
  const pattern = codePattern(input.code_config ?? {}, type, 1);
  if (!pattern.ok) throw new ApiError("invalid_code_config", { details: pattern.error });
  return drawCode(pattern.value, scope.random).trim();
}

function newVoucher(scope: Scope, input: VoucherCreate): StoredVoucher {
  const type = typeOf(input);
  const code = input.code ?? drawnCode(scope, input, type);
  const amount = input.gift?.amount ?? input.loyalty_card?.points ?? null;
  const isCard = type !== "DISCOUNT_VOUCHER";
  return {
    project_id: scope.project.id,
    code_key: keyOf(scope, code),
    id: scope.newId("v"),
    code,
    type,
    campaign_id: null,
    category: input.category ?? null,
    category_id: null,
    discount: isCard ? null : (input.discount ?? null),
    gift_effect: input.gift?.effect ?? null,
    amount: isCard ? amount : null,
    balance: isCard ? amount : null,
    subtracted_amount: 0,
    redeemed_amount: 0,
    held_amount: 0,
    redemption_quantity: input.redemption?.quantity ?? null,
    redeemed_quantity: 0,
    held_quantity: 0,
    publish_count: 0,
    start_date: input.start_date ?? null,
    expiration_date: input.expiration_date ?? null,
    validity_timeframe: input.validity_timeframe ?? null,
    validity_day_of_week: input.validity_day_of_week ?? null,
    validity_hours: input.validity_hours ?? null,
    active: input.active ?? true,
    additional_info: input.additional_info ?? null,
    metadata: input.metadata ?? {},
    is_referral_code: false,
    holder_id: null,
    referrer_id: null,
    created_at: isoNow(scope),
    updated_at: null,
    deleted_at: null,
    assignments: [],
    campaign: null,
  };
}

const newAssignment = (scope: Scope, ruleId: string, voucherId: string): Assignment => ({
  id: scope.newId("asgm"),
  rule_id: ruleId,
  related_object_id: voucherId,
  related_object_type: "voucher",
  created_at: isoNow(scope),
  object: "validation_rules_assignment",
});

/** Raises each rule's count; a rule deleted meanwhile aborts the batch. */
const countAssignments = (scope: Scope, rules: readonly RuleRow[]) =>
  rules.flatMap((rule) => [
    statement(
      "UPDATE validation_rules SET assignments_count = assignments_count + 1 WHERE project_id = ?1 AND id = ?2",
      scope.project.id,
      rule.id,
    ),
    assertChanged(`rule:${rule.id}`),
  ]);

function openingEntry(scope: Scope, row: StoredVoucher) {
  if (row.amount === null) return [];
  return [
    insertTransaction({
      project_id: row.project_id,
      voucher_id: row.id,
      id: scope.newId("vtx"),
      campaign_id: null,
      type: "OPENING",
      amount: row.amount,
      total: row.amount,
      balance: row.amount,
      source_id: null,
      source: scope.actor.channel,
      reason: null,
      details: {},
      related_transaction_id: null,
      created_at: row.created_at,
    }),
  ];
}

function eventsOf(body: Record<string, unknown>, row: StoredVoucher, rules: readonly RuleRow[]) {
  const created: DomainEvent = {
    kind: "voucher.created",
    entity_id: row.id,
    data: { voucher: body, campaign: null },
  };
  const assigned = row.assignments.map((assignment, at): DomainEvent => {
    const rule = rules[at];
    return {
      kind: "business_validation_rule.assignment.created",
      entity_id: assignment.rule_id,
      data: { rule: rule ? viewRule(rule) : {}, assignment, voucher: body },
    };
  });
  return [created, ...assigned];
}

async function tryCreate(scope: Scope, input: VoucherCreate, rules: readonly RuleRow[]) {
  const row = newVoucher(scope, input);
  refuseWindow(row);
  row.assignments = rules.map((rule) => newAssignment(scope, rule.id, row.id));
  const answer: Answer = { status: 200, body: viewVoucher(scope, row) };
  const rows = row.assignments.map(({ object: _, ...assignment }) => ({
    project_id: scope.project.id,
    ...assignment,
  }));
  const result = await commit(scope, {
    statements: [
      insertVoucher(row),
      ...openingEntry(scope, row),
      ...countAssignments(scope, rules),
      ...(rows.length > 0 ? [insertRows(validationRulesAssignments, rows)] : []),
    ],
    tally: { vouchers: 1, ...(rows.length > 0 && { validation_rules_assignments: rows.length }) },
    events: eventsOf({ ...viewVoucher(scope, row) }, row, rules),
    answer,
  });
  return { result, row, answer };
}

/**
 * Creates a voucher: one round trip, two with a rule. Refuses parts that do not fit, unknown rules,
 * and a code that exists; a drawn code that happens to exist is drawn again.
 */
export async function createVoucher(scope: Scope, input: VoucherCreate): Promise<Answer> {
  refuseUnknownParents(input);
  const ruleIds = [...new Set(input.validation_rules ?? [])];
  const rules = ruleIds.length > 0 ? await getRules(scope, ruleIds) : [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const { result, row, answer } = await tryCreate(scope, input, rules);
    if (result.ok) return answer;
    const { constraint } = result.error;
    if (constraint.startsWith("rule:")) throw notFound("validation_rules", constraint.slice(5));
    if (input.code) throw duplicate(row.code);
  }
  throw new ApiError("invalid_code_config", {
    details: "Every code drawn from the pattern exists",
  });
}

const duplicate = (code: string) =>
  new ApiError("duplicate_found", {
    details: `Duplicated voucher exists with code ${code}`,
    resource_id: code,
    resource_type: "voucher",
  });
