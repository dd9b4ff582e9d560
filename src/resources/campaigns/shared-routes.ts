import * as z from "zod";
import { listOf } from "../../http/page";
import { Campaign } from "../../model/campaign";
import { Started } from "../async-actions/schema";
import { CampaignCreate, CampaignUpdate } from "./schema";

/*
 * What the same operations share under the paths of all campaigns and of loyalty programs, and what
 * those on the parts of a campaign have in common.
 */

const WRITE_ERRORS = [
  "not_found",
  "duplicate_found",
  "invalid_campaign",
  "invalid_code_config",
  "metadata_validation_failed",
  "multiple_requests",
] as const;

export const CREATED = { body: CampaignCreate, answer: Campaign, errors: WRITE_ERRORS } as const;

export const LISTED = {
  answer: listOf("campaigns", Campaign),
  errors: ["invalid_query_params"],
} as const;

export const FOUND = { answer: Campaign, errors: ["not_found"] } as const;

export const CHANGED = {
  body: CampaignUpdate,
  answer: Campaign,
  errors: [...WRITE_ERRORS, "resource_protected"],
} as const;

export const REMOVED = {
  query: z.object({ force: z.stringbool().default(false) }),
  status: 202,
  answer: Started,
  errors: ["not_found", "resource_protected", "resource_in_use", "multiple_requests"],
} as const;

/** A part is a tier of a promotion, or a tier or an earning rule of a loyalty program. */
export const PART_WRITE_ERRORS = [
  "not_found",
  "invalid_campaign",
  "resource_protected",
  "metadata_validation_failed",
  "multiple_requests",
] as const;

export const SWITCH_ERRORS = ["not_found", "resource_protected", "multiple_requests"] as const;
