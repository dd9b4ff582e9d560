import type { Section } from "../http/mount";
import { clientPromotions } from "../resources/campaigns/promotions/tiers/client-routes";
import { clientConsents } from "../resources/consents/client-routes";
import { clientEvents } from "../resources/custom-events/client-routes";
import { clientCustomers } from "../resources/customers/client-routes";
import { clientDeprecated } from "../resources/deprecated/client-routes";
import { clientPublications } from "../resources/publications/client-routes";
import { clientQualifications } from "../resources/qualifications/client-routes";
import { clientRedemptions } from "../resources/redemptions/client-routes";
import { clientValidations } from "../resources/validations/client-routes";
import { clientVouchers } from "../resources/vouchers/client-routes";

/** Browsers and apps: what a shopper's device may do. */
export const client: Section = {
  family: "client",
  base: "/client/v1",
  lists: [
    ["/validations", clientValidations],
    ["/qualifications", clientQualifications],
    ["/promotions", clientPromotions],
    ["/vouchers", clientVouchers],
    ["/customers", clientCustomers],
    ["/events", clientEvents],
    ["/", clientConsents],
    ["/", clientRedemptions],
    ["/", clientPublications],
    ["/", clientDeprecated],
  ],
};
