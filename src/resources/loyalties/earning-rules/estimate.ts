import type { Answer } from "../../../commit/answer";
import { load } from "../../../commit/load";
import { sql } from "../../../db/sql";
import { loadJudged } from "../../../deciding/judge-anew";
import { subjectsOf } from "../../../deciding/load";
import { customerAfter, customerBefore } from "../../../deciding/own-history";
import { loadedCart } from "../../../deciding/snapshot";
import { aboutOf } from "../../../deciding/sql/about";
import { identityOf } from "../../../deciding/tracking";
import { amountLeft } from "../../../engine/cart";
import { windowState } from "../../../engine/time-window";
import { ApiError } from "../../../errors";
import type { CustomerInput } from "../../../model/customer";
import { isoNow, type Scope } from "../../../scope/scope";
import { campaignNamed } from "../../campaigns/sql";
import { byCampaignName, type StoredCampaign } from "../../campaigns/store";
import { idOfIdentity, isNamed, mergeCustomer, newCustomer } from "../../customers/store";
import { decodeVoucher, type StoredVoucher } from "../../vouchers/store";
import { theProgram } from "../programs/program";
import { decodeTier } from "../tiers/store";
import { cardIn, tiersOfMember } from "./award-store";
import { decodeCandidate } from "./candidates";
import { canEarn, earnedFor, type Occasion } from "./earned";
import type { EstimateRequest } from "./schema";
import { rulesForOrders } from "./sql";

/** The program's rules for orders, and the tiers of whom the request means. */
async function loadRules(
  scope: Scope,
  name: string,
  { sent, identity }: { sent: EstimateRequest; identity: CustomerInput | null },
) {
  const about = aboutOf(
    scope.project.id,
    subjectsOf(scope, { ...sent, redeemables: [] }, identity),
  );
  const program = campaignNamed(scope, name);
  const member = identity && isNamed(identity) ? sql`(${idOfIdentity(scope, identity)})` : null;
  const { campaigns, rules, tiers, cards } = await load(scope, {
    campaigns: byCampaignName(scope, name),
    rules: rulesForOrders(about, program),
    tiers: member && tiersOfMember(scope, member),
    cards: member && cardIn(scope, member, sql`(${program})`),
  });
  return {
    program: theProgram(campaigns, name),
    card: cards.map(decodeVoucher)[0] ?? null,
    candidates: rules.map(decodeCandidate),
    tiers: tiers.map(decodeTier),
  };
}

/** The order and the customer as the request leaves them, once the order is paid. */
async function loadOccasion(scope: Scope, sent: EstimateRequest): Promise<Occasion> {
  const request = { ...sent, redeemables: [] };
  const loaded = await loadJudged(scope, request);
  const { identity, customer, order, goods } = loaded;
  const cart = loadedCart(scope, request, loaded, "redeem");
  const before = customer && customerBefore(customer, order);
  const known = identity && mergeCustomer(before ?? newCustomer(scope, identity), identity);
  const paid = { amount: (cart && amountLeft(cart)) ?? 0, date: isoNow(scope) };
  return {
    at: scope.now,
    // Rules hear of a paid order when it counts already.
    customer: known && customerAfter(known, paid),
    order: cart && { cart, goods },
    custom_event: null,
  };
}

/**
 * Refuses a program that is not open, and a customer that could not earn in it: with a card that is
 * off or over, or without one where nobody joins by earning (reference service, error keys).
 */
function refuseShut(
  scope: Scope,
  { program, card }: { program: StoredCampaign; card: StoredVoucher | null },
  identity: CustomerInput | null,
): void {
  const { id, active, auto_join } = program;
  if (!active || windowState(program, scope.now, scope.project.timezone) !== "open") {
    throw new ApiError("campaign_not_active", { resource_id: id, resource_type: "campaign" });
  }
  if (card && !canEarn(scope, card, scope.now)) {
    throw new ApiError("loyalty_card_not_active", {
      resource_id: card.id,
      resource_type: "voucher",
    });
  }
  if (identity && !card && !auto_join) {
    throw new ApiError("campaign_not_allow_auto_join", {
      resource_id: id,
      resource_type: "campaign",
    });
  }
}

/**
 * The points that the program's rules for paid orders would give for this order of this customer
 * now; nothing is written. Two reads at once.
 */
export async function estimatePoints(
  scope: Scope,
  name: string,
  sent: EstimateRequest,
): Promise<Answer> {
  const identity = identityOf(scope, sent);
  const [loaded, occasion] = await Promise.all([
    loadRules(scope, name, { sent, identity }),
    loadOccasion(scope, sent),
  ]);
  const { program, candidates, tiers } = loaded;
  refuseShut(scope, loaded, identity);
  const tier = tiers.find(({ campaign_id }) => campaign_id === program.id);
  const mappingOf = (rule: string) => tier?.earning_rules[rule] ?? null;
  const earned = earnedFor(scope, occasion, candidates, ({ rule }) => mappingOf(rule.id));
  return {
    campaign: { id: program.id, name: program.name, object: "campaign" },
    points_estimation: earned.reduce((sum, { points }) => sum + points, 0),
  };
}
