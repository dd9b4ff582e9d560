import type { Section } from "../http/mount";
import { assignments } from "../resources/assignments/routes";
import { ruleAssignments } from "../resources/assignments/rule-routes";
import { asyncActions } from "../resources/async-actions/routes";
import { promotionStacks } from "../resources/campaigns/promotions/stacks/routes";
import { promotionTiers } from "../resources/campaigns/promotions/tiers/routes";
import { campaigns } from "../resources/campaigns/routes";
import { categories } from "../resources/categories/routes";
import { customerConsents } from "../resources/consents/customer-routes";
import { consents } from "../resources/consents/routes";
import { customEvents } from "../resources/custom-events/routes";
import { customers } from "../resources/customers/routes";
import { deprecated } from "../resources/deprecated/routes";
import { distributions } from "../resources/distributions/routes";
import { customerActivity } from "../resources/events/customer-routes";
import { memberActivity } from "../resources/events/member-routes";
import {
  campaignLedgers,
  loyaltyLedgers,
  voucherLedgers,
} from "../resources/exports/ledger-routes";
import { exports, orderExports } from "../resources/exports/routes";
import { imports } from "../resources/imports/routes";
import { locations } from "../resources/locations/routes";
import { earningRules } from "../resources/loyalties/earning-rules/routes";
import { pointsExpirations } from "../resources/loyalties/expiration/routes";
import { loyaltyMembers } from "../resources/loyalties/members/routes";
import { cardBalances } from "../resources/loyalties/members/voucher-routes";
import { pendingPoints } from "../resources/loyalties/pending/routes";
import { loyaltyPrograms } from "../resources/loyalties/programs/routes";
import { ledgerProofs } from "../resources/loyalties/proof/routes";
import { loyaltyTiers } from "../resources/loyalties/tiers/routes";
import { pointsTransactions } from "../resources/loyalties/transactions/routes";
import { definedMetadata } from "../resources/management/metadata-schemas/server-routes";
import { oauth } from "../resources/oauth/routes";
import { orderWrites } from "../resources/order-writes/routes";
import { orders } from "../resources/orders/routes";
import { permanentDeletions } from "../resources/permanent-deletions/customer-routes";
import { productCollections } from "../resources/product-collections/routes";
import { products } from "../resources/products/routes";
import { productSkus } from "../resources/products/skus/product-routes";
import { skus } from "../resources/products/skus/routes";
import { customerRedeemables } from "../resources/publications/customer-routes";
import { publications } from "../resources/publications/routes";
import { codePublications, voucherPublications } from "../resources/publications/voucher-routes";
import { qualifications } from "../resources/qualifications/routes";
import { memberRedemptions } from "../resources/redemptions/loyalty-routes";
import { redemptions } from "../resources/redemptions/routes";
import { voucherRedemptions } from "../resources/redemptions/voucher-routes";
import { referrals } from "../resources/referrals/routes";
import { referralTiers } from "../resources/referrals/tier-routes";
import { loyaltyRewards } from "../resources/rewards/assignments/loyalty-routes";
import { rewardAssignments } from "../resources/rewards/assignments/routes";
import { rewards } from "../resources/rewards/routes";
import { customerSegments } from "../resources/segments/customer-routes";
import { segments } from "../resources/segments/routes";
import { voucherSessions } from "../resources/sessions/routes";
import { campaignTemplates } from "../resources/templates/routes";
import { trashBin } from "../resources/trash-bin/routes";
import { validationRules } from "../resources/validation-rules/routes";
import { validations } from "../resources/validations/routes";
import { voucherValidation } from "../resources/validations/voucher-routes";
import { campaignTransactions } from "../resources/vouchers/campaign-routes";
import { vouchers } from "../resources/vouchers/routes";
import { eventFeed } from "../resources/webhooks/feed-routes";

/** Back ends: every operation of the project. */
export const v1: Section = {
  family: "server",
  base: "/v1",
  lists: [
    ["/", imports],
    ["/oauth", oauth],
    // Before paths that end in a code or an id, which would take their words for one.
    ["/", deprecated],
    ["/vouchers", codePublications],
    ["/vouchers", vouchers],
    ["/vouchers", cardBalances],
    ["/vouchers", voucherRedemptions],
    ["/vouchers", voucherValidation],
    ["/vouchers", voucherPublications],
    ["/vouchers", voucherSessions],
    ["/validation-rules", validationRules],
    ["/validation-rules", ruleAssignments],
    ["/validation-rules-assignments", assignments],
    ["/validations", validations],
    ["/qualifications", qualifications],
    ["/redemptions", redemptions],
    ["/publications", publications],
    ["/campaigns", campaigns],
    ["/campaigns", distributions],
    ["/loyalties", pendingPoints],
    ["/loyalties", ledgerProofs],
    ["/loyalties", memberActivity],
    ["/loyalties", pointsTransactions],
    ["/loyalties", pointsExpirations],
    ["/loyalties", loyaltyMembers],
    ["/loyalties", memberRedemptions],
    ["/loyalties", loyaltyPrograms],
    ["/loyalties", earningRules],
    ["/campaigns", campaignTransactions],
    ["/loyalties", loyaltyTiers],
    ["/promotions", promotionTiers],
    ["/promotions", promotionStacks],
    ["/customers", customers],
    ["/customers", customerConsents],
    ["/consents", consents],
    ["/customers", customerActivity],
    ["/customers", permanentDeletions],
    ["/customers", customerSegments],
    ["/events", customEvents],
    ["/event-feed", eventFeed],
    ["/products", products],
    ["/products", productSkus],
    ["/skus", skus],
    ["/product-collections", productCollections],
    ["/categories", categories],
    ["/segments", segments],
    ["/referrals", referrals],
    ["/referrals", referralTiers],
    ["/rewards", rewards],
    ["/rewards", rewardAssignments],
    ["/loyalties", loyaltyRewards],
    ["/customers", customerRedeemables],
    ["/vouchers", voucherLedgers],
    ["/campaigns", campaignLedgers],
    ["/loyalties", loyaltyLedgers],
    ["/orders", orderExports],
    ["/orders", orders],
    ["/orders", orderWrites],
    ["/exports", exports],
    ["/metadata-schemas", definedMetadata],
    ["/locations", locations],
    ["/templates/campaigns", campaignTemplates],
    ["/trash-bin", trashBin],
    ["/async-actions", asyncActions],
  ],
};
