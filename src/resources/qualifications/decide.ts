import { candidateFor } from "../../deciding/candidates";
import { factsOfItems } from "../../deciding/items";
import type { Loaded } from "../../deciding/load";
import { isTier, type RuledRedeemable } from "../../deciding/ruled";
import { customerOf, loadedCart } from "../../deciding/snapshot";
import { meets } from "../../engine/filters/filter";
import { CANDIDATE_FIELDS, comparedValues } from "../../engine/qualification/filters";
import { kindNamed } from "../../engine/qualification/kinds";
import {
  type Qualified,
  type QualifiedStack,
  qualified,
  qualifiedStack,
  type Setting,
} from "../../engine/qualification/qualify";
import type { Clock } from "../../engine/rules/facts";
import { REDEEMABLE_KINDS } from "../../engine/stacking/kinds";
import type { Candidate } from "../../engine/stacking/snapshot";
import type { HolderRole } from "../../model/holder";
import type { DecideRequest } from "../../model/redeemable";
import { countedClock, type Scope } from "../../scope/scope";
import { keyOf } from "../vouchers/store";
import { type Found, type FoundOne, type FoundStack, redeemablesOf } from "./candidates";
import type { Search } from "./search";

export interface DecidedOne extends Qualified<RuledRedeemable> {
  found: FoundOne;
}
export interface DecidedStack extends QualifiedStack<RuledRedeemable> {
  found: FoundStack;
}
/** A candidate that qualifies, with what it would do. */
export type Decided = DecidedOne | DecidedStack;

type Shared = Setting<RuledRedeemable>;

/** What all candidates are decided on; the cart is that of an order that was never redeemed. */
export function settingOf(
  scope: Scope,
  request: DecideRequest,
  { loaded, found }: { loaded: Loaded; found: readonly Found[] },
  clock: Clock = countedClock(scope),
): Shared {
  const ruled = redeemablesOf(found);
  const collections = ruled.flatMap(({ rules }) => rules.flatMap((rule) => rule.collections));
  const cart = loadedCart(scope, request, loaded, "validate");
  return {
    cart,
    items: factsOfItems(clock, cart, loaded.goods, collections),
    customer: customerOf(scope, loaded, ruled, clock),
    redemption: { metadata: request.metadata ?? {}, api_key: scope.actor.app_id },
    stacking: scope.stacking,
    now: clock.now,
    timeZone: clock.timeZone,
    ...(clock.weekStart !== undefined && { weekStart: clock.weekStart }),
    ...(clock.work && { work: clock.work }),
    currency: scope.project.currency,
  };
}

/**
 * What was loaded, for a request that names these redeemables alone: what its stored order used of
 * them before is left out.
 */
const naming = (loaded: Loaded, redeemables: readonly RuledRedeemable[]): Loaded => ({
  ...loaded,
  vouchers: new Map(redeemables.flatMap((each) => (isTier(each) ? [] : [[each.id, each]]))),
  tiers: new Map(redeemables.flatMap((each) => (isTier(each) ? [[each.id, each]] : []))),
});

/** Everything that one candidate is decided by. */
export interface Asked {
  scope: Scope;
  request: DecideRequest;
  loaded: Loaded;
  setting: Shared;
  search: Search;
}

function candidateOf(
  { scope }: Asked,
  loaded: Loaded,
  found: FoundOne,
): Candidate<RuledRedeemable> {
  const { redeemable, category } = found;
  const { object } = REDEEMABLE_KINDS[redeemable.type];
  const input = { object, id: redeemable.code };
  const candidate = candidateFor(scope, loaded, redeemable, { purpose: "validate", input });
  if (!category) return candidate;
  const { id, hierarchy, stacking_rules_type = null } = category;
  return { ...candidate, category: { id, hierarchy, stacking_rules_type } };
}

function settingFor({ scope, request, setting }: Asked, loaded: Loaded): Shared {
  if (!loaded.order) return setting;
  return { ...setting, cart: loadedCart(scope, request, loaded, "validate") };
}

/** One candidate as it is decided, with what was loaded for it alone. */
export function readyOne(asked: Asked, found: FoundOne) {
  const loaded = naming(asked.loaded, [found.redeemable]);
  const candidate = candidateOf(asked, loaded, found);
  return { loaded, candidate, setting: settingFor(asked, loaded) };
}

function decideOne(asked: Asked, found: FoundOne): DecidedOne | null {
  const { setting, candidate } = readyOne(asked, found);
  const decided = qualified(setting, candidate, asked.search.scenario);
  return decided && { ...decided, found };
}

/** Stacks are looked for where nothing else narrows the search. */
function decideStack(asked: Asked, found: FoundStack): DecidedStack | null {
  const { scenario } = asked.search;
  if (scenario !== "ALL" && scenario !== "PROMOTION_STACKS") return null;
  const loaded = naming(asked.loaded, redeemablesOf([found]));
  const tiers = found.tiers.map((tier) => candidateOf(asked, loaded, tier));
  const decided = qualifiedStack(settingFor(asked, loaded), tiers, scenario);
  return decided && { ...decided, found };
}

/** A code in the forms that the filters give it, too, where they mean the same. */
function codesOf({ scope, search }: Asked, code: string): string[] {
  const named = ["code", "resource_id"].flatMap((field) => comparedValues(search.filters, field));
  return [code, ...named.filter((name) => keyOf(scope, name) === keyOf(scope, code))];
}

/** As what the customer holds it; what is in nobody's wallet nobody holds. */
function roleIn({ loaded }: Asked, redeemable: RuledRedeemable): HolderRole | null {
  if (isTier(redeemable) || redeemable.holder_id === null) return null;
  if (!redeemable.is_referral_code) return "OWNER";
  return redeemable.holder_id === loaded.customer?.id ? "REFERRER" : "REFEREE";
}

/** A candidate as filters see it. */
function filtered(asked: Asked, found: Found) {
  const shared = { ...kindNamed(found.kind), category_id: found.category?.id ?? null };
  if (found.object === "promotion_stack") {
    return { ...shared, campaign_id: found.campaign_id, resource_id: found.id };
  }
  const { redeemable, object } = found;
  const codes = object === "voucher" ? codesOf(asked, redeemable.code) : null;
  return {
    ...shared,
    campaign_id: object === "campaign" ? redeemable.id : redeemable.campaign_id,
    resource_id: codes ? [redeemable.id, ...codes] : redeemable.id,
    voucher_type: isTier(redeemable) ? null : redeemable.type,
    code: codes,
    holder_role: roleIn(asked, redeemable),
  };
}

/** Whether the filters of the request let a candidate through. */
export const isAskedFor = (asked: Asked, found: Found): boolean =>
  asked.search.filters === null ||
  meets(CANDIDATE_FIELDS, asked.search.filters, filtered(asked, found), asked.setting);

/** Whether a candidate qualifies, and what it would do then. */
export function decideFound(asked: Asked, found: Found): Decided | null {
  if (!isAskedFor(asked, found)) return null;
  return found.object === "promotion_stack" ? decideStack(asked, found) : decideOne(asked, found);
}
