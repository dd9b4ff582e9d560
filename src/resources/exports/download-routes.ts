import { Hono } from "hono";
import * as z from "zod";
import type { AppEnv } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { params, query } from "../../http/validate";
import { openDownload } from "./download";

const ById = z.object({ exportId: z.string() });
const Signed = z.object({ token: z.string().optional() });
const Csv = z.string().meta({ description: "A CSV file in UTF-8" });

/** Behind a signed link: it needs no keys. */
export const exportDownloads = new Hono<AppEnv>().get(
  "/:exportId/download",
  operation({
    summary: "Download the file of an export",
    answer: Csv,
    errors: ["unauthorized", "not_found"],
  }),
  params(ById),
  query(Signed),
  async (c) => {
    const [db, settings] = [c.get("db"), c.get("settings")];
    const visit = { db, files: c.env.EXPORTS, secret: settings.signingSecret, now: Date.now() };
    const { exportId } = c.req.valid("param");
    const { file, name } = await openDownload(visit, exportId, c.req.valid("query").token);
    return c.body(file, 200, {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "private, no-store",
    });
  },
);
