import { checkMetadata } from "../../checks/metadata";
import { refuseStrangeKeys } from "../../checks/shopper-keys";
import { ApiError } from "../../errors";
import type { CustomerInput } from "../../model/customer";
import type { Metadata } from "../../model/metadata";
import { isBrowser, type Scope } from "../../scope/scope";
import type { ClientPublish, PublicationCreate, PublicationLink } from "./schema";

/** Where the codes come from; an alias is another name that must be the same campaign's. */
export type Source =
  | { kind: "campaign"; name: string; count: number; alias?: string | null }
  | { kind: "voucher"; name: string };

/** A publication as it is asked for, whatever the route. */
export interface PublishRequest {
  source: Source;
  customer: CustomerInput;
  channel: string;
  metadata: Metadata;
  source_id: string | null;
  /** Whether the customer may get one code only; null where that is for the campaign to say. */
  join_once: boolean | null;
  /** Whether a repetition may be told what was published before. */
  mayReplay: boolean;
  /** Whether a failure takes the source id too, so that it is recorded once and not tried again. */
  failsForGood?: boolean;
}

const MOST = 20;

/**
 * Refuses more codes than one publication may give (reference service: only one with `source_id`).
 */
function refuseCount(count: number, most: number): void {
  if (count > most) {
    throw new ApiError("too_many_vouchers_requested", {
      details: `Only up to ${most} can be published`,
    });
  }
}

type Sent = PublicationCreate | PublicationLink;

function campaignOf({ campaign }: Pick<Sent, "campaign">) {
  if (!campaign) return null;
  if (typeof campaign === "string") return { name: campaign, count: 1 };
  const name = campaign.id || campaign.name;
  return name ? { name, count: campaign.count ?? 1, alias: campaign.name || null } : null;
}

/** The campaign of a query, with what the body says of it. */
export function campaignBeside(query: string | undefined, { campaign }: Pick<Sent, "campaign">) {
  if (!query) return campaign;
  const said = campaignOf({ campaign });
  return { id: query, name: said?.name, count: said?.count };
}

function sourceOf(sent: Sent, most: number): Source {
  const campaign = campaignOf(sent);
  // A voucher says more than the campaign that may stand beside it (reference service).
  if (sent.voucher) return { kind: "voucher", name: sent.voucher.trim() };
  if (!campaign) {
    throw new ApiError("missing_vouchers", { details: "Either Campaign or Voucher is required" });
  }
  refuseCount(campaign.count, most);
  return { kind: "campaign", ...campaign };
}

/** Clients know this value alone, whatever they call themselves in `X-Voucherify-Channel`. */
export const CHANNEL = "API";

/**
 * The request behind a body. Refuses one without campaign and voucher, too many codes, and metadata
 * against the project's schema.
 */
export function publishRequest(scope: Scope, sent: Sent, joinOnce?: boolean): PublishRequest {
  const { customer, metadata } = sent;
  refuseStrangeKeys(scope, { customer, metadata });
  checkMetadata(scope, "publication", metadata);
  const isClient = isBrowser(scope);
  // SDKs send what they have in the body, so there false says nothing. A browser may not get more.
  const isOnce = (isClient ? joinOnce || null : joinOnce) ?? (sent.join_once || null);
  return {
    source: sourceOf(sent, isOnce || sent.source_id ? 1 : MOST),
    customer: sent.customer,
    channel: sent.channel || CHANNEL,
    metadata: sent.metadata ?? {},
    source_id: sent.source_id || null,
    join_once: isOnce,
    mayReplay: !isClient,
  };
}

/**
 * Whom a shopper's device gets codes for; refuses one that neither names nor proves to be anybody.
 */
export function receiverOf(
  { shopper }: Scope,
  { customer }: Pick<ClientPublish, "customer">,
): CustomerInput {
  if (shopper !== null) return { ...customer, id: shopper };
  if (customer?.source_id) return customer;
  throw new ApiError("invalid_payload", {
    details: "Property .customer must have required property 'source_id'",
  });
}

/** The same of what gives one code; refuses more. */
function forOne(request: PublishRequest): PublishRequest {
  if (request.source.kind === "campaign") refuseCount(request.source.count, 1);
  return request;
}

/** The request behind a link. */
export const linkRequest = (scope: Scope, sent: PublicationLink): PublishRequest =>
  forOne(publishRequest(scope, sent, sent.join_once));

/** The request behind the path of older SDKs, which is answered with the code alone. */
export const codeRequest = (scope: Scope, sent: PublicationCreate, joinOnce?: boolean) =>
  forOne(publishRequest(scope, sent, joinOnce));
