import * as z from "zod";
import { listOf, shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Campaign } from "../../model/campaign";
import { Code, Voucher } from "../../model/voucher";
import { Started } from "../async-actions/schema";
import { addVoucher, addVouchers } from "./add";
import { changeCampaign, setActive } from "./change";
import { createCampaign } from "./create";
import { listCampaigns } from "./list";
import { removeCampaign } from "./remove";
import {
  AdditionQuery,
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

export const campaigns = [
  route(
    "POST",
    "/",
    {
      summary: "Create a campaign; several vouchers are made in the background",
      body: CampaignCreate,
      answer: Campaign,
      errors: [
        "not_found",
        "duplicate_found",
        "invalid_campaign",
        "invalid_code_config",
        "metadata_validation_failed",
        "multiple_requests",
      ],
    },
    (scope, { body }) => createCampaign(scope, body),
  ),
  route(
    "GET",
    "/",
    {
      summary: "List campaigns",
      query: CampaignQuery,
      answer: listOf("campaigns", Campaign),
      errors: ["invalid_query_params"],
    },
    async (scope, { query }) => {
      const page = await listCampaigns(scope, query);
      const shown = shownAs(page, ({ row, categories }) => viewCampaign(row, categories));
      return viewList("campaigns", shown);
    },
  ),
  route(
    "GET",
    "/:campaignId",
    {
      summary: "Get a campaign by id or name",
      answer: Campaign,
      errors: ["not_found"],
    },
    async (scope, { params }) => viewCampaign(await getCampaign(scope, params.campaignId)),
  ),
  route(
    "PUT",
    "/:campaignId",
    {
      summary: "Update a campaign",
      body: CampaignUpdate,
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
    },
    (scope, { params, body }) => changeCampaign(scope, params.campaignId, body),
  ),
  route(
    "DELETE",
    "/:campaignId",
    {
      summary: "Delete a campaign at once, and its vouchers in the background",
      query: Force,
      status: 202,
      answer: Started,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    },
    (scope, { params, query }) => removeCampaign(scope, params.campaignId, query.force),
  ),
  route(
    "POST",
    "/:campaignId/enable",
    {
      summary: "Enable a campaign",
      answer: Campaign,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    },
    (scope, { params }) => setActive(scope, params.campaignId, true),
  ),
  route(
    "POST",
    "/:campaignId/disable",
    {
      summary: "Disable a campaign and with it all its vouchers",
      answer: Campaign,
      errors: ["not_found", "resource_protected", "multiple_requests"],
    },
    (scope, { params }) => setActive(scope, params.campaignId, false),
  ),
  route(
    "GET",
    "/:campaignId/summary",
    {
      summary: "Count what happened in a campaign, day by day of the project's calendar",
      query: SummaryQuery,
      answer: CampaignSummary,
      errors: ["not_found", "invalid_query_params"],
    },
    (scope, { params, query }) => summaryOf(scope, params.campaignId, query),
  ),
  route(
    "POST",
    "/:campaignId/vouchers",
    {
      summary: "Add vouchers with random codes: one at once, several in the background",
      query: AdditionQuery,
      body: VoucherAddition,
      answer: z.union([Voucher, Started]),
      status: (answer) => ("async_action_id" in answer ? 202 : 200),
      errors: [...ADD_ERRORS, "multiple_requests"],
    },
    (scope, { params, query, body }) => {
      return addVouchers(scope, params.campaignId, body, query.vouchers_count);
    },
  ),
  route(
    "POST",
    "/:campaignId/vouchers/:code",
    {
      summary: "Add a voucher with this code",
      params: ByCode,
      body: FixedVoucher,
      answer: Voucher,
      errors: ADD_ERRORS,
    },
    (scope, { params, body }) => {
      return addVoucher(scope, params.campaignId, { ...body, code: params.code });
    },
  ),
];
