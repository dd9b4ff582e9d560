import type { DayMove } from "../../../commit/days";
import type { Statement } from "../../../db/client";
import type { CustomerRow } from "../../../db/tables/customers";
import type { LoyaltyAwardRow, LoyaltyTierRow, PendingPointsRow } from "../../../db/tables/loyalty";
import type { OrderRow } from "../../../db/tables/redemptions";
import { dayEnd, dayOf, expiryOf } from "../../../engine/loyalty/expiration";
import type { DomainEvent } from "../../../events/outbox";
import { isoNow, type Scope } from "../../../scope/scope";
import { viewSimpleCustomer } from "../../customers/view";
import { viewOrder } from "../../orders/view";
import type { StoredVoucher } from "../../vouchers/store";
import { viewCampaignOf, viewVoucher } from "../../vouchers/view";
import { viewPendingBalance, withPending } from "../pending/change";
import { countPending } from "../pending/store";
import { viewPending } from "../pending/view";
import {
  type MovedBy,
  type PlannedPoints,
  planPoints,
  pointsDays,
  pointsEvents,
  pointsStatements,
} from "../points";
import { viewTier } from "../tiers/view";
import { awardStands, insertAwards, insertPending } from "./award-store";
import type { Earned } from "./earned";
import type { CustomEvent, Happening } from "./load-award";
import { viewEarningRule, viewSimpleEarningRule } from "./view";

/** The event that is told to have earned points. */
export interface Cause {
  id: string;
  type: string;
  entity_id: string;
  group_id: string;
  created_at: string;
}

/** Points that one rule gives to one card. */
export interface Given {
  earned: Earned;
  card: StoredVoucher;
  tier: LoyaltyTierRow | null;
}

/** What all awards for one thing that happened share. */
export interface AwardContext {
  happening: Happening;
  order: OrderRow | null;
  customer: CustomerRow;
  cause: Cause;
}

/** What a batch writes and tells for one award or several. */
interface Part {
  award: LoyaltyAwardRow;
  after: StoredVoucher;
  planned: PlannedPoints | null;
  pending: PendingPointsRow | null;
  events: DomainEvent[];
}

const SOURCE = "Automation";

const named = ({ id, name }: { id: string; name: string }) => ({ id, name });

const sentOf = ({ event: { id, type }, schema }: CustomEvent) => ({
  custom_event: { id, type },
  event_schema: named(schema),
});

/** The event as entries of the ledger name it; pending points tell it in full. */
export const ledgerCause = ({ id, type }: Cause) => ({ id, type });

/** What the ledger tells of the cause (reference, details of transactions). */
const detailsOf = ({ happening, order, cause }: AwardContext, { earned, tier }: Given) => ({
  ...(order && { order: { id: order.id, source_id: order.source_id } }),
  ...(happening.segment && { segment: named(happening.segment) }),
  ...(happening.tier && { loyalty_tier: named(happening.tier) }),
  ...(happening.custom && sentOf(happening.custom)),
  event: ledgerCause(cause),
  earning_rule: { id: earned.rule.id, source: { banner: earned.rule.banner ?? "" } },
  ...(tier && { holder_loyalty_tier: named(tier) }),
});

/** The event as what it caused tells it. */
export const viewCause = (cause: Cause) => ({ ...cause, category: "ACTION" as const });

/** The same for those who are told of the entry. */
const movedBy = ({ happening, order, cause }: AwardContext, { earned, tier }: Given): MovedBy => ({
  order: order && viewOrder(order),
  event: viewCause(cause),
  earning_rule: viewSimpleEarningRule(earned.rule),
  segment: happening.segment,
  loyalty_tier: happening.tier,
  custom_event: happening.custom?.event ?? null,
  holder_loyalty_tier: tier && viewTier(tier),
});

const awardOf = (
  scope: Scope,
  context: AwardContext,
  { earned, card }: Given,
): LoyaltyAwardRow => ({
  project_id: scope.project.id,
  rule_id: earned.rule.id,
  event_key: context.happening.key,
  voucher_id: card.id,
  campaign_id: earned.rule.campaign_id,
  customer_id: context.customer.id,
  order_id: context.order?.id ?? null,
  points: earned.points,
  transaction_id: null,
  pending_points_id: null,
  taken_back: null,
  created_at: isoNow(scope),
});

