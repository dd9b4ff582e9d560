import { upload } from "../../http/route";
import { Started } from "../async-actions/schema";
import { startImport } from "./start";

const begun = { answer: Started, status: 202, errors: ["invalid_import"] } as const;
const intoCampaign = {
  ...begun,
  errors: ["invalid_import", "not_found", "invalid_campaign"],
} as const;

export const imports = [
  upload(
    "csv",
    "/vouchers/importCSV",
    { summary: "Import vouchers from a CSV file", ...begun },
    (scope, { file }) => startImport(scope, { kind: "vouchers", format: "csv", bytes: file }),
  ),
  upload(
    "json",
    "/vouchers/import",
    { summary: "Import vouchers from a JSON array", ...begun },
    (scope, { file }) => startImport(scope, { kind: "vouchers", format: "json", bytes: file }),
  ),
  upload(
    "csv",
    "/campaigns/:campaignId/importCSV",
    { summary: "Import codes into a campaign from a CSV file", ...intoCampaign },
    (scope, { params, file }) =>
      startImport(scope, {
        kind: "vouchers",
        format: "csv",
        bytes: file,
        campaign: params.campaignId,
      }),
  ),
  upload(
    "json",
    "/campaigns/:campaignId/import",
    { summary: "Import codes into a campaign from a JSON array", ...intoCampaign },
    (scope, { params, file }) =>
      startImport(scope, {
        kind: "vouchers",
        format: "json",
        bytes: file,
        campaign: params.campaignId,
      }),
  ),
  upload(
    "csv",
    "/customers/importCSV",
    { summary: "Import customers from a CSV file", ...begun },
    (scope, { file }) => startImport(scope, { kind: "customers", format: "csv", bytes: file }),
  ),
  upload(
    "csv",
    "/products/importCSV",
    { summary: "Import products from a CSV file", ...begun },
    (scope, { file }) => startImport(scope, { kind: "products", format: "csv", bytes: file }),
  ),
  upload(
    "csv",
    "/skus/importCSV",
    { summary: "Import SKUs from a CSV file", ...begun },
    (scope, { file }) => startImport(scope, { kind: "skus", format: "csv", bytes: file }),
  ),
  upload(
    "json",
    "/orders/import",
    { summary: "Import orders from a JSON array", ...begun },
    (scope, { file }) => startImport(scope, { kind: "orders", format: "json", bytes: file }),
  ),
];
