import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../http/app-env";
import { operation } from "../../../http/openapi";
import { params } from "../../../http/validate";
import { Sku } from "./schema";
import { getSku } from "./store";
import { viewSku } from "./view";

const ByName = z.object({ skuId: z.string() });

export const skus = new Hono<AppEnv>().get(
  "/:skuId",
  operation({ summary: "Get a SKU by id or source id", answer: Sku, errors: ["not_found"] }),
  params(ByName),
  async (c) => c.json(viewSku(await getSku(scopeOf(c), c.req.valid("param").skuId))),
);
