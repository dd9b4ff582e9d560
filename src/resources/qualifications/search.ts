import { type Cart, cartOf } from "../../engine/cart";
import { amountBrought, type OrderAmount } from "../../engine/qualification/amounts";
import {
  admitsKind,
  checkedFilters,
  comparedValues,
  namedValues,
} from "../../engine/qualification/filters";
import { CANDIDATE_KINDS, type CandidateKind, STANDALONE } from "../../engine/qualification/kinds";
import { judgingOf } from "../../engine/qualification/scenario";
import { unitPrice } from "../../engine/rules/goods";
import { ApiError } from "../../errors";
import type { Filter } from "../../model/filter";
import type { Scenario } from "../../model/scenario";
import { isBrowser, type Scope } from "../../scope/scope";
import { namedGoods } from "../orders/goods";
import { keyOf } from "../vouchers/store";
import type { PageStart } from "./cursor";
import type { QualifyRequest } from "./schema";

/**
 * So many more candidates are looked at than a page shows: not all qualify, and the best deal wants
 * choice.
 */
const SPARE = { DEFAULT: 10, BEST_DEAL: 20, LEAST_DEAL: 20 };

/** Candidates that a filter names: they are looked up, however far down they lie. */
export interface Named {
  ids: string[];
  codes: string[];
  /** Their tiers and stacks, too; their vouchers are looked for in the wallet. */
  campaigns: string[];
}

/** Kinds that may be found by what they ask for, and kinds that may be found in a wallet. */
interface Kinds {
  listed: string[];
  held: string[];
}

/** Where candidates are looked for. */
export interface Search {
  scenario: Scenario;
  filters: Filter | null;
  limit: number;
  /** Null from the newest on. */
  start: PageStart | null;
  /** How many candidates are looked at. */
  examined: number;
  /** Terms that the request itself brings, beside those of its stored customer and goods. */
  terms: string[];
  /** The last term of an amount that the order brings; null where it brings none. */
  amountTo: string | null;
  /** Null for all kinds. */
  kinds: Kinds | null;
  named: Named | null;
  /** Codes and ids that a browser asks about, which counts as looking them up. */
  lookedUp: string[];
}

function filtersOf({ options }: QualifyRequest): Filter | null {
  if (!options?.filters) return null;
  const checked = checkedFilters(options.filters);
  if (checked.ok) return checked.value;
  const { field, reason } = checked.error;
  throw new ApiError("invalid_payload", {
    details: `Property .options.filters${field === null ? "" : `.${field}`} ${reason}`,
  });
}

function namedBy(scope: Scope, filters: Filter | null): Named | null {
  const ids = namedValues(filters, "resource_id");
  const codes = namedValues(filters, "code");
  const campaigns = namedValues(filters, "campaign_id");
  if (ids) return { ids, codes: ids.map((id) => keyOf(scope, id)), campaigns: [] };
  if (codes) return { ids: [], codes: codes.map((code) => keyOf(scope, code)), campaigns: [] };
  return campaigns && { ids: campaigns, codes: [], campaigns };
}

const namesOf = (kinds: readonly CandidateKind[]): string[] => kinds.map(({ name }) => name);

const isVoucher = ({ resource_type }: CandidateKind): boolean => resource_type === "voucher";

/**
 * What browsers may be shown: standalone discounts where the project lists them, vouchers that
 * somebody holds where it opens wallets or to who proved to be their holder (docs/behaviour.md).
 */
function kindsForShopper({ project, shopper }: Scope, kinds: readonly CandidateKind[]): Kinds {
  const isListed = (kind: CandidateKind) =>
    kind === STANDALONE && project.client_list_vouchers_enabled;
  const isWalletOpen = project.client_wallet_enabled || shopper !== null;
  return {
    listed: namesOf(kinds.filter((kind) => !isVoucher(kind) || isListed(kind))),
    held: isWalletOpen ? namesOf(kinds.filter(isVoucher)) : [],
  };
}

const isOfScenario = (scenario: Scenario, filters: Filter | null) => (kind: CandidateKind) =>
  scenario === "PROMOTION_STACKS"
    ? kind.resource_type === "promotion_stack"
    : admitsKind(filters, kind);

function kindsOf(scope: Scope, scenario: Scenario, filters: Filter | null): Kinds | null {
  const admitted = CANDIDATE_KINDS.filter(isOfScenario(scenario, filters));
  if (isBrowser(scope)) return kindsForShopper(scope, admitted);
  const names = namesOf(admitted);
  return names.length === CANDIDATE_KINDS.length ? null : { listed: names, held: names };
}

/** So many codes and ids may one request of a browser ask about. */
const MOST_LOOKED_UP = 30;

function lookedUpBy(scope: Scope, filters: Filter | null): string[] {
  if (!isBrowser(scope)) return [];
  const names = ["code", "resource_id"].flatMap((field) => comparedValues(filters, field));
  const asked = [...new Set(names)];
  if (asked.length > MOST_LOOKED_UP) {
    throw new ApiError("invalid_payload", {
      details: `Property .options.filters must NOT name more than ${MOST_LOOKED_UP} codes and ids`,
    });
  }
  return asked;
}

/** Each costs a look-up, so a hostile request cannot ask for any number of them. */
const MOST_TERMS = 1000;

