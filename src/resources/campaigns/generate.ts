import * as z from "zod";
import type { Statement } from "../../db/client";
import type { AsyncActionRow } from "../../db/tables/work";
import { type CodePattern, codePattern, withCharset } from "../../engine/codes";
import { ApiError } from "../../errors";
import type { DomainEvent } from "../../events/outbox";
import { CampaignVoucher } from "../../model/campaign";
import { CodeConfig } from "../../model/voucher";
import { startsWith } from "../../model/voucher-kinds";
import type { JobMessage, Scope } from "../../scope/scope";
import { beginAction, type Running } from "../async-actions/define";
import { refuseHeavy } from "../async-actions/refuse-heavy";
import { markGenerating } from "./generation-store";
import { OwnFields } from "./schema";
import type { StoredCampaign } from "./store";
import { viewCampaign } from "./view";

/** Vouchers that one database can hold, about. */
export const MOST_CODES = 20_000_000;

const SEED_BYTES = 32;

/** What all codes of one request may say themselves together. */
const MOST_OWN_BYTES = 1_000_000_000;

/** What a code says in words of any length: dates and names of properties are no matter. */
const sizeOf = ({ metadata, additional_info, category }: OwnFields): number =>
  JSON.stringify([metadata, additional_info, category]).length;

/**
 * What codes are made from, as it is stored: it was checked when it was sent. The length follows
 * from the pattern by then, so that it may be none, or more than can be asked for.
 */
const StoredTemplate = CampaignVoucher.omit({ discount: true }).extend({
  code_config: CodeConfig.extend({ length: z.int().nullish() }).nullish(),
});

/**
 * The campaign, and the template that its codes are made from: a copy, so that a change of the
 * campaign does not change the codes still to come.
 */
const GenerationInput = z.object({
  campaign_id: z.string(),
  template: StoredTemplate,
  own: OwnFields.optional(),
});

/**
 * How far a generation is. `seed` and `run` make the run's codes anew wherever it goes on; `size`
 * is the run's length, 0 before the first, `at` its next code, `done` what was made before it.
 */
const GenerationState = z.object({
  seed: z.string(),
  run: z.int(),
  size: z.int(),
  at: z.int(),
  done: z.int(),
});
export type GenerationState = z.infer<typeof GenerationState>;

/** Background work that makes a campaign's codes. */
export const GENERATION = {
  type: "CAMPAIGN_VOUCHERS_GENERATION",
  input: GenerationInput,
  state: GenerationState,
};
export type Generating = Running<z.infer<typeof GenerationInput>, GenerationState>;

export interface Generation {
  row: AsyncActionRow;
  /** Inserts the action. */
  statement: Statement;
  /**
   * Show the campaign as IN_PROGRESS; needed where it was there before this batch, which otherwise
   * inserts it so.
   */
  marks: Statement[];
  job: JobMessage;
  events: DomainEvent[];
}

/** Credits or points that each card of the template starts with; null for a discount. */
export const amountOf = (template: CampaignVoucher): number | null =>
  startsWith(template.type, template);

/** The pattern that a campaign's codes are drawn from; refuses one that gives too few. */
export function patternOf(scope: Scope, template: CampaignVoucher, count: number): CodePattern {
  const isCaseSensitive = scope.project.case_sensitive_codes;
  const config = withCharset(template.code_config, scope.project.default_charset);
  const pattern = codePattern(config, template.type, count, isCaseSensitive);
  if (!pattern.ok) throw new ApiError("invalid_code_config", { details: pattern.error });
  return pattern.value;
}

function refuseCount(count: number): void {
  if (Number.isInteger(count) && count >= 1 && count <= MOST_CODES) return;
  throw new ApiError("invalid_payload", {
    details: `Property .vouchers_count must be an integer from 1 to ${MOST_CODES}`,
  });
}

/**
 * The background work that makes `count` codes of a campaign. `statement` goes into the batch of
 * the request, with `async_actions: 1` in its tally; `marks` too, where the campaign was there
 * before. Refuses a campaign without vouchers (invalid_campaign), a number of codes that no
 * database holds (invalid_payload) and a pattern that gives too few of them (invalid_code_config).
 */
export function planGeneration(
  scope: Scope,
  campaign: StoredCampaign,
  count: number,
  own?: OwnFields,
): Generation {
  const template = campaign.voucher;
  if (!template) {
    const details = `A ${campaign.campaign_type} campaign has no vouchers`;
    throw new ApiError("invalid_campaign", { details });
  }
  refuseCount(count);
  if (own && sizeOf(own) * count > MOST_OWN_BYTES) {
    throw new ApiError("invalid_payload", {
      details: `Property .metadata, with .additional_info and .category, is too large for ${count} vouchers`,
    });
  }
  refuseHeavy(scope);
  patternOf(scope, template, count);
  const seed = Buffer.from(scope.random(SEED_BYTES)).toString("base64");
  const action = beginAction(scope, GENERATION, {
    related_id: campaign.id,
    total: count,
    input: { campaign_id: campaign.id, template, ...(own && { own }) },
    state: { seed, run: 0, size: 0, at: 0, done: 0 },
  });
  return {
    ...action,
    marks: markGenerating(scope, campaign.id),
    events: [generationEvent("started", campaign, count)],
  };
}

const STATUS = { started: "IN_PROGRESS", completed: "DONE", failed: "FAILED" } as const;

/** `count` is what was asked for, or at the end what was made. */
export const generationEvent = (
  what: keyof typeof STATUS,
  campaign: StoredCampaign,
  count: number,
): DomainEvent => ({
  kind: `campaign.vouchers.generation.${what}`,
  entity_id: campaign.id,
  data: {
    campaign: viewCampaign({ ...campaign, vouchers_generation_status: STATUS[what] }),
    count,
  },
});
