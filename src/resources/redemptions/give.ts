import type { Answer } from "../../commit/answer";
import type { Tally } from "../../commit/commit";
import type { DayMove } from "../../commit/days";
import type { Statement } from "../../db/client";
import type { CustomerRow } from "../../db/tables/customers";
import type { DomainEvent } from "../../events/outbox";
import { present } from "../../lib/assert";
import { err, ok, type Result } from "../../lib/result";
import type { Scope } from "../../scope/scope";
import { type Plan, planPublication } from "../publications/plan";
import { failPublication } from "../publications/publish";
import { type PublishRefusal, refusalOf } from "../publications/refuse";
import { CHANNEL } from "../publications/request";
import { joinedAsRead } from "../publications/store";
import type { StoredVoucher } from "../vouchers/store";
import { moveCardBalance } from "./reward-balance";
import type { Stock } from "./stock";

/** A campaign that a customer is given something of, and what there is to give. */
export interface Giving extends Stock {
  customer: CustomerRow;
  campaign: NonNullable<Stock["campaign"]>;
}

/** A code or card as the customer has it then, with all that this writes and tells. */
export interface Given {
  voucher: StoredVoucher;
  /** Of points: the id of the entry that added them. */
  entry: string | null;
  statements: Statement[];
  events: DomainEvent[];
  /** Where so many events of the commit stand behind these. */
  corrections: (behind: number) => Statement[];
  tally: Partial<Record<Tally, number>>;
  days: DayMove[];
}

/** The publication by which the customer would get a code of the campaign. */
function publicationOf({ customer, campaign, free, joined }: Giving) {
  const identity = { id: customer.id };
  const request = {
    source: { kind: "campaign" as const, name: campaign.id, count: 1 },
    customer: identity,
    channel: CHANNEL,
    metadata: {},
    source_id: null,
    join_once: null,
    mayReplay: false,
  };
  const nothing = { repeated: null, joined: null };
  const hasJoined = joined > 0;
  const found = { campaign, vouchers: free, identity, customer, hasJoined, ...nothing };
  return { request, found };
}

/** A code of the campaign for the customer, or why there is none for them. */
function published(scope: Scope, giving: Giving): Result<Plan, PublishRefusal> {
  const { request, found } = publicationOf(giving);
  const refusal = refusalOf(scope, request, found);
  if (refusal) return err(refusal);
  const plan = planPublication(scope, request, found);
  // The entry of the audit log tells of the redemption that gives it.
  return ok({ ...plan, statements: [...plan.statements, ...plan.keeping(null)] });
}

/** A card can be used while it is enabled, and not past its end. */
function isUsable(scope: Scope, { active, campaign, expiration_date: end }: StoredVoucher) {
  const isOpen = active && campaign?.active !== false;
  return isOpen && (end === null || Date.parse(end) > scope.now);
}

/**
 * The customer's card that is added to: one that can be used. What is owed goes on any card where
 * the customer can get no other one: it is there once the card can be used again.
 */
function cardFor(scope: Scope, { held, campaign }: Giving, isOwed: boolean): StoredVoucher | null {
  if (!held) return null;
  const isOnly = isOwed && campaign.join_once;
  return isOnly || isUsable(scope, held) ? held : null;
}

/**
 * A new card for the customer, or why there is none for them. Aborts where the customer has got
 * something of the campaign meanwhile: that may be the card to add to.
 */
function newCard(scope: Scope, giving: Giving): Result<Plan, PublishRefusal> {
  const plan = published(scope, giving);
  if (!plan.ok) return plan;
  const ids = { campaign_id: giving.campaign.id, customer_id: giving.customer.id };
  const { statements } = plan.value;
  return ok({
    ...plan.value,
    statements: [joinedAsRead(scope, ids, giving.joined), ...statements],
  });
}

/**
 * Gives a code of a campaign; of gift cards and loyalty programs so much on the card that the
 * customer has, or on a new one. `cause` is what the card's entry tells of it; `isOwed` says
 * that it was promised. Answers why where the campaign has nothing for the customer: no code is
 * left, or it can be joined once only.
 */
export function give(
  scope: Scope,
  giving: Giving,
  {
    balance,
    cause,
    isOwed = false,
  }: { balance: number | undefined; cause: Record<string, unknown>; isOwed?: boolean },
): Result<Given, PublishRefusal> {
  const isCode = balance === undefined;
  const held = isCode ? null : cardFor(scope, giving, isOwed);
  const plan = held ? null : (isCode ? published : newCard)(scope, giving);
  if (plan && !plan.ok) return plan;
  const voucher = present(held ?? plan?.value.vouchers[0], "a voucher that is given");
  const { statements = [], events = [], tally = {}, days = [] } = plan?.value ?? {};
  const code = { voucher, entry: null, statements, events, corrections: () => [], tally, days };
  if (isCode) return ok(code);
  const added = moveCardBalance(scope, {
    card: voucher,
    by: balance,
    holder: giving.customer,
    rules: giving.campaign.voucher?.loyalty_card?.expiration_rules ?? null,
    cause,
  });
  return ok({
    voucher: added.after,
    entry: added.entry,
    statements: [...statements, ...added.statements],
    events: [...events, ...added.events],
    corrections: added.corrections,
    tally,
    days: [...days, ...added.days],
  });
}

/**
 * Records as a failed publication that the customer is given nothing, once and for good under that
 * source id.
 */
export function recordNotGiven(
  scope: Scope,
  giving: Giving,
  refusal: PublishRefusal,
  source_id: string,
): Promise<Answer | null> {
  const { request, found } = publicationOf(giving);
  return failPublication(scope, { ...request, source_id, failsForGood: true }, found, refusal);
}
