import { minorOf } from "../../../../shared/minor";
import { discountOf, draftOf, NO_DISCOUNT } from "../../../parts/discount";
import { draftOfDuration } from "../../../parts/duration";
import { fieldAmount } from "../../../parts/field-texts";
import { changedMetadata, type MetadataRow, rowsOf } from "../../../parts/metadata";
import { BLANK, type Draft, daysOf, durationsOf } from "../create/draft";
import { hasDiscount } from "../create/steps";
import { draftOfExpiry, expiryOf } from "../expiry/draft";
import type { Campaign } from "../facts";
import { draftOfReferral, referralOf } from "../referral/draft";

/** A campaign that is there as somebody changes it: the draft of a new one, and what comes later. */
export interface EditDraft extends Draft {
  /** Of a category: its id, or "name:" and its name where it has no other. */
  category: string;
  metadata: readonly MetadataRow[];
  /** Its discount has parts that fields have not, and stays. */
  isDiscountKept: boolean;
  joinsByItself: boolean;
}

export const NAMED = "name:";

/** Its days and hours; one such time is one for some days, several stay. */
function draftOfDays(campaign: Campaign): Pick<Draft, "days" | "hours"> {
  const { validity_day_of_week: days = [], validity_hours } = campaign;
  const [first, ...others] = validity_hours?.daily ?? [];
  if (!first) return { days: days.toSorted(), hours: BLANK.hours };
  if (others.length > 0) return { days: [], hours: null };
  const hours = { from: first.start_time, until: first.expiration_time };
  return { days: (first.days_of_week ?? []).toSorted(), hours };
}

const categoryOf = ({ category, category_id }: Campaign): string =>
  category_id ?? (category === null ? "" : NAMED + category);

/** What fields begin with. */
export function draftOfCampaign(campaign: Campaign, currency: string): EditDraft {
  const { voucher } = campaign;
  const discount = voucher?.discount ? draftOf(voucher.discount, currency) : NO_DISCOUNT;
  const { prefix = "", pattern = "", postfix = "" } = voucher?.code_config ?? {};
  return {
    ...BLANK,
    kind: campaign.campaign_type,
    name: campaign.name,
    description: campaign.description ?? "",
    discount: discount ?? NO_DISCOUNT,
    isDiscountKept: discount === null,
    gift: voucher?.gift ? fieldAmount(voucher.gift.amount, currency) : "",
    points: String(voucher?.loyalty_card?.points ?? 0),
    expiry: draftOfExpiry(voucher?.loyalty_card?.expiration_rules),
    start: campaign.start_date ?? null,
    end: campaign.expiration_date ?? null,
    ...draftOfDays(campaign),
    every: draftOfDuration(campaign.validity_timeframe?.interval),
    open: draftOfDuration(campaign.validity_timeframe?.duration),
    holds: draftOfDuration(campaign.activity_duration_after_publishing),
    count: "0",
    pattern: `${prefix}${pattern}${postfix}`,
    uses: String(voucher?.redemption.quantity ?? ""),
    joinsOnce: campaign.join_once,
    joinsByItself: campaign.auto_join,
    referral: draftOfReferral(campaign.referral_program, currency),
    category: categoryOf(campaign),
    metadata: rowsOf(campaign.metadata),
  };
}

/** The template of further codes; a pattern only where somebody wrote another. */
function templateOf(draft: EditDraft, was: EditDraft, currency: string) {
  const { kind, discount, isDiscountKept, gift, points, pattern, uses } = draft;
  return {
    ...(hasDiscount(kind) && !isDiscountKept && { discount: discountOf(discount, currency) }),
    ...(kind === "GIFT_VOUCHERS" && { gift: { amount: minorOf(gift, currency) ?? 0 } }),
    ...(kind === "LOYALTY_PROGRAM" && {
      loyalty_card: { points: Number(points), expiration_rules: expiryOf(draft.expiry) },
    }),
    ...(hasDiscount(kind) && { redemption: { quantity: uses === "" ? null : Number(uses) } }),
    ...(pattern !== was.pattern && { code_config: { pattern, prefix: "", postfix: "" } }),
  };
}

const categoryIn = (category: string) =>
  category.startsWith(NAMED)
    ? { category: category.slice(NAMED.length), category_id: null }
    : { category_id: category || null };

/** The body that makes a campaign that was `was` what a draft without problems says. */
export function changeOf(draft: EditDraft, was: EditDraft, currency: string) {
  const { kind, name, description, start, end, category } = draft;
  return {
    name: name.trim(),
    description: description || null,
    start_date: start,
    expiration_date: end,
    ...daysOf(draft),
    ...durationsOf(draft),
    ...(category !== was.category && categoryIn(category)),
    metadata: changedMetadata(was.metadata, draft.metadata),
    ...(kind !== "PROMOTION" && {
      voucher: templateOf(draft, was, currency),
      join_once: draft.joinsOnce,
      auto_join: draft.joinsByItself,
    }),
    ...(kind === "REFERRAL_PROGRAM" && { referral_program: referralOf(draft.referral, currency) }),
  };
}
