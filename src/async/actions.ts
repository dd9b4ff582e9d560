import type { ActionStep } from "../resources/async-actions/store";
import { clearCampaign, DELETION } from "../resources/campaigns/clear";
import { GENERATION } from "../resources/campaigns/generate";
import { generateCodes } from "../resources/campaigns/generate-step";
import { BULK_METADATA, BULK_UPDATE } from "../resources/customers/bulk";
import { bulkStep } from "../resources/customers/bulk-step";
import { EXPORT } from "../resources/exports/create";
import { runExport } from "../resources/exports/run";
import { IMPORTS } from "../resources/imports/step";
import { FORGETTING } from "../resources/permanent-deletions/forget";
import { forgetStep } from "../resources/permanent-deletions/forget-step";
import { REPOSTING, repostStep } from "../resources/validation-rules/repost";
import { RELEASE, releaseStep } from "../resources/vouchers/release";

/** Type of background work -> its step. New work is a file in its resource and a row here. */
export const ACTIONS: Record<string, ActionStep> = {
  [EXPORT]: runExport,
  [GENERATION]: generateCodes,
  [BULK_UPDATE]: bulkStep,
  [BULK_METADATA]: bulkStep,
  [FORGETTING]: forgetStep,
  [DELETION]: clearCampaign,
  [RELEASE]: releaseStep,
  [REPOSTING]: repostStep,
  ...IMPORTS,
};
