import type { Conflict } from "../../db/commit";
import { ApiError, type ErrorFacts, type ErrorKey } from "../../errors";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import { movesMoney, type Scope } from "../../scope/scope";
import type { StoredCampaign } from "../campaigns/store";
import type { StoredVoucher } from "../vouchers/store";
import type { Loaded } from "./load";
import type { PublishRequest } from "./request";

/** Why a publication fails, with what its record and its answer show of it. */
export interface PublishRefusal {
  key: ErrorKey;
  facts: ErrorFacts;
}

const refusal = (key: ErrorKey, details: string): PublishRefusal => ({ key, facts: { details } });

const isOver = (scope: Scope, { expiration_date: end }: { expiration_date: string | null }) =>
  end !== null && Date.parse(end) <= scope.now;

/**
 * A code can be given away before it starts, so that it can be sent out in time; never after its
 * end.
 */
function voucherRefusal(scope: Scope, row: StoredVoucher): PublishRefusal | null {
  if (row.publish_count > 0) {
    return refusal("voucher_already_published", `Voucher '${row.id}' has already been published`);
  }
  if (!row.active || row.campaign?.active === false) return refusal("voucher_disabled", row.code);
  return isOver(scope, row) ? refusal("voucher_expired", row.code) : null;
}

const unsuitable = (details: string) => refusal("no_voucher_suitable_for_publication", details);

/** No code is free, and none can be made. */
export const NO_CODES = unsuitable("Couldn't create new vouchers for publication");

/** What refuses a batch that makes a code which exists. */
const CODE_EXISTS = "vouchers.project_id, vouchers.code_key";
/** So often new codes are drawn before the campaign's pattern counts as used up. */
const MOST_DRAWS = 8;

/** Whether this attempt at a new code is the last one: what was drawn existed each time. */
export const isUsedUp = ({ constraint }: Conflict, attempt: number): boolean =>
  constraint === CODE_EXISTS && attempt >= MOST_DRAWS;

function campaignRefusal(
  scope: Scope,
  campaign: StoredCampaign,
  { found, count }: { found: number; count: number },
): PublishRefusal | null {
  const { name, type, campaign_type, generating } = campaign;
  if (!campaign.voucher) return unsuitable(`A ${campaign_type} campaign has no vouchers`);
  if (!campaign.active) return unsuitable(`Campaign '${name}' is disabled`);
  if (isOver(scope, campaign)) return unsuitable(`Campaign '${name}' has ended`);
  if (found >= count || type === "AUTO_UPDATE") return null;
  if (!generating) return NO_CODES;
  const { id, done, total } = generating;
  return unsuitable(
    `Codes of campaign '${name}' are still being made: ${done} of ${total} are there, see async action ${id}`,
  );
}

/**
 * Refuses cards that a browser asks for, unless the project trusts its browsers: a card holds money
 * or points, and earns.
 */
export function refuseCardsOf(scope: Scope, { campaign, vouchers }: Loaded): void {
  if (movesMoney(scope)) return;
  const types = [campaign?.voucher?.type, ...vouchers.map(({ type }) => type)];
  if (!types.some((type) => type && VOUCHER_KINDS[type].unit !== null)) return;
  throw new ApiError("forbidden", {
    details:
      "A browser publishes no gift cards and no loyalty cards; publish them by your back end, or set client_orders_trusted",
  });
}

/** Whether the customer may get one code of the campaign only. */
export const isOnceOnly = (request: PublishRequest, campaign: StoredCampaign | null): boolean =>
  campaign !== null && (request.join_once ?? campaign.join_once);

/**
 * Why the publication cannot be made; null where it can. Refuses several codes where one is all.
 */
export function refusalOf(
  scope: Scope,
  request: PublishRequest,
  { campaign, vouchers, customer, hasJoined }: Loaded,
): PublishRefusal | null {
  const { source } = request;
  const isOnce = isOnceOnly(request, campaign);
  if (source.kind === "campaign" && isOnce && source.count > 1) {
    throw new ApiError("too_many_vouchers_requested", { details: "Only up to 1 can be published" });
  }
  if (isOnce && hasJoined) {
    return refusal(
      "voucher_cannot_be_published",
      `Voucher cannot be published to customer '${customer?.id}'. Customer already joined program.`,
    );
  }
  if (source.kind === "campaign" && campaign) {
    const { count } = source;
    return campaignRefusal(scope, campaign, { found: vouchers.length, count });
  }
  return vouchers[0] ? voucherRefusal(scope, vouchers[0]) : null;
}
