import { checkDiscount } from "../../checks/discount";
import { checkMetadata } from "../../checks/metadata";
import { refuseWindow } from "../../checks/window";
import type { Answer } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import { changesNothing, nextUpdate } from "../../commit/next-update";
import { retried } from "../../commit/retry";
import type { RawRow } from "../../db/client";
import { ApiError } from "../../errors";
import type { CampaignVoucher } from "../../model/campaign";
import { CAMPAIGN_KINDS, type CampaignType } from "../../model/campaign-types";
import { mergeMetadata } from "../../model/metadata";
import type { Scope } from "../../scope/scope";
import type { Begin } from "../async-actions/define";
import { categoryColumns, categoryNamed, decodeCategory } from "../categories/store";
import { viewCategory } from "../categories/view";
import { definedCodes, duplicateName, invalid, joinsOnce, notOf, templateGift } from "./define";
import { recalculating } from "./recalculation";
import { definedProgram } from "./referral-program";
import type { CampaignUpdate, TemplateUpdate } from "./schema";
import {
  byCampaignName,
  type CampaignChange,
  getCampaign,
  type StoredCampaign,
  theCampaign,
  updateCampaign,
} from "./store";
import { viewCampaign } from "./view";

type Kind = "campaign.updated" | "campaign.enabled" | "campaign.disabled";

/** Nobody changes a protected campaign. */
export function refuseProtected(row: StoredCampaign): void {
  if (!row.protected) return;
  throw new ApiError("resource_protected", {
    details: `Resource campaign with id ${row.id} is protected and cannot be modified`,
    resource_id: row.id,
    resource_type: "campaign",
  });
}

async function apply(
  scope: Scope,
  row: StoredCampaign,
  { change, work = null }: { change: CampaignChange; work?: Begin | null },
  kind: Kind,
) {
  const answer = viewCampaign({ ...row, ...change });
  const result = await commit(scope, {
    statements: [...updateCampaign(row, change), ...(work ? [work.statement] : [])],
    events: [{ kind, entity_id: row.id, data: { campaign: answer } }],
    ...(work && { jobs: [work.job], tally: { async_actions: 1 } }),
    answer,
  });
  if (!result.ok && result.error.constraint.startsWith("campaigns.")) {
    throw duplicateName(change.name ?? row.name);
  }
  return result.ok ? answer : null;
}

/**
 * Turns a campaign, and with it all its vouchers, on or off; doing it twice changes nothing more.
 */
export const setActive = (scope: Scope, name: string, active: boolean): Promise<Answer> =>
  retried(scope, async () => {
    const row = await getCampaign(scope, name);
    if (row.active === active) return viewCampaign(row);
    refuseProtected(row);
    const change = { active, updated_at: nextUpdate(scope, row) };
    return apply(scope, row, { change }, active ? "campaign.enabled" : "campaign.disabled");
  });

/** A new length counts only where no pattern came with it, since a pattern goes before a length. */
function changedCodes(scope: Scope, template: CampaignVoucher, sent: TemplateUpdate) {
  const { code_config: config } = sent;
  if (!config) return {};
  const pattern = config.pattern ?? (config.length ? null : template.code_config?.pattern);
  const merged = { ...template.code_config, ...config, pattern };
  return { code_config: definedCodes(scope, merged, template.type) };
}

/** A discount keeps its type; parts of another type of voucher are refused. */
function changedParts(template: CampaignVoucher, { discount, gift, loyalty_card }: TemplateUpdate) {
  if (discount && discount.type !== template.discount?.type) {
    throw invalid("It is not possible to change Campaign discount type");
  }
  checkDiscount("discount", discount);
  if ((gift && !template.gift) || (loyalty_card && !template.loyalty_card)) {
    throw invalid(`Property .voucher.type must be ${template.type}`);
  }
  const given = Object.entries(gift ?? {}).filter(
    ([name, value]) => value !== undefined && (name === "effect" || value !== null),
  );
  const points = loyalty_card?.points ?? template.loyalty_card?.points;
  return {
    ...(discount && { discount }),
    ...(template.gift && {
      gift: templateGift("gift", { ...template.gift, ...Object.fromEntries(given) }),
    }),
    ...(template.loyalty_card &&
      points !== undefined && {
        loyalty_card: { ...template.loyalty_card, ...loyalty_card, points },
      }),
  };
}

/** Refuses a part of the template beside another one in it. */
function refuseTwo(input: CampaignUpdate): void {
  for (const part of ["discount", "gift", "loyalty_card"] as const) {
    const [above, inside] = [input[part], input.voucher?.[part]];
    if (above && inside && JSON.stringify(above) !== JSON.stringify(inside)) {
      throw invalid(`Property .${part} must be the same as .voucher.${part}`);
    }
  }
}

