import { load } from "../../commit/load";
import type { Found } from "../../commit/named";
import type { RawRow } from "../../db/client";
import type { ProductRow, SkuRow } from "../../db/tables/catalogue";
import { decisionReads, type Loaded, loadedFrom } from "../../deciding/load";
import type { DecideRequest } from "../../model/redeemable";
import type { Scope } from "../../scope/scope";
import { theCard } from "../loyalties/members/cards";
import { decodeSku } from "../products/skus/store";
import { decodeProduct } from "../products/store";
import { holderOfNamed } from "../vouchers/store";
import { givenProduct, givenSku, parameterOf } from "./reward-store";
import { type Stock, stockIn, stockReads } from "./stock";

/** A card of a member, by code or id, of a program by id or name or of any. */
export interface MemberNamed {
  name: string;
  program: string | null;
}

/** What the reward gives, as far as it is there. */
export interface Things extends Stock {
  product: ProductRow | null;
  sku: SkuRow | null;
}

function thingsReads(scope: Scope, rewardId: string, card: string, attempt: number) {
  const campaign = parameterOf(scope, rewardId, "campaign.id");
  return {
    product: givenProduct(scope, rewardId),
    sku: givenSku(scope, rewardId),
    ...stockReads(scope, { campaign, customer: holderOfNamed(scope, card) }, attempt),
  };
}

const first = <T>([row]: readonly RawRow[], read: (row: RawRow) => T): T | null =>
  row ? read(row) : null;

type ThingsFound = Found<ReturnType<typeof thingsReads>>;

const thingsIn = (scope: Scope, found: ThingsFound): Things => ({
  product: first(found.product, decodeProduct),
  sku: first(found.sku, decodeSku),
  ...stockIn(scope, found),
});

/**
 * Reads a member's card, its holder, the reward and all that the reward gives in ONE round trip.
 * Refuses what is no card of the program (not_found).
 */
export async function loadRewardRedemption(
  scope: Scope,
  request: DecideRequest,
  member: MemberNamed,
  attempt: number,
): Promise<{ loaded: Loaded; things: Things }> {
  const { name } = member;
  const found = await load(scope, {
    ...decisionReads(scope, request, { identity: null, holder: holderOfNamed(scope, name) }),
    ...thingsReads(scope, request.redeemables[0]?.reward?.id ?? "", name, attempt),
  });
  theCard(scope, found.vouchers, member);
  return {
    loaded: loadedFrom(scope, request, { identity: null, found }),
    things: thingsIn(scope, found),
  };
}