/** Points that count at once. They expire as the rule says, else as the program says. */
function planAccrual(scope: Scope, context: AwardContext, given: Given): Part {
  const { earned, card } = given;
  const { rule, program, points } = earned;
  const rules = rule.expiration_rules ?? program.voucher?.loyalty_card?.expiration_rules;
  const planned = planPoints(scope, card, {
    type: "POINTS_ACCRUAL",
    points,
    expiry: expiryOf(rules, scope.now, scope.project.timezone),
    source: SOURCE,
    operation_type: "AUTOMATIC",
    details: detailsOf(context, given),
  });
  const { after, balance, entry } = planned;
  const customer = viewSimpleCustomer(context.customer);
  const rewarded: DomainEvent = {
    kind: "customer.rewarded.loyalty_points",
    entity_id: context.customer.id,
    customer_id: context.customer.id,
    data: {
      customer,
      holder: customer,
      voucher: viewVoucher(scope, after),
      campaign: viewCampaignOf(after),
      loyalty_tier: given.tier && viewTier(given.tier),
      earning_rule: viewEarningRule(rule),
      balance,
      order: context.order && viewOrder(context.order),
      event: viewCause(context.cause),
    },
  };
  return {
    award: { ...awardOf(scope, context, given), transaction_id: entry.id },
    after,
    planned,
    pending: null,
    events: [rewarded, ...pointsEvents(scope, planned, customer, movedBy(context, given))],
  };
}

/** Points that count some days later. */
function planPending(scope: Scope, context: AwardContext, given: Given, days: number): Part {
  const { earned, card } = given;
  const { timezone } = scope.project;
  const activates_at = dayOf(scope.now, timezone).add({ days }).toString();
  const pending: PendingPointsRow = {
    project_id: scope.project.id,
    id: scope.newId("lopp"),
    voucher_id: card.id,
    campaign_id: earned.rule.campaign_id,
    customer_id: context.customer.id,
    order_id: context.order?.id ?? null,
    points: earned.points,
    status: "PENDING",
    activates_at,
    due_at: dayEnd(
      dayOf(scope.now, timezone)
        .add({ days: days - 1 })
        .toString(),
      timezone,
    ),
    expiration_rules: earned.rule.expiration_rules,
    details: { ...detailsOf(context, given), event: viewCause(context.cause) },
    created_at: isoNow(scope),
    updated_at: null,
  };
  const after = withPending(card, earned.points);
  const added: DomainEvent = {
    kind: "voucher.loyalty_card.pending_points.aded",
    entity_id: card.id,
    customer_id: context.customer.id,
    data: {
      voucher: viewVoucher(scope, after),
      campaign: viewCampaignOf(after),
      customer: viewSimpleCustomer(context.customer),
      order: context.order && viewOrder(context.order),
      pending_points: viewPending(pending),
      voucher_pending_points_balance: viewPendingBalance(after, earned.points, "AUTOMATIC"),
    },
  };
  return {
    award: { ...awardOf(scope, context, given), pending_points_id: pending.id },
    after,
    planned: null,
    pending,
    events: [added],
  };
}

function partsOf(scope: Scope, context: AwardContext, all: readonly Given[]): Part[] {
  const now = new Map<string, StoredVoucher>();
  return all.map((given) => {
    const sent = { ...given, card: now.get(given.card.id) ?? given.card };
    const days = given.earned.rule.pending_points?.period_value;
    const part = days ? planPending(scope, context, sent, days) : planAccrual(scope, context, sent);
    now.set(given.card.id, part.after);
    return part;
  });
}

/** Everything that the awards for one thing that happened write and tell, in one batch. */
export function planAwards(scope: Scope, context: AwardContext, all: readonly Given[]) {
  const parts = partsOf(scope, context, all);
  const planned = parts.flatMap((part) => part.planned ?? []);
  const pending = parts.flatMap((part) => part.pending ?? []);
  const cards = new Map(all.map(({ card }) => [card.id, card]));
  const later: DayMove[] = pending.map(({ campaign_id, points }) => ({
    campaign_id,
    counters: { pending_points_added: points },
  }));
  const statements: Statement[] = [
    awardStands(scope, context.order?.id ?? null, [...cards.values()]),
    insertAwards(parts.map(({ award }) => award)),
    ...(planned.length > 0 ? pointsStatements(scope, planned, { areSeen: true }) : []),
    ...(pending.length > 0 ? [insertPending(pending)] : []),
    ...parts.flatMap((part) => (part.pending ? countPending(part.after, part.pending.points) : [])),
  ];
  return {
    statements,
    events: parts.flatMap(({ events }) => events),
    days: [...pointsDays(planned), ...later],
  };
}
