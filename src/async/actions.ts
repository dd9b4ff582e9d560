import type { Action } from "../resources/async-actions/define";
import { clearCampaign } from "../resources/campaigns/clear";
import { codeGeneration } from "../resources/campaigns/generate-step";
import { BULK_ACTIONS } from "../resources/customers/bulk-step";
import { runExport } from "../resources/exports/run";
import { IMPORTS } from "../resources/imports/step";
import { markProgram } from "../resources/loyalties/auto-redeem/mark-all";
import { followTiers, recalculateTiers } from "../resources/loyalties/tiers/recalculate";
import { forgetCustomer } from "../resources/permanent-deletions/step";
import { PRODUCT_BULKS } from "../resources/products/bulk-step";
import { restoreVouchers } from "../resources/trash-bin/restore-step";
import { repostRule } from "../resources/validation-rules/repost";
import { VOUCHER_BULKS } from "../resources/vouchers/bulk-step";
import { releaseCustomer } from "../resources/vouchers/release";
import { releaseCode } from "../resources/vouchers/release-code";

/** All background work. New work is a file in its resource and a row here. */
export const ACTIONS: readonly Action[] = [
  runExport,
  codeGeneration,
  ...BULK_ACTIONS,
  ...VOUCHER_BULKS,
  ...PRODUCT_BULKS,
  forgetCustomer,
  clearCampaign,
  restoreVouchers,
  releaseCustomer,
  releaseCode,
  repostRule,
  recalculateTiers,
  followTiers,
  markProgram,
  ...IMPORTS,
];
