import * as z from "zod";
import { Campaign } from "../model/campaign";
import { Customer, SimpleCustomer } from "../model/customer";
import { PromotionStack } from "../model/promotion";
import { ListedPublication, Publication } from "../model/publication";
import { Redemption, Rollback } from "../model/redemption";
import { ValidationRule } from "../model/rule";

/**
 * The campaign that an event shows beside a voucher or tier of it: only the fields that such an
 * event knows.
 */
const NamedCampaign = Campaign.pick({
  id: true,
  name: true,
  campaign_type: true,
  active: true,
  start_date: true,
  expiration_date: true,
  object: true,
})
  .partial()
  .required({ id: true });
export const campaign = z.union([Campaign, NamedCampaign]);

/** Of a customer who was permanently deleted only the id is left. */
export const customer = z.union([
  Customer,
  SimpleCustomer,
  SimpleCustomer.pick({ id: true, object: true }),
]);

/** A publication has none once its customer was permanently deleted. */
const tracking_id = z.string().nullish();
export const publication = Publication.extend({ tracking_id });
export const failedPublication = ListedPublication.extend({ tracking_id });

/** A rule, or nothing of it where it was deleted at the same moment. */
export const rule = z.union([ValidationRule, z.strictObject({})]);

export const promotion_stack = z.union([
  PromotionStack,
  PromotionStack.pick({ id: true, name: true, tiers: true, object: true }),
]);

/** A redemption or rollback; its order and its customer are fields of the event beside it. */
export const redemption = Redemption.partial({ order: true, customer: true });
export const rollback = Rollback.partial({ order: true, customer: true });
