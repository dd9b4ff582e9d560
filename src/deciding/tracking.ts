import { identityFor } from "../checks/may";
import type { Fragment } from "../db/sql";
import { ApiError } from "../errors";
import { signatureOf } from "../lib/signature";
import type { CustomerInput } from "../model/customer";
import type { DecideRequest } from "../model/redeemable";
import { isNamed } from "../resources/customers/store";
import { notTheirs } from "../resources/customers/stranger";
import { customerOfOrder } from "../resources/orders/store";
import { isBrowser, type Scope } from "../scope/scope";

const HASHED = /^track_/;

/**
 * The customer's source id, hashed so that browsers can hand it round: the same for the same id.
 */
export function trackingId({ settings, project }: Scope, sourceId: string): string {
  const signature = signatureOf(settings.signingSecret, `${project.id}:${sourceId}`);
  return `track_${Buffer.from(signature, "base64url").toString("base64")}`;
}

/** A tracking id as it is told and stored, where a source id may have been sent in its place. */
export const hashedTracking = (scope: Scope, sent: string): string =>
  HASHED.test(sent) ? sent : trackingId(scope, sent);

type Asked = Pick<DecideRequest, "customer" | "order" | "tracking_id">;

function askedIdentity(scope: Scope, request: Asked): CustomerInput | null {
  const customer = request.customer ?? request.order?.customer ?? null;
  const { tracking_id: tracking } = request;
  if (!tracking) return customer;
  if (!customer) return HASHED.test(tracking) ? null : { source_id: tracking };
  const { source_id: source } = customer;
  if (source && tracking !== source && tracking !== trackingId(scope, source)) {
    throw new ApiError("ambiguous_tracking_id", {
      message: `Ambiguous trackingId ('${tracking}' vs. '${source}')`,
      details: `Property .tracking_id names '${tracking}', the customer's source id is '${source}'`,
    });
  }
  return customer;
}

/**
 * Who the request means: its customer, else its order's, else the source id in `tracking_id`. A
 * hashed tracking id names nobody by itself. A shopper who proved to be somebody is nobody else.
 * Refuses two different people.
 */
export function identityOf(scope: Scope, request: Asked): CustomerInput | null {
  const named = askedIdentity(scope, request);
  const asked = named && identityFor(scope, named);
  if (scope.shopper === null) return asked;
  if (asked?.id && asked.id !== scope.shopper) throw notTheirs();
  return { ...asked, id: scope.shopper };
}

/** Who a decision is about: as the request names it or, where it names nobody, by an expression. */
export interface About {
  identity: CustomerInput | null;
  holder: Fragment | null;
}

/**
 * The customer of the request or, where it names nobody, that of the stored order that it names: an
 * order is its customer's, whoever sends its id. To browsers an id proves nothing.
 */
export function aboutWhom(scope: Scope, request: Asked): About {
  const identity = identityOf(scope, request);
  const { order } = request;
  const isOfOrder = identity === null && !isBrowser(scope);
  const holder = isOfOrder && order && isNamed(order) ? customerOfOrder(scope, order) : null;
  return { identity, holder };
}

/** The customer of a request as far as known: stored, or as the request names it. */
interface Known {
  customer: { source_id: string | null } | null;
  identity: CustomerInput | null;
}

/** The hashed source id as it is told and stored; null where nobody is named. */
export function trackingOf(scope: Scope, request: DecideRequest, known: Known): string | null {
  const sourceId = known.customer?.source_id ?? known.identity?.source_id;
  if (sourceId) return trackingId(scope, sourceId);
  const { tracking_id: sent } = request;
  return sent && HASHED.test(sent) ? sent : null;
}
