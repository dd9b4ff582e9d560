import { Hono } from "hono";
import * as z from "zod";
import { type AppEnv, scopeOf } from "../../http/app-env";
import { operation } from "../../http/openapi";
import { listOf, shownAs, viewList } from "../../http/page";
import { respond } from "../../http/respond";
import { body, params, query } from "../../http/validate";
import { Code } from "../../model/voucher";
import { Started } from "../async-actions/schema";
import { Voucher } from "../vouchers/schema";
import { addVoucher, addVouchers } from "./add";
import { changeCampaign, setActive } from "./change";
import { createCampaign } from "./create";
import { listCampaigns } from "./list";
import { removeCampaign } from "./remove";
import {
  AdditionQuery,
  Campaign,
  CampaignCreate,
  CampaignQuery,
  CampaignUpdate,
  FixedVoucher,
  VoucherAddition,
} from "./schema";
import { getCampaign } from "./store";
import { summaryOf } from "./summary";
import { CampaignSummary, SummaryQuery } from "./summary-shape";
import { viewCampaign } from "./view";

const ByName = z.object({ campaignId: z.string() });
const ByCode = ByName.extend({ code: Code });
const Force = z.object({ force: z.stringbool().default(false) });

const ADD_ERRORS = [
  "not_found",
  "duplicate_found",
  "invalid_campaign",
  "invalid_voucher",
  "invalid_code_config",
  "metadata_validation_failed",
] as const;

export const campaigns = new Hono<AppEnv>()
  .post(
    "/",
    operation({
      summary: "Create a campaign; several vouchers are made in the background",
      answer: Campaign,
      errors: [
        "not_found",
        "duplicate_found",
        "invalid_campaign",
        "invalid_code_config",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    }),
    body(CampaignCreate),
    async (c) => respond(c, await createCampaign(scopeOf(c), c.req.valid("json"))),
  )
  .get(
    "/",
    operation({
      summary: "List campaigns",
      answer: listOf("campaigns", Campaign),
      errors: ["invalid_query_params"],
    }),
    query(CampaignQuery),
    async (c) => {
      const page = await listCampaigns(scopeOf(c), c.req.valid("query"));
      const shown = shownAs(page, ({ row, categories }) => viewCampaign(row, categories));
      return c.json(viewList("campaigns", shown));
    },
  )
  .get(
    "/:campaignId",
    operation({ summary: "Get a campaign by id or name", answer: Campaign, errors: ["not_found"] }),
    params(ByName),
    async (c) =>
      c.json(viewCampaign(await getCampaign(scopeOf(c), c.req.valid("param").campaignId))),
  )
  .put(
    "/:campaignId",
    operation({
      summary: "Update a campaign",
      answer: Campaign,
      errors: [
        "not_found",
        "duplicate_found",
        "invalid_campaign",
        "invalid_code_config",
        "resource_protected",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    }),
    params(ByName),
    body(CampaignUpdate),
    async (c) =>
      respond(
        c,
        await changeCampaign(scopeOf(c), c.req.valid("param").campaignId, c.req.valid("json")),
      ),
  )
  .delete(
    "/:campaignId",
    operation({
      summary: "Delete a campaign at once, and its vouchers in the background",
      status: 202,
      answer: Started,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    }),
    params(ByName),
    query(Force),
    async (c) =>
      respond(
        c,
        await removeCampaign(
          scopeOf(c),
          c.req.valid("param").campaignId,
          c.req.valid("query").force,
        ),
      ),
  )
  .post(
    "/:campaignId/enable",
    operation({
      summary: "Enable a campaign",
      answer: Campaign,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    }),
    params(ByName),
    async (c) => respond(c, await setActive(scopeOf(c), c.req.valid("param").campaignId, true)),
  )
  .post(
    "/:campaignId/disable",
    operation({
      summary: "Disable a campaign and with it all its vouchers",
      answer: Campaign,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    }),
    params(ByName),
    async (c) => respond(c, await setActive(scopeOf(c), c.req.valid("param").campaignId, false)),
  )
  .get(
    "/:campaignId/summary",
    operation({
      summary: "Count what happened in a campaign, day by day of the project's calendar",
      answer: CampaignSummary,
      errors: ["not_found", "invalid_query_params"],
    }),
    params(ByName),
    query(SummaryQuery),
    async (c) =>
      c.json(await summaryOf(scopeOf(c), c.req.valid("param").campaignId, c.req.valid("query"))),
  )
  .post(
    "/:campaignId/vouchers",
    operation({
      summary: "Add vouchers with random codes: one at once, several in the background",
      answer: z.union([Voucher, Started]),
      errors: [...ADD_ERRORS, "multiple_requests"],
    }),
    params(ByName),
    query(AdditionQuery),
    body(VoucherAddition),
    async (c) => {
      const { vouchers_count: asked } = c.req.valid("query");
      const { campaignId } = c.req.valid("param");
      return respond(c, await addVouchers(scopeOf(c), campaignId, c.req.valid("json"), asked));
    },
  )
  .post(
    "/:campaignId/vouchers/:code",
    operation({ summary: "Add a voucher with this code", answer: Voucher, errors: ADD_ERRORS }),
    params(ByCode),
    body(FixedVoucher),
    async (c) => {
      const { campaignId, code } = c.req.valid("param");
      return respond(c, await addVoucher(scopeOf(c), campaignId, { ...c.req.valid("json"), code }));
    },
  );
