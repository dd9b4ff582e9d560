import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { createExport } from "./create";
import { exportAny } from "./ledgers";
import { listExports } from "./list";
import { viewManifest } from "./manifest";
import { removeExport } from "./remove";
import { Export, ExportCreate, ExportManifest, ExportQuery, PathExport } from "./schema";
import { getExport } from "./store";
import { viewExport } from "./view";

export const exports = [
  route(
    "POST",
    "/",
    {
      summary: "Export objects to a CSV file",
      body: ExportCreate,
      answer: Export,
      errors: ["not_found", "invalid_export_fields", "invalid_export_params"],
    },
    (scope, { body }) => {
      const { exported_object, parameters } = body;
      return exportAny(scope, exported_object, parameters);
    },
  ),
  route(
    "GET",
    "/",
    {
      summary: "List exports",
      query: ExportQuery,
      answer: listOf("exports", Export),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listExports(scope, query);
      const shown = shownAs(page, (row) => viewExport(scope, row));
      return viewList("exports", shown);
    },
  ),
  route(
    "GET",
    "/:exportId",
    { summary: "Get an export", answer: Export, errors: ["not_found"] },
    async (scope, { params }) => viewExport(scope, await getExport(scope, params.exportId)),
  ),
  route(
    "GET",
    "/:exportId/manifest",
    {
      summary: "Get the rows, bytes and SHA-256 of an export's file",
      answer: ExportManifest,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewManifest(await getExport(scope, params.exportId)),
  ),
  route(
    "DELETE",
    "/:exportId",
    {
      summary: "Delete an export with its file",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    },
    (scope, { params }) => removeExport(scope, params.exportId),
  ),
];

export const orderExports = [
  route(
    "POST",
    "/export",
    {
      summary: "Export orders to a CSV file",
      body: PathExport,
      answer: Export,
      errors: ["invalid_export_fields", "invalid_export_params"],
    },
    (scope, { body }) => createExport(scope, { object: "order", sent: body.parameters }),
  ),
];