/** Texts of metadata as terms; lists of them, too. */
const customerTerms = ({ customer }: QualifyRequest): string[] =>
  Object.entries(customer?.metadata ?? {})
    .flatMap(([key, value]) =>
      [value]
        .flat()
        .filter((text) => typeof text === "string")
        .map((text) => `customer:${key}=${text}`),
    )
    .slice(0, MOST_TERMS);

/** What a scenario does not judge is no condition for being found. */
function termsOf(request: QualifyRequest, scenario: Scenario): string[] {
  if (scenario === "CUSTOMER_WALLET") return [];
  const { audience, goods } = judgingOf(scenario);
  const { ids, sources } = namedGoods(request.order?.items ?? []);
  return [
    "any",
    ...(audience ? customerTerms(request) : ["without:audience"]),
    ...(goods ? [...ids, ...sources].map((name) => `goods:${name}`) : ["without:goods"]),
  ];
}

/**
 * What the order comes to at most, as far as the request says it: lines without a price, and those
 * of a stored order, are known once they are read.
 */
function amountOf({ order }: QualifyRequest): OrderAmount {
  if (!order) return null;
  const isPriced = (order.items ?? []).every((item) => unitPrice(item) !== null);
  if (order.id || order.source_id || !isPriced) return "unknown";
  const cart = cartOf(order, []);
  return cart.ok ? amountIn(cart.value) : "unknown";
}

/** The greatest of the amounts of a cart that rules may ask about. */
function amountIn(cart: Cart | null): number | null {
  const known = [cart?.amount, cart?.initial_amount].filter((each) => typeof each === "number");
  return known.length > 0 ? Math.max(...known) : null;
}

/** Where amounts are not judged, what asks for one is found as what asks for any. */
function amountTo(scenario: Scenario, amount: OrderAmount): string | null {
  if (scenario === "CUSTOMER_WALLET") return null;
  const { others, goods } = judgingOf(scenario);
  if (others) return amountBrought(amount);
  return goods ? amountBrought("unknown") : null;
}

/** So many candidates more are looked at where those of the first look do not fill a page. */
const EXAMINED_FURTHER = 100;

/** The search behind what was looked at, by what the cart has come to. */
export const searchBehind = (search: Search, key: string, cart: Cart | null): Search => ({
  ...search,
  start: { below: key, shown: 0, after: null, second: null },
  examined: EXAMINED_FURTHER,
  amountTo: amountTo(search.scenario, amountIn(cart)),
  lookedUp: [],
});

/** A moment is shared by no more than so many, unless they were made before it was spread. */
const MOST_AT_ONCE = 100;

/** The same search with room for all of the moment, or the second, at which it ends. */
export const widened = (search: Search): Search => ({
  ...search,
  examined: search.examined + MOST_AT_ONCE,
});

const isByDeal = ({ options }: QualifyRequest): boolean =>
  (options?.sorting_rule ?? "DEFAULT") !== "DEFAULT";

function startOf(request: QualifyRequest): PageStart | null {
  const start = request.options?.starting_after;
  if (!start) return null;
  const { after } = start;
  return isByDeal(request) || after === null ? start : { ...start, below: after, after: null };
}

/**
 * Whether near misses tell of what opens later: to a browser only where the project has announced
 * such offers.
 */
export const tellsDates = ({ actor, project }: Scope): boolean =>
  actor.family !== "client" || project.near_miss_dates_enabled;

/** So many candidates are looked at to tell near misses. */
const EXAMINED_NEAR = 40;

/** Found by these are also those that want other goods, or another audience, than the request. */
function nearTerms({ project }: Scope, { scenario, terms }: Search): string[] {
  if (scenario === "CUSTOMER_WALLET") return terms;
  const tellsSegments = project.near_miss_segments_enabled;
  return [...new Set([...terms, "without:goods", ...(tellsSegments ? ["without:audience"] : [])])];
}

/**
 * Where near misses are looked for; null where none are asked for, or on a later page. Refuses them
 * beside a scenario that looks for stacks alone, which are told by their tiers.
 */
export function nearSearchOf(
  scope: Scope,
  { options, scenario }: QualifyRequest,
  search: Search,
): Search | null {
  if (!options?.expand?.includes("near_misses")) return null;
  if (scenario === "PROMOTION_STACKS") {
    throw new ApiError("invalid_payload", {
      details: "Property .options.expand cannot have near_misses with scenario PROMOTION_STACKS",
    });
  }
  if (options.starting_after) return null;
  return { ...search, examined: EXAMINED_NEAR, terms: nearTerms(scope, search) };
}

/** Where the request's candidates are looked for; refuses filters that nobody can meet. */
export function searchOf(scope: Scope, request: QualifyRequest): Search {
  const scenario = request.scenario ?? "ALL";
  const filters = filtersOf(request);
  const limit = request.options?.limit ?? 5;
  const start = startOf(request);
  const search = {
    scenario,
    filters,
    limit,
    start,
    examined: limit + SPARE[request.options?.sorting_rule ?? "DEFAULT"],
    terms: [...new Set(termsOf(request, scenario))],
    amountTo: amountTo(scenario, amountOf(request)),
    kinds: kindsOf(scope, scenario, filters),
    named: namedBy(scope, filters),
    lookedUp: lookedUpBy(scope, filters),
  };
  return start?.second ? widened(search) : search;
}
