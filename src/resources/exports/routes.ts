import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { createExport } from "./create";
import { listExports } from "./list";
import { removeExport } from "./remove";
import { Export, ExportCreate, ExportQuery, OrderExport } from "./schema";
import { getExport } from "./store";
import { viewExport } from "./view";

const ById = z.object({ exportId: z.string() });

export const exports = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Export objects to a CSV file",
      answer: Export,
      errors: ["invalid_export_fields", "invalid_export_params"],
    }),
    body(ExportCreate),
    async (c) => {
      const { exported_object, parameters } = c.req.valid("json");
      return respond(c, await createExport(scopeOf(c), exported_object, parameters));
    },
  )
  .get(
    "/",
    operation({
      summary: "List exports",
      answer: listOf("exports", Export),
      errors: ["invalid_query_params"],
    }),
    query(ExportQuery),
    async (c) => {
      const page = await listExports(scopeOf(c), c.req.valid("query"));
      const shown = shownAs(page, (row) => viewExport(scopeOf(c), row));
      return c.json(viewList("exports", shown));
    },
  )
  .get(
    "/:exportId",
    operation({ summary: "Get an export", answer: Export, errors: ["not_found"] }),
    params(ById),
    async (c) =>
      c.json(viewExport(scopeOf(c), await getExport(scopeOf(c), c.req.valid("param").exportId))),
  )
  .delete(
    "/:exportId",
    operation({
      summary: "Delete an export with its file",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ById),
    async (c) => respond(c, await removeExport(scopeOf(c), c.req.valid("param").exportId)),
  );

export const orderExports = new Hono<AppEnv>().post(
  "/export",
  operation({
    summary: "Export orders to a CSV file",
    answer: Export,
    errors: ["invalid_export_fields", "invalid_export_params"],
  }),
  body(OrderExport),
  async (c) => respond(c, await createExport(scopeOf(c), "order", c.req.valid("json").parameters)),
);
