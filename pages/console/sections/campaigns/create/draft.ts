import type { Schemas } from "../../../../../clients/typescript/src";
import { minorOf } from "../../../../shared/minor";
import { setting, storage } from "../../../../shared/setting";
import { type DiscountDraft, discountOf, NO_DISCOUNT } from "../../../parts/discount";
import { type DurationDraft, durationOf, NO_DURATION } from "../../../parts/duration";
import { type ExpiryDraft, expiryOf, NO_EXPIRY } from "../expiry/draft";
import { NO_REFERRAL, type ReferralDraft, referralOf } from "../referral/draft";

export type Kind = Schemas["Campaign"]["campaign_type"];

/** A campaign as somebody writes it, before it is one. */
export interface Draft {
  /** Whose it is: what it names is of that project. */
  project: string;
  kind: Kind;
  name: string;
  description: string;
  discount: DiscountDraft;
  tier: string;
  gift: string;
  points: string;
  /** When points of a program expire. */
  expiry: ExpiryDraft;
  start: string | null;
  end: string | null;
  days: readonly number[];
  /** From when until when on each of those days; null where several times stay as they are. */
  hours: { from: string; until: string } | null;
  /** It opens again and again, counted from its start, and stays open for so long. */
  every: DurationDraft;
  open: DurationDraft;
  /** How long a code holds that is given out. */
  holds: DurationDraft;
  count: string;
  pattern: string;
  uses: string;
  joinsOnce: boolean;
  referral: ReferralDraft;
  rule: string | null;
}

export const BLANK: Draft = {
  project: "",
  kind: "DISCOUNT_COUPONS",
  name: "",
  description: "",
  discount: NO_DISCOUNT,
  tier: "",
  gift: "",
  points: "0",
  expiry: NO_EXPIRY,
  start: null,
  end: null,
  days: [],
  hours: { from: "", until: "" },
  every: NO_DURATION,
  open: NO_DURATION,
  holds: NO_DURATION,
  count: "100",
  pattern: "",
  uses: "1",
  joinsOnce: false,
  referral: NO_REFERRAL,
  rule: null,
};

/** The cast holds: nobody else writes under this name; what an older page left out is blank. */
const parsed = (text: string): Draft => ({ ...BLANK, ...(JSON.parse(text) as Partial<Draft>) });

/** Kept in the tab, so that loading the page again loses nothing. */
const draftSetting = setting<Draft>({
  name: "campaign-draft",
  store: storage("sessionStorage"),
  read: (text) => (text === null ? BLANK : parsed(text)),
  write: (draft) => (draft === BLANK ? null : JSON.stringify(draft)),
});

/** The draft that was begun in a project, and a way to change it. */
export function useDraft(project: string) {
  const kept = draftSetting.use();
  const draft = kept.project === project ? kept : BLANK;
  const set = (change: Partial<Draft>) => draftSetting.set({ ...draft, ...change, project });
  return { draft, set };
}

export const dropDraft = () => draftSetting.set(BLANK);

/** On which days, and from when until when on each of them; null where it is always. */
export function daysOf({ days, hours }: Pick<Draft, "days" | "hours">) {
  if (hours === null) return {};
  const { from, until } = hours;
  const times = { start_time: from, expiration_time: until };
  const chosen = days.length > 0 ? [...days] : null;
  return {
    validity_day_of_week: from ? null : chosen,
    validity_hours: from
      ? { daily: [{ ...times, ...(chosen && { days_of_week: chosen }) }] }
      : null,
  };
}

/** When it opens again and again, and how long codes hold; null where nothing was entered. */
export function durationsOf({ every, open, holds }: Pick<Draft, "every" | "open" | "holds">) {
  const [interval, duration] = [durationOf(every), durationOf(open)];
  return {
    validity_timeframe: interval && duration ? { interval, duration } : null,
    activity_duration_after_publishing: durationOf(holds),
  };
}

const voucherOf = (draft: Draft, currency: string) => {
  const { kind, gift, points, discount, pattern, uses } = draft;
  const codes = {
    ...(pattern && { code_config: { pattern } }),
    ...(uses && kind !== "GIFT_VOUCHERS" && { redemption: { quantity: Number(uses) } }),
  };
  if (kind === "GIFT_VOUCHERS") {
    const amount = minorOf(gift, currency) ?? 0;
    return { type: "GIFT_VOUCHER" as const, gift: { amount }, ...codes };
  }
  if (kind === "LOYALTY_PROGRAM") {
    const { redemption: _, ...config } = codes;
    const loyalty_card = { points: Number(points), expiration_rules: expiryOf(draft.expiry) };
    return { type: "LOYALTY_CARD" as const, loyalty_card, ...config };
  }
  return { type: "DISCOUNT_VOUCHER" as const, discount: discountOf(discount, currency), ...codes };
};

/** The body that makes the campaign of a draft without problems. */
export function bodyOf(draft: Draft, currency: string) {
  const { kind, name, description, tier, discount, start, end, count, rule } = draft;
  const shared = {
    name: name.trim(),
    campaign_type: kind,
    ...(description && { description }),
    ...(start && { start_date: start }),
    ...(end && { expiration_date: end }),
    ...daysOf(draft),
    ...durationsOf(draft),
    ...(rule !== null && { validation_rules: [rule] }),
  };
  if (kind === "PROMOTION") {
    const action = { discount: discountOf(discount, currency) };
    return { ...shared, promotion: { tiers: [{ name: tier, action }] } };
  }
  return {
    ...shared,
    // Members get a card as they come.
    ...(kind === "LOYALTY_PROGRAM" && { type: "AUTO_UPDATE" as const }),
    vouchers_count: Number(count),
    join_once: draft.joinsOnce,
    ...(kind === "REFERRAL_PROGRAM" && {
      referral_program: referralOf(draft.referral, currency),
    }),
    voucher: voucherOf(draft, currency),
  };
}
