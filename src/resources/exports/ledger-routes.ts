import { route } from "../../http/route";
import { exportCampaign, exportCard, exportExpirations, exportMember } from "./ledgers";
import { Export, PathExport } from "./schema";

const EXPORTED = {
  body: PathExport,
  answer: Export,
  errors: ["not_found", "invalid_export_fields", "invalid_export_params"],
} as const;
const OF_CARD = { summary: "Export the transactions of a loyalty card to a CSV file", ...EXPORTED };

export const voucherLedgers = [
  route(
    "POST",
    "/:code/transactions/export",
    { summary: "Export the transactions of a card to a CSV file", ...EXPORTED },
    (scope, { params, body }) => exportCard(scope, params.code, body.parameters),
  ),
];

export const campaignLedgers = [
  route(
    "POST",
    "/:campaignId/transactions/export",
    {
      summary: "Export the transactions of all cards of a campaign to a CSV file",
      ...EXPORTED,
      errors: [...EXPORTED.errors, "forbidden"],
    },
    (scope, { params, body }) =>
      exportCampaign(scope, { name: params.campaignId }, body.parameters),
  ),
];

export const loyaltyLedgers = [
  route("POST", "/members/:memberId/transactions/export", OF_CARD, (scope, { params, body }) =>
    exportMember(scope, { name: params.memberId, program: null }, body.parameters),
  ),
  route(
    "POST",
    "/:campaignId/transactions/export",
    {
      summary: "Export the transactions of all cards of a loyalty program to a CSV file",
      ...EXPORTED,
    },
    (scope, { params, body }) =>
      exportCampaign(scope, { name: params.campaignId, type: "LOYALTY_PROGRAM" }, body.parameters),
  ),
  route(
    "POST",
    "/:campaignId/members/:memberId/transactions/export",
    OF_CARD,
    (scope, { params, body }) =>
      exportMember(scope, { name: params.memberId, program: params.campaignId }, body.parameters),
  ),
  route(
    "POST",
    "/:campaignId/points-expiration/export",
    { summary: "Export when points of a loyalty program expire to a CSV file", ...EXPORTED },
    (scope, { params, body }) => exportExpirations(scope, params.campaignId, body.parameters),
  ),
];