/** The template with what the body changes; vouchers take their discount and effect from it. */
function changedTemplate(scope: Scope, row: StoredCampaign, input: CampaignUpdate) {
  refuseTwo(input);
  const sent: TemplateUpdate = {
    ...input.voucher,
    discount: input.voucher?.discount ?? input.discount,
    gift: input.voucher?.gift ?? input.gift,
    loyalty_card: input.voucher?.loyalty_card ?? input.loyalty_card,
  };
  if (Object.values(sent).every((part) => part === undefined || part === null)) return {};
  const template = row.voucher;
  if (!template) throw invalid(`A ${row.campaign_type} campaign has no vouchers`);
  const quantity = sent.redemption?.quantity;
  const { redemption, ...others } = template;
  return {
    voucher: {
      ...others,
      ...changedParts(template, sent),
      ...changedCodes(scope, template, sent),
      ...(quantity === undefined
        ? redemption && { redemption }
        : quantity !== null && { redemption: { quantity } }),
    },
  };
}

/** The category as id and name: null clears both, a name alone may be of no category. */
function categoryChange(input: CampaignUpdate, found: readonly RawRow[] | undefined) {
  const { category, category_id } = input;
  if (category === undefined && category_id === undefined) return {};
  return categoryColumns(found, input);
}

/** The categories that are shown after an update. */
function categoriesAfter(
  row: StoredCampaign,
  { category_id }: CampaignChange,
  found: readonly RawRow[] | undefined,
) {
  if (category_id === undefined) return row.categories;
  return (found ?? []).map((raw) => viewCategory(decodeCategory(raw)));
}

function kindChange(row: StoredCampaign, type: CampaignUpdate["type"]) {
  if (!type || type === row.type) return {};
  if (type === "STANDALONE" || row.type === "STANDALONE") {
    throw invalid(`A ${row.type} campaign cannot become ${type}`);
  }
  return { type };
}

/** Own keys that are unset by name go before those that are merged. */
function metadataChange(row: StoredCampaign, input: CampaignUpdate) {
  const { metadata, unset_metadata_fields: unset } = input;
  if (metadata === undefined && !unset) return {};
  const kept = Object.entries(row.metadata).filter(([name]) => !unset?.includes(name));
  return { metadata: mergeMetadata(Object.fromEntries(kept), metadata) };
}

/** Texts, dates and objects: absent keeps, null clears. */
const CLEARABLE = [
  "description",
  "start_date",
  "expiration_date",
  "validity_timeframe",
  "validity_day_of_week",
  "validity_hours",
  "activity_duration_after_publishing",
  "loyalty_tiers_expiration",
] as const;

/** Flags: null keeps as well. */
const FLAGS = ["auto_join", "use_voucher_metadata_schema", "active"] as const;

/** The columns a body changes. */
function changeOf(
  scope: Scope,
  row: StoredCampaign,
  input: CampaignUpdate,
  category: ReturnType<typeof categoryChange>,
): CampaignChange {
  const cleared = CLEARABLE.filter((name) => input[name] !== undefined);
  const flags = FLAGS.filter((name) => typeof input[name] === "boolean");
  const sent = [...cleared, ...flags].map((name) => [name, input[name]]);
  return {
    ...Object.fromEntries(sent),
    ...(input.name && { name: input.name }),
    ...kindChange(row, input.type),
    join_once: joinsOnce(row, input.join_once ?? row.join_once),
    ...category,
    ...changedTemplate(scope, row, input),
    ...metadataChange(row, input),
    updated_at: nextUpdate(scope, row),
  };
}

/** Refuses a program of a campaign that is none of referrals. */
async function changedProgram(scope: Scope, row: StoredCampaign, input: CampaignUpdate) {
  if (CAMPAIGN_KINDS[row.campaign_type].isReferral) {
    if (input.referral_program === undefined) return {};
    return { referral_program: await definedProgram(scope, input.referral_program) };
  }
  if (input.referral_program) throw notOf(row.campaign_type, "referral_program");
  return {};
}

/** Updates a campaign, of one type or of any; its type, counters and vouchers stay. */
export const changeCampaign = (
  scope: Scope,
  name: string,
  input: CampaignUpdate,
  type?: CampaignType,
): Promise<Answer> =>
  retried(scope, async () => {
    const { found, categories } = await load(scope, {
      found: byCampaignName(scope, name), // An empty id clears: a name beside it is kept as text.
      categories: categoryNamed(scope, input.category_id === "" ? {} : input),
    });
    const row = theCampaign(found, name, type);
    refuseProtected(row);
    const change = {
      ...changeOf(scope, row, input, categoryChange(input, categories)),
      ...(await changedProgram(scope, row, input)),
    };
    if (change.metadata) checkMetadata(scope, "campaign", change.metadata);
    refuseWindow({ ...row, ...change });
    const work = recalculating(scope, { ...row, ...change }, input);
    if (!work && changesNothing(row, change)) return viewCampaign(row);
    const shown = { ...row, categories: categoriesAfter(row, change, categories) };
    return apply(scope, shown, { change, work }, "campaign.updated");
  }, [`campaign ${name}`]);
