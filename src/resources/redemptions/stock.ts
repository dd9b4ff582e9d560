import type { Found } from "../../commit/named";
import type { Fragment } from "../../db/sql";
import type { Scope } from "../../scope/scope";
import { campaignById, decodeCampaign, type StoredCampaign } from "../campaigns/store";
import { drawn } from "../publications/load";
import { freeVouchers } from "../publications/pool-store";
import { membershipOf } from "../publications/store";
import { decodeVoucher, type StoredVoucher } from "../vouchers/store";
import { cardToFill } from "./reward-store";

/** What a campaign has to give to a customer. */
export interface Stock {
  /** Null where it is gone. */
  campaign: StoredCampaign | null;
  /** A code of it that nobody has. */
  free: StoredVoucher[];
  /**
   * The card of it that the customer got first of those that can be used or, where none can, of
   * all; null where the customer has none.
   */
  held: StoredVoucher | null;
  /** How often the customer has got something of it. */
  joined: number;
}

/** Reads what a campaign has to give; it and the customer are told by expressions. */
export const stockReads = (
  scope: Scope,
  { campaign, customer }: { campaign: Fragment; customer: Fragment },
  attempt: number,
) => ({
  campaigns: campaignById(scope, campaign),
  free: freeVouchers(scope, campaign, { count: 1, attempt }),
  held: cardToFill(scope, campaign, customer),
  memberships: membershipOf(scope, campaign, customer),
});

/** What they found. */
export const stockIn = (
  scope: Scope,
  { campaigns, free, held, memberships }: Found<ReturnType<typeof stockReads>>,
): Stock => ({
  campaign: campaigns.map(decodeCampaign)[0] ?? null,
  free: drawn(scope, free.map(decodeVoucher), 1),
  held: held.map(decodeVoucher)[0] ?? null,
  joined: Number(memberships[0]?.publications ?? 0),
});
