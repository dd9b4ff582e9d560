import { type DayMove, periodsNow } from "../../commit/days";
import { nearFirst, renewedScope } from "../../commit/near";
import { retried } from "../../commit/retry";
import { isDryRun, scopeAsOf } from "../../deciding/as-of";
import { loadJudged } from "../../deciding/judge-anew";
import { withPointsThen } from "../../deciding/later-points";
import { givenGoods, type Loaded } from "../../deciding/load";
import type { RuledRedeemable } from "../../deciding/ruled";
import { snapshotOf } from "../../deciding/snapshot";
import { trackingOf } from "../../deciding/tracking";
import { type Decision, decide } from "../../engine/stacking/decide";
import { tellLater } from "../../events/tell-later";
import type { DecideRequest } from "../../model/redeemable";
import { isBrowser, isProven, type Scope } from "../../scope/scope";
import { displayOf } from "../orders/display";
import { shelfOf } from "../orders/goods";
import { viewCart } from "../orders/view";
import { hold } from "../sessions/hold";
import { type AskedSession, askedSession } from "../sessions/session";
import { validationEvent } from "./tell";
import { orderIdentity, totalTaken, viewOutcomes, viewStackingRules } from "./view";

/** Every redeemable that is there and had its turn counts for summaries. */
const countersOf = ({ outcomes }: Decision<RuledRedeemable>): DayMove[] =>
  outcomes.flatMap(({ status, candidate: { redeemable } }) =>
    !redeemable || status === "SKIPPED"
      ? []
      : [
          {
            campaign_id: redeemable.campaign_id,
            counters:
              status === "APPLICABLE" ? { validations_succeeded: 1 } : { validations_failed: 1 },
          },
        ],
  );

export interface Decided {
  /** By whose settings. */
  by: Scope;
  loaded: Loaded;
  decision: Decision<RuledRedeemable>;
  asked: AskedSession | null;
}

function viewDecision(request: DecideRequest, { by: scope, loaded, decision, asked }: Decided) {
  const expand = request.options?.expand ?? ["order"];
  const display = displayOf(scope, shelfOf(loaded.goods), givenGoods(loaded));
  const identity = orderIdentity(scope, request, loaded, display);
  const tracking = trackingOf(scope, request, loaded);
  return {
    id: scope.newId("valid"),
    valid: decision.valid,
    ...viewOutcomes(scope, decision, { identity, expand, categories: loaded.categories }),
    ...(decision.valid && { order: viewCart(decision.cart, totalTaken(decision), identity) }),
    ...(tracking && { tracking_id: tracking }),
    ...(asked && { session: asked.session }),
    stacking_rules: viewStackingRules(scope.stacking),
  };
}

/** A validation before a family and a route shape it. */
export type Validated = ReturnType<typeof viewDecision>;
type Shape<T> = (validation: Validated, decided: Decided) => T;

/** Whose a hold is: the customer that a token proves, or that a back end names. */
const makerOf = (scope: Scope, { customer }: Loaded): string | null =>
  isBrowser(scope) ? scope.shopper : (customer?.id ?? null);

/**
 * What summaries and activities will say of the validation, which writes nothing itself. Only who
 * has proved to be a customer adds to that customer's activity.
 */
function noteLater(id: string, { by: scope, loaded, decision, asked }: Decided): void {
  const counted = countersOf(decision);
  if (counted.length > 0) scope.countLater(periodsNow(scope).day, counted);
  const { customer } = loaded;
  if (!customer || !isProven(scope)) return;
  const session = asked?.session.key;
  tellLater(scope, validationEvent(scope, { id, customerId: customer.id, decision, session }));
}

/** What was read, with the points that its cards have at the instant of a dry run. */
async function loadedThen(scope: Scope, loaded: Loaded): Promise<Loaded> {
  const cards = await withPointsThen(scope, [...loaded.vouchers.values()]);
  const vouchers = new Map(
    [...loaded.vouchers].map(([name, read]) => [name, cards.get(read.id) ?? read]),
  );
  return { ...loaded, vouchers };
}

/** An answer, and whether everything that was asked for applies. */
interface Attempted<T> {
  body: T;
  isYes: boolean;
}

const isYes = ({ valid, outcomes }: Decision<RuledRedeemable>): boolean =>
  valid && outcomes.every(({ status }) => status === "APPLICABLE");

/** One attempt; null where another request has taken what was to be held. */
async function attempt<T extends object>(
  scope: Scope,
  request: DecideRequest,
  asked: AskedSession | null,
  shape: Shape<T>,
): Promise<Attempted<T> | null> {
  const read = await loadJudged(scope, request);
  const loaded = isDryRun(request) ? await loadedThen(scope, read) : read;
  const snapshot = snapshotOf(scope, request, loaded, "validate");
  const explains = request.options?.expand?.includes("explanation") ?? false;
  const decision = decide({ ...snapshot, explains });
  const decided = { by: scope, loaded, decision, asked };
  const viewed = viewDecision(request, decided);
  const body = shape(viewed, decided);
  const isHeld =
    !asked ||
    !decision.valid ||
    (await hold(scope, asked, { decision, customer_id: makerOf(scope, loaded) }, body));
  if (!isHeld) return null;
  if (!isDryRun(request)) noteLater(viewed.id, decided);
  return { body, isYes: isYes(decision) };
}

/**
 * Says what the redeemables do to the order: one round trip, no effect, near the caller where that
 * says yes. With a session, what applies is held: three round trips. An answer that says "not
 * valid" is a 200 all the same, and holds nothing; only a request that cannot be understood is
 * refused.
 */
export async function validate<T extends object>(
  caller: Scope,
  request: DecideRequest,
  shape: Shape<T>,
): Promise<T> {
  // What is held is held on the primary, and decided there.
  const own = request.session?.type ? await renewedScope(caller) : caller;
  const scope = scopeAsOf(own, request);
  const asked = askedSession(scope, request.session);
  const decided = (at: Scope) => retried(at, () => attempt(at, request, asked, shape));
  const { body } = await (asked
    ? decided(scope)
    : nearFirst(scope, decided, {
        stands: (answer) => answer.isYes,
        isCharged: scope.address_block !== null,
      }));
  return body;
}
