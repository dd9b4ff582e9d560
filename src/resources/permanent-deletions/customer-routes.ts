import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { respond } from "../../http/respond";
import { params } from "../../http/validate";
import { deletePermanently } from "./forget";
import { PermanentDeletion } from "./schema";

const ByName = z.object({ customerId: z.string() });

/** The permanent deletion under the path of its customer. */
export const permanentDeletions = new Hono<AppEnv>().post(
  "/:customerId/permanent-deletion",
  operation({
    summary: "Delete a customer and everything personal that is stored of them",
    answer: PermanentDeletion,
    errors: ["not_found", "multiple_requests"],
  }),
  params(ByName),
  async (c) => respond(c, await deletePermanently(scopeOf(c), c.req.valid("param").customerId)),
);
