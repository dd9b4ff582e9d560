import type { RawRow } from "../../db/client";
import { sql } from "../../db/sql";
import type { RewardRow } from "../../db/tables/loyalty";
import { ApiError, notFound } from "../../errors";
import { present } from "../../lib/assert";
import { CAMPAIGN_KINDS } from "../../model/campaign-types";
import { GIVEN_CAMPAIGNS, type RewardParameters } from "../../model/loyalty/reward";
import { VOUCHER_KINDS } from "../../model/voucher-kinds";
import type { Scope } from "../../scope/scope";
import { campaignById, decodeCampaign, type StoredCampaign } from "../campaigns/store";
import { bySkuName, theSku } from "../products/skus/store";
import { byProductName, theProduct } from "../products/store";
import type { ParametersInput } from "./schema";

/** What a reward gives, and what it is called where nobody named it. */
export interface Given {
  type: RewardRow["type"];
  name: string;
  parameters: RewardParameters;
}

type Sent = ParametersInput | null | undefined;

/** Reads what the parameters name; nothing where they name nothing. */
export const givenReads = (scope: Scope, sent: Sent) => ({
  campaign: sent?.campaign ? campaignById(scope, sql`${sent.campaign.id}`) : null,
  product: sent?.product ? byProductName(scope, sent.product.id) : null,
  sku: sent?.product?.sku_id ? bySkuName(scope, sent.product.sku_id) : null,
});

type Found = Record<keyof ReturnType<typeof givenReads>, RawRow[]>;

/** So many credits or points of a card; a coupon has none, so that what was sent is not kept. */
function balanceOf({ campaign_type }: StoredCampaign, balance: number | null | undefined) {
  const { voucher } = CAMPAIGN_KINDS[campaign_type];
  if (!voucher || VOUCHER_KINDS[voucher].unit === null) return {};
  if (balance && balance > 0) return { balance };
  throw new ApiError("invalid_balance", {
    details: `Property 'parameters.campaign.balance' must be greater than zero for ${campaign_type}`,
  });
}

function givenCampaign(rows: Found["campaign"], sent: NonNullable<ParametersInput["campaign"]>) {
  const [campaign] = rows.map(decodeCampaign);
  if (!campaign) throw notFound("campaign", sent.id);
  const { id, name, campaign_type } = campaign;
  const type = GIVEN_CAMPAIGNS.find((each) => each === campaign_type);
  if (!type) {
    throw new ApiError("invalid_campaign", {
      details: `Campaign ${id} is of type ${campaign_type}; a reward is of one of [ ${GIVEN_CAMPAIGNS.join(", ")} ]`,
    });
  }
  return { name, parameters: { campaign: { id, ...balanceOf(campaign, sent.balance), type } } };
}

function givenProduct({ product, sku }: Found, sent: NonNullable<ParametersInput["product"]>) {
  const { id, name } = theProduct(product, sent.id);
  if (!sent.sku_id) return { name: name ?? id, parameters: { product: { id, sku_id: null } } };
  const found = theSku(sku, sent.sku_id);
  if (found.product_id !== id) {
    throw new ApiError("invalid_sku", {
      details: `SKU ${found.id} is of product ${found.product_id}, not of ${id}`,
    });
  }
  return {
    name: found.sku ?? name ?? id,
    parameters: { product: { id, sku_id: found.id } },
  };
}

function givenCoin({ exchange_ratio, points_ratio }: NonNullable<ParametersInput["coin"]>) {
  const coin = { exchange_ratio, points_ratio: points_ratio ?? 1 };
  return { name: "Pay with points", parameters: { coin } };
}

/**
 * What a reward gives as its parameters say. Refuses parameters that name more than one thing or
 * none (invalid_payload), what does not exist, and a card's balance that is missing.
 */
export function givenBy(sent: ParametersInput, found: Found): Given {
  const { campaign, product, coin } = sent;
  const named = [campaign, product, coin].filter((each) => each);
  if (named.length !== 1) {
    throw new ApiError("invalid_payload", {
      details: "Property .parameters must name one of [ campaign, product, coin ]",
    });
  }
  if (campaign) return { type: "CAMPAIGN", ...givenCampaign(found.campaign, campaign) };
  if (product) return { type: "MATERIAL", ...givenProduct(found, product) };
  return { type: "COIN", ...givenCoin(present(coin, "the one thing that is named")) };
}
