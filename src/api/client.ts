import { Hono } from "hono";
import type { AppEnv } from "../http/app-env";
import { clientAuth } from "../http/auth";
import { jsonBody } from "../http/body";
import { clientCors, clientRate } from "../http/client-guard";
import { idempotency } from "../http/idempotency";
import { clientPromotions } from "../resources/campaigns/promotions/tiers/client-routes";
import { clientPublications } from "../resources/publications/client-routes";
import { clientQualifications } from "../resources/qualifications/client-routes";
import { clientRedemptions } from "../resources/redemptions/client-routes";
import { clientValidations } from "../resources/validations/client-routes";
import { clientVouchers } from "../resources/vouchers/client-routes";

/** Browsers and apps: what a shopper's device may do. */
export const client: Hono<AppEnv> = new Hono<AppEnv>();

client.use(clientRate, clientCors, clientAuth, jsonBody, idempotency);
client.route("/validations", clientValidations);
client.route("/qualifications", clientQualifications);
client.route("/promotions", clientPromotions);
client.route("/vouchers", clientVouchers);
client.route("/", clientRedemptions);
client.route("/", clientPublications);
