import type { ReferralReward as Given, ReferralProgram } from "../../../../../src/model/referral";
import { minorOf } from "../../../../shared/minor";
import { fieldAmount } from "../../../parts/field-texts";

export const GIVES = ["DISCOUNT_VOUCHER", "GIFT_VOUCHER", "LOYALTY_CARD"] as const;

/** Of what campaigns each is given. */
export const GIVEN_OF = {
  DISCOUNT_VOUCHER: "DISCOUNT_COUPONS",
  GIFT_VOUCHER: "GIFT_VOUCHERS",
  LOYALTY_CARD: "LOYALTY_PROGRAM",
} as const;

/** What somebody gets for a referral, as it is written; no type means nothing. */
export interface GivenDraft {
  type: "" | (typeof GIVES)[number];
  campaign: string;
  amount: string;
}

export const NOTHING: GivenDraft = { type: "", campaign: "", amount: "" };

export type GivenProblem = "campaign" | "amount";

const amountOf = ({ type, amount }: GivenDraft, currency: string): number | null => {
  if (type === "GIFT_VOUCHER") return minorOf(amount, currency) || null;
  return /^[1-9]\d{0,8}$/.test(amount.trim()) ? Number(amount) : null;
};

/** What keeps the draft from being given; nothing given is none. */
export function problemsOfGiven(draft: GivenDraft, currency: string): readonly GivenProblem[] {
  if (draft.type === "") return [];
  return [
    ...(draft.campaign.trim() === "" ? (["campaign"] as const) : []),
    ...(draft.type !== "DISCOUNT_VOUCHER" && amountOf(draft, currency) === null
      ? (["amount"] as const)
      : []),
  ];
}

export const draftOfGiven = (given: Given | undefined, currency: string): GivenDraft => {
  if (!given) return NOTHING;
  const { type, amount = 0, related_object_parent: parent } = given;
  const text = type === "GIFT_VOUCHER" ? fieldAmount(amount, currency) : String(amount);
  return { type, campaign: parent.id, amount: type === "DISCOUNT_VOUCHER" ? "" : text };
};

/** What a draft without problems gives; null where it gives nothing. */
export function givenOf(draft: GivenDraft, currency: string) {
  const { type, campaign } = draft;
  if (type === "") return null;
  const amount = type === "DISCOUNT_VOUCHER" ? null : amountOf(draft, currency);
  return {
    type,
    ...(amount !== null && { amount }),
    related_object_parent: { id: campaign.trim() },
  };
}

/** By what a referral counts, and what the referee gets then beside the code. */
export interface ReferralDraft {
  converts: ReferralProgram["conversion_event_type"];
  /** Name of the custom event. */
  event: string;
  reward: GivenDraft;
}

export const NO_REFERRAL: ReferralDraft = { converts: "redemption", event: "", reward: NOTHING };

export type ReferralProblem = GivenProblem | "event";

export const problemsOfReferral = (
  { converts, event, reward }: ReferralDraft,
  currency: string,
): readonly ReferralProblem[] => [
  ...(converts === "custom_event" && event.trim() === "" ? (["event"] as const) : []),
  ...problemsOfGiven(reward, currency),
];

/** The cast holds: the document leaves open what is in a program, the service does not. */
export function draftOfReferral(kept: object | undefined, currency: string): ReferralDraft {
  if (!kept) return NO_REFERRAL;
  const { conversion_event_type, custom_event, referee_reward } = kept as ReferralProgram;
  return {
    converts: conversion_event_type,
    event: custom_event?.name ?? "",
    reward: draftOfGiven(referee_reward, currency),
  };
}

export function referralOf({ converts, event, reward }: ReferralDraft, currency: string) {
  const referee_reward = givenOf(reward, currency);
  return {
    conversion_event_type: converts,
    ...(converts === "custom_event" && { custom_event: { name: event.trim() } }),
    ...(referee_reward && { referee_reward }),
  };
}
