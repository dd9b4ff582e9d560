import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../../../http/app-env";
import { operation } from "../../../../http/openapi";
import { shownAs, viewList } from "../../../../http/page";
import { respond } from "../../../../http/respond";
import { body, params, query } from "../../../../http/validate";
import { getStack, listStacks, stacksOfCampaign } from "./list";
import {
  CampaignStackQuery,
  PromotionStack,
  StackInput,
  StackList,
  StackQuery,
  StackUpdate,
} from "./schema";
import { viewStack } from "./view";
import { changeStack, createStack, removeStack } from "./write";

const ByCampaign = z.object({ campaignId: z.string() });
const ByStack = ByCampaign.extend({ stackId: z.string() });

const WRITE_ERRORS = [
  "not_found",
  "invalid_campaign",
  "resource_protected",
  "multiple_requests",
] as const;

export const promotionStacks = new Hono<AppEnv>()
  .get(
    "/stacks",
    operation({
      summary: "List promotion stacks",
      answer: StackList,
      errors: ["invalid_query_params"],
    }),
    query(StackQuery),
    async (c) => {
      const page = await listStacks(scopeOf(c), c.req.valid("query"));
      return c.json(viewList("data", shownAs(page, viewStack)));
    },
  )
  .post(
    "/:campaignId/stacks",
    operation({
      summary: "Put tiers of a promotion under one name, in the order in which they apply",
      answer: PromotionStack,
      errors: WRITE_ERRORS,
    }),
    params(ByCampaign),
    body(StackInput),
    async (c) =>
      respond(
        c,
        await createStack(scopeOf(c), c.req.valid("param").campaignId, c.req.valid("json")),
      ),
  )
  .get(
    "/:campaignId/stacks",
    operation({
      summary: "List the stacks of a promotion in the order of their making",
      answer: StackList,
      errors: ["not_found", "invalid_campaign", "invalid_query_params"],
    }),
    params(ByCampaign),
    query(CampaignStackQuery),
    async (c) => {
      const { campaignId } = c.req.valid("param");
      const found = await stacksOfCampaign(scopeOf(c), campaignId, c.req.valid("query"));
      return c.json(viewList("data", { items: found.items.map(viewStack), total: found.total }));
    },
  )
  .get(
    "/:campaignId/stacks/:stackId",
    operation({
      summary: "Get a promotion stack",
      answer: PromotionStack,
      errors: ["not_found", "invalid_campaign"],
    }),
    params(ByStack),
    async (c) => c.json(viewStack(await getStack(scopeOf(c), c.req.valid("param")))),
  )
  .put(
    "/:campaignId/stacks/:stackId",
    operation({
      summary: "Update a promotion stack; its tiers are replaced as a whole",
      answer: PromotionStack,
      errors: WRITE_ERRORS,
    }),
    params(ByStack),
    body(StackUpdate),
    async (c) =>
      respond(c, await changeStack(scopeOf(c), c.req.valid("param"), c.req.valid("json"))),
  )
  .delete(
    "/:campaignId/stacks/:stackId",
    operation({
      summary: "Delete a promotion stack; its tiers stay",
      answer: null,
      errors: WRITE_ERRORS,
    }),
    params(ByStack),
    async (c) => respond(c, await removeStack(scopeOf(c), c.req.valid("param"))),
  );
