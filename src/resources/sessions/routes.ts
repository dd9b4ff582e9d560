import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { params, query } from "../../http/validate";
import { listSessions } from "./list";
import { removeSession } from "./remove";
import { HeldSessionList, SessionQuery } from "./schema";

const ByCode = z.object({ code: z.string() });
const ByKey = z.object({ code: z.string(), sessionKey: z.string() });

/** What session keys hold of one voucher. */
export const voucherSessions = new Hono<AppEnv>()
  .get(
    "/:code/sessions",
    operation({
      summary: "List the sessions that hold a voucher",
      answer: HeldSessionList,
      errors: ["not_found", "invalid_query_params"],
    }),
    params(ByCode),
    query(SessionQuery),
    async (c) => {
      const { code } = c.req.valid("param");
      const page = await listSessions(scopeOf(c), code, c.req.valid("query"));
      return c.json(viewList("data", page));
    },
  )
  .delete(
    "/:code/sessions/:sessionKey",
    operation({
      summary: "Release what a session holds of a voucher",
      answer: null,
      errors: ["not_found", "multiple_requests"],
    }),
    params(ByKey),
    async (c) => {
      const { code, sessionKey } = c.req.valid("param");
      return respond(c, await removeSession(scopeOf(c), code, sessionKey));
    },
  );
