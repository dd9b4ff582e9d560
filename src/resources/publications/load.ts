import { refuseSecondName } from "../../checks/one-name";
import { load } from "../../commit/load";
import type { RawRow, Statement } from "../../db/client";
import type { Fragment } from "../../db/sql";
import type { CustomerRow } from "../../db/tables/customers";
import type { PublicationRow } from "../../db/tables/publications";
import { afterLookUp, beforeLookUp, lookUpBudget } from "../../deciding/miss-budget";
import { notFound } from "../../errors";
import { randomIndex } from "../../lib/random";
import type { CustomerInput } from "../../model/customer";
import { isBrowser, type Scope } from "../../scope/scope";
import { campaignNamed } from "../campaigns/sql";
import {
  byCampaignName,
  campaignById,
  decodeCampaign,
  type StoredCampaign,
  theCampaign,
} from "../campaigns/store";
import { byIdentity, decodeCustomer, idOfIdentity, isNamed } from "../customers/store";
import { refuseStranger } from "../customers/stranger";
import {
  byNames,
  campaignOfNamed,
  decodeVoucher,
  pick,
  type StoredVoucher,
} from "../vouchers/store";
import { freeVouchers } from "./pool-store";
import type { PublishRequest, Source } from "./request";
import { bySourceId, decodePublication, earlier, firstOf, membershipOf } from "./store";

/** A publication of before, with its vouchers as they are now. */
export interface Earlier {
  row: PublicationRow;
  vouchers: StoredVoucher[];
}

/** What one round trip read for a publication. */
export interface Loaded {
  campaign: StoredCampaign | null;
  /** Vouchers to give: the one that is named, or free ones of the campaign, perhaps too few. */
  vouchers: StoredVoucher[];
  identity: CustomerInput;
  customer: CustomerRow | null;
  hasJoined: boolean;
  /** The publication under this source id. */
  repeated: Earlier | null;
  /** The customer's first publication of the campaign; read only where `join_once` asks for it. */
  joined: Earlier | null;
}

/** Statements, and the rows that they found, by name. */
type Reads = Record<string, Statement>;
type Found = Record<string, RawRow[]>;

/** The campaign's id as an expression, which spares a round trip. */
const campaignIdOf = (scope: Scope, { kind, name }: Source): Fragment =>
  kind === "campaign" ? campaignNamed(scope, name) : campaignOfNamed(scope, name);

/** The voucher and its campaign. */
const voucherReads = (scope: Scope, name: string, campaign: Fragment): Reads => ({
  vouchers: byNames(scope, [name]),
  campaign: campaignById(scope, campaign),
});

function earlierReads(name: string, from: Fragment): Reads {
  const { row, vouchers } = earlier(from);
  return { [name]: row, [`${name}_vouchers`]: vouchers };
}

function memberReads(scope: Scope, request: PublishRequest, campaign: Fragment): Reads {
  if (!isNamed(request.customer)) return {};
  const customer = idOfIdentity(scope, request.customer);
  return {
    customers: byIdentity(scope, request.customer),
    memberships: membershipOf(scope, campaign, customer),
    ...(request.join_once && earlierReads("joined", firstOf(scope, campaign, customer))),
  };
}

const earlierOf = (found: Found, name: string): Earlier | null => {
  const raw = found[name]?.[0];
  if (!raw) return null;
  const row = decodePublication(raw);
  return { row, vouchers: (found[`${name}_vouchers`] ?? []).map(decodeVoucher) };
};

/** So many of the rows, each as likely as any other, in the order of their ids. */
export function drawn(
  scope: Scope,
  rows: readonly StoredVoucher[],
  count: number,
): StoredVoucher[] {
  const left = [...rows];
  while (left.length > count) left.splice(randomIndex(left.length, scope.random), 1);
  return left;
}

/** To browsers a disabled code looks like one that does not exist. */
const isHidden = (scope: Scope, { active, campaign }: StoredVoucher): boolean =>
  isBrowser(scope) && (!active || campaign?.active === false);

/** The vouchers to give and their campaign; one whose campaign is being deleted is gone with it. */
function givable(scope: Scope, { source }: PublishRequest, found: Found) {
  const vouchers = (found.vouchers ?? []).map(decodeVoucher);
  const campaigns = found.campaign ?? [];
  if (source.kind === "campaign") {
    const campaign = theCampaign(campaigns, source.name);
    refuseSecondName("campaign", campaign, "campaign", source.alias);
    return { campaign, vouchers: drawn(scope, vouchers, source.count) };
  }
  const voucher = pick(scope, vouchers, source.name);
  const raw = campaigns.find(({ id }) => id === voucher?.campaign_id);
  const isGone = !voucher || (voucher.campaign_id !== null && !raw);
  if (isGone || isHidden(scope, voucher)) throw notFound("voucher", source.name);
  return { campaign: raw ? decodeCampaign(raw) : null, vouchers: [voucher] };
}

/**
 * Reads everything that a publication needs in ONE round trip. Refuses an unknown campaign, voucher
 * or customer id; for browsers the budget of failed look-ups is checked and charged in the batch.
 */
export async function loadPublication(
  scope: Scope,
  request: PublishRequest,
  attempt: number,
): Promise<Loaded> {
  const { source, customer: identity } = request;
  const campaignId = campaignIdOf(scope, source);
  const budget = source.kind === "voucher" ? lookUpBudget(scope, [source.name]) : null;
  if (budget) beforeLookUp(scope);
  const reads: Reads = {
    ...(source.kind === "campaign"
      ? {
          campaign: byCampaignName(scope, source.name),
          vouchers: freeVouchers(scope, campaignId, { count: source.count, attempt }),
        }
      : voucherReads(scope, source.name, campaignId)),
    ...memberReads(scope, request, campaignId),
    ...(request.source_id && earlierReads("repeated", bySourceId(scope, request.source_id))),
    // Statements that charge a browser's budget come behind the others.
    ...(budget && { spent: budget.spent, ...(budget.charge && { charged: budget.charge }) }),
  };
  const found = await load(scope, reads);
  const { spent = [], charged = [] } = found;
  if (budget) afterLookUp(scope, { spent, charged });
  const customer = found.customers?.[0];
  refuseStranger(scope, identity, customer ? decodeCustomer(customer) : null);
  return {
    ...givable(scope, request, found),
    identity,
    customer: customer ? decodeCustomer(customer) : null,
    hasJoined: (found.memberships ?? []).length > 0,
    repeated: earlierOf(found, "repeated"),
    joined: earlierOf(found, "joined"),
  };
}
