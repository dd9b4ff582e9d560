import { refuseStrangeKeys } from "../../checks/shopper-keys";
import { load } from "../../commit/load";
import { foreignSession, refuseForeignSession } from "../../deciding/foreign-session";
import { withPointsThen } from "../../deciding/later-points";
import {
  customerStatement,
  type Loaded,
  orderReads,
  readOrder,
  subjectsOf,
} from "../../deciding/load";
import { afterLookUp, beforeLookUp, lookUpBudget } from "../../deciding/miss-budget";
import { isTier } from "../../deciding/ruled";
import { refuseCanceled } from "../../deciding/snapshot";
import { aboutOf } from "../../deciding/sql/about";
import { type About as AboutWhom, aboutWhom } from "../../deciding/tracking";
import { instantOfKey } from "../../engine/qualification/page";
import { notFound } from "../../errors";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { decodeCustomer } from "../customers/store";
import { refuseStranger } from "../customers/stranger";
import { type Found, readCandidates } from "./candidates";
import { type NamedGoods, namedByRules, readNamedGoods } from "./near-store";
import type { QualifyRequest } from "./schema";
import { type Search, tellsDates } from "./search";
import { candidatesStatement } from "./sql";

/** A qualification as a decision reads a request: it names nothing itself. */
export const decidable = (request: QualifyRequest): DecideRequest => ({
  redeemables: [],
  customer: request.customer,
  order: request.order,
  tracking_id: request.tracking_id,
  metadata: request.metadata,
});

/** What one round trip read for a qualification. */
export interface LoadedCandidates {
  loaded: Loaded;
  found: Found[];
  /** There are candidates behind these. */
  isCut: boolean;
  /** These end with all of their moment. */
  isWhole: boolean;
  /** Where near misses are looked for, and the goods that their rules name. */
  near: Found[];
  nearGoods: NamedGoods[];
}

const NOTHING: Pick<Loaded, "vouchers" | "tiers" | "stack" | "categories"> = {
  vouchers: new Map(),
  tiers: new Map(),
  stack: null,
  categories: [],
};

/** Candidates with the points that cards have at the instant of a dry run. */
export async function candidatesThen(
  scope: Scope,
  read: LoadedCandidates,
): Promise<LoadedCandidates> {
  const cards = [...read.found, ...read.near].flatMap((each) =>
    each.object === "voucher" && !isTier(each.redeemable) ? [each.redeemable] : [],
  );
  const then = await withPointsThen(scope, cards);
  const at = (each: Found): Found =>
    each.object === "voucher"
      ? { ...each, redeemable: then.get(each.redeemable.id) ?? each.redeemable }
      : each;
  return { ...read, found: read.found.map(at), near: read.near.map(at) };
}

/** Where to look for candidates, and for near misses where some are asked for. */
export interface Searches {
  search: Search;
  near?: Search | null;
}

function candidatesReads(
  scope: Scope,
  request: QualifyRequest,
  { search, near = null }: Searches,
  { identity, holder }: AboutWhom,
) {
  const subjects = {
    ...subjectsOf(scope, decidable(request), identity),
    session_key: request.session?.key ?? null,
  };
  const about = aboutOf(scope.project.id, subjects, holder);
  const lookup = {
    about,
    isDryRun: Boolean(request.options?.as_of),
    showsAssignments: request.options?.expand?.includes("validation_rules") ?? false,
  };
  const beside = {
    looksAhead: tellsDates(scope),
    beside: namedByRules(about.project),
  };
  return {
    candidates: candidatesStatement({ ...lookup, search, looksAhead: false, beside: null }),
    near: near && candidatesStatement({ ...lookup, search: near, ...beside }),
  };
}

/** The last one tells that there are others; it is looked at with all of its moment. */
function cutOf(
  found: readonly Found[],
  isCut: boolean,
): Pick<LoadedCandidates, "found" | "isWhole"> {
  const last = found.at(-1);
  if (!isCut || !last) return { found: [...found], isWhole: true };
  const moment = instantOfKey(last.key);
  const whole = found.filter(({ key }) => instantOfKey(key) !== moment);
  return whole.length > 0
    ? { found: whole, isWhole: true }
    : { found: found.slice(0, -1), isWhole: false };
}

/**
 * Reads the candidates and what decides about them in ONE round trip, however many the project has,
 * and so those of near misses in the same. For browsers the codes that filters name are charged to
 * the budget of failed look-ups in the same batch. Refuses an unknown customer id or order id, and
 * an order that is canceled.
 */
export async function loadCandidates(
  scope: Scope,
  request: QualifyRequest,
  searches: Searches,
): Promise<LoadedCandidates> {
  const { search } = searches;
  const { customer: claimed, order, metadata, session } = request;
  refuseStrangeKeys(scope, { customer: claimed, order, metadata });
  const budget = search.lookedUp.length > 0 ? lookUpBudget(scope, search.lookedUp, "any") : null;
  if (budget) beforeLookUp(scope);
  const asked = decidable(request);
  const whom = aboutWhom(scope, asked);
  const { identity } = whom;
  const read = await load(scope, {
    ...candidatesReads(scope, request, searches, whom),
    customer: customerStatement(scope, whom),
    ...orderReads(scope, asked),
    foreign: foreignSession(scope, session),
    spent: budget?.spent,
    charged: budget?.charge,
  });
  if (budget) afterLookUp(scope, read);
  refuseForeignSession(read.foreign);
  const [customer = null] = read.customer.map(decodeCustomer);
  const cart = readOrder(read);
  refuseStranger(scope, identity, customer);
  if (request.order?.id && !cart.order) throw notFound("order", request.order.id);
  refuseCanceled(cart);
  const found = readCandidates(read.candidates);
  const listed = read.candidates.filter(({ stack }) => stack === null).length;
  const isCut = listed > search.examined;
  return {
    loaded: {
      ...NOTHING,
      identity: identity ?? (customer && { id: customer.id }),
      customer,
      ...cart,
    },
    ...cutOf(found, isCut),
    isCut,
    near: readCandidates(read.near),
    nearGoods: readNamedGoods(read.near),
  };
}
