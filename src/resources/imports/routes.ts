import { type Context, Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { idempotency } from "../../http/idempotency";
import { operation } from "../../http/openapi";
import { respond } from "../../http/respond";
import { upload, uploadOf } from "../../http/upload";
import { params } from "../../http/validate";
import { Started } from "../async-actions/schema";
import { type ImportRequest, startImport } from "./start";

const ByCampaign = z.object({ campaignId: z.string() });

const described = (summary: string, ...errors: ("not_found" | "invalid_campaign")[]) =>
  operation({ summary, answer: Started, status: 202, errors: ["invalid_import", ...errors] });

const begun = async (c: Context<AppEnv>, request: Omit<ImportRequest, "bytes">) =>
  respond(c, await startImport(scopeOf(c), { ...request, bytes: uploadOf(c) }));

/** Uploads read their own body, so these stand before what reads JSON, and before `/:code`. */
export const imports = new Hono<AppEnv>()
  .post(
    "/vouchers/importCSV",
    described("Import vouchers from a CSV file"),
    upload("csv"),
    idempotency,
    (c) => begun(c, { kind: "vouchers", format: "csv" }),
  )
  .post(
    "/vouchers/import",
    described("Import vouchers from a JSON array"),
    upload("json"),
    idempotency,
    (c) => begun(c, { kind: "vouchers", format: "json" }),
  )
  .post(
    "/campaigns/:campaignId/importCSV",
    described("Import codes into a campaign from a CSV file", "not_found", "invalid_campaign"),
    params(ByCampaign),
    upload("csv"),
    idempotency,
    (c) => begun(c, { kind: "vouchers", format: "csv", campaign: c.req.valid("param").campaignId }),
  )
  .post(
    "/campaigns/:campaignId/import",
    described("Import codes into a campaign from a JSON array", "not_found", "invalid_campaign"),
    params(ByCampaign),
    upload("json"),
    idempotency,
    (c) =>
      begun(c, { kind: "vouchers", format: "json", campaign: c.req.valid("param").campaignId }),
  )
  .post(
    "/customers/importCSV",
    described("Import customers from a CSV file"),
    upload("csv"),
    idempotency,
    (c) => begun(c, { kind: "customers", format: "csv" }),
  )
  .post(
    "/products/importCSV",
    described("Import products from a CSV file"),
    upload("csv"),
    idempotency,
    (c) => begun(c, { kind: "products", format: "csv" }),
  )
  .post(
    "/skus/importCSV",
    described("Import SKUs from a CSV file"),
    upload("csv"),
    idempotency,
    (c) => begun(c, { kind: "skus", format: "csv" }),
  )
  .post(
    "/orders/import",
    described("Import orders from a JSON array"),
    upload("json"),
    idempotency,
    (c) => begun(c, { kind: "orders", format: "json" }),
  );
