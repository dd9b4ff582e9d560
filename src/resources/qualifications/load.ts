import { load } from "../../commit/load";
import type { Statement } from "../../db/client";
import { type Loaded, storedOrder, subjectsOf } from "../../deciding/load";
import { afterLookUp, beforeLookUp, lookUpGuard } from "../../deciding/miss-budget";
import { identityOf, refuseStranger } from "../../deciding/tracking";
import { notFound } from "../../errors";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { byIdentity, decodeCustomer, isNamed } from "../customers/store";
import { goodsStatements, readGoods } from "../orders/goods";
import { byOrderIdentity, decodeOrder } from "../orders/store";
import { type Found, readCandidates } from "./candidates";
import type { QualifyRequest } from "./schema";
import type { Search } from "./search";
import { candidatesStatement } from "./statements";

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
}

const NOTHING: Pick<Loaded, "vouchers" | "tiers" | "stack" | "categories"> = {
  vouchers: new Map(),
  tiers: new Map(),
  stack: null,
  categories: [],
};

/**
 * Reads the candidates and what decides about them in ONE round trip, however many the project has.
 * For browsers the codes that filters name are charged to the budget of failed look-ups in the same
 * batch. Refuses an unknown customer id or order id.
 */
export async function loadCandidates(
  scope: Scope,
  request: QualifyRequest,
  search: Search,
): Promise<LoadedCandidates> {
  const guard = search.lookedUp.length > 0 ? lookUpGuard(scope, search.lookedUp, "any") : null;
  if (guard) beforeLookUp(scope);
  const asked = decidable(request);
  const identity = identityOf(scope, asked);
  const { order } = request;
  const candidates = candidatesStatement(scope, {
    search,
    subjects: { ...subjectsOf(scope, asked, identity), session_key: request.session?.key ?? null },
    customerId: identity?.id ?? null,
    isDryRun: Boolean(request.options?.as_of),
    showsAssignments: request.options?.expand?.includes("validation_rules") ?? false,
  });
  const parts: Statement[][] = [
    [candidates],
    identity && isNamed(identity) ? [byIdentity(scope, identity)] : [],
    order && (order.id || order.source_id) ? [byOrderIdentity(scope, order)] : [],
    goodsStatements(scope, order?.items ?? [], storedOrder(asked)),
    guard?.statements ?? [],
  ];
  const results = await load(scope, parts.flat());
  const [rows = [], customers = [], orders = [], goods = [], spent = []] = parts.map((part) =>
    results.splice(0, part.length),
  );
  if (guard) afterLookUp(scope, spent);
  const [customer] = customers.flat();
  const [stored] = orders.flat();
  refuseStranger(scope, identity, customer ? decodeCustomer(customer) : null);
  if (order?.id && !stored) throw notFound("order", order.id);
  const found = readCandidates(rows.flat());
  const listed = rows.flat().filter(({ stack }) => stack === null).length;
  const isCut = listed > search.examined;
  const next = found.at(-1)?.key;
  return {
    loaded: {
      ...NOTHING,
      identity,
      customer: customer ? decodeCustomer(customer) : null,
      order: stored ? decodeOrder(stored) : null,
      goods: readGoods(goods),
    },
    // The last one tells that there are others; it is looked at with them.
    found: isCut ? found.filter(({ key }) => key !== next) : found,
    isCut,
  };
}
