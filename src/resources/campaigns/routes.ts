import * as z from "zod";
import { shownAs, viewList } from "../../http/page";
import { route } from "../../http/route";
import { Campaign } from "../../model/campaign";
import { SummaryQuery } from "../../model/day-counters";
import { NewCode, Voucher } from "../../model/voucher";
import { Started } from "../async-actions/schema";
import { addVoucher, addVouchers } from "./add";
import { changeCampaign, setActive } from "./change";
import { createCampaign } from "./create";
import { listCampaigns } from "./list";
import { removeCampaign } from "./remove";
import { AdditionQuery, CampaignQuery, FixedVoucher, VoucherAddition } from "./schema";
import { CHANGED, CREATED, FOUND, LISTED, REMOVED, SWITCH_ERRORS } from "./shared-routes";
import { getCampaign } from "./store";
import { summaryOf } from "./summary";
import { CampaignSummary } from "./summary-shape";
import { viewCampaign } from "./view";

const ByName = z.object({ campaignId: z.string() });
const ByCode = ByName.extend({ code: NewCode });

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
      ...CREATED,
      example: {
        name: "From the reference",
        campaign_type: "DISCOUNT_COUPONS",
        type: "STATIC",
        vouchers_count: 10,
        voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "PERCENT", percent_off: 10 } },
      },
    },
    (scope, { body }) => createCampaign(scope, body),
  ),
  route(
    "GET",
    "/",
    { summary: "List campaigns", query: CampaignQuery, ...LISTED },
    async (scope, { query }) =>
      viewList("campaigns", shownAs(await listCampaigns(scope, query), viewCampaign)),
  ),
  route(
    "GET",
    "/:campaignId",
    { summary: "Get a campaign by id or name", ...FOUND },
    async (scope, { params }) => viewCampaign(await getCampaign(scope, params.campaignId)),
  ),
  route(
    "PUT",
    "/:campaignId",
    { summary: "Update a campaign", ...CHANGED },
    (scope, { params, body }) => changeCampaign(scope, params.campaignId, body),
  ),
  route(
    "DELETE",
    "/:campaignId",
    { summary: "Delete a campaign at once, and its vouchers in the background", ...REMOVED },
    (scope, { params, query }) => removeCampaign(scope, params.campaignId, query.force),
  ),
  route(
    "POST",
    "/:campaignId/enable",
    {
      summary: "Enable a campaign",
      answer: Campaign,
      errors: SWITCH_ERRORS,
    },
    (scope, { params }) => setActive(scope, params.campaignId, true),
  ),
  route(
    "POST",
    "/:campaignId/disable",
    {
      summary: "Disable a campaign and with it all its vouchers",
      answer: Campaign,
      errors: SWITCH_ERRORS,
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
