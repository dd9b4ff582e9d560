import { minorOf } from "../../../../shared/minor";
import { problemsOf } from "../../../parts/discount";
import { isNoDuration } from "../../../parts/duration";
import { wholeOf } from "../../../parts/whole";
import type { Wrong } from "../../../parts/wrong";
import { MOST_CODES } from "../codes";
import { type ExpiryProblem, problemsOfExpiry } from "../expiry/draft";
import { problemsOfReferral, type ReferralProblem } from "../referral/draft";
import type { Draft, Kind } from "./draft";

export type Step = "kind" | "worth" | "when" | "codes" | "rules" | "review";

/** A promotion has no codes. */
export const stepsFor = (kind: Kind): readonly Step[] =>
  kind === "PROMOTION"
    ? ["kind", "worth", "when", "rules", "review"]
    : ["kind", "worth", "when", "codes", "rules", "review"];

export const hasDiscount = (kind: Kind): boolean =>
  kind === "DISCOUNT_COUPONS" || kind === "REFERRAL_PROGRAM" || kind === "PROMOTION";

export type Problem =
  | ReferralProblem
  | ExpiryProblem
  | ("name" | "tier" | "gift" | "points" | "end" | "hours" | "every" | "open" | "holds")
  | ("count" | "pattern" | "uses");

const isWhole = (text: string, least: number, most: number): boolean => {
  const value = wholeOf(text);
  return value !== null && value >= least && value <= most;
};

const isHalf = ({ from, until }: NonNullable<Draft["hours"]>): boolean =>
  (from === "") !== (until === "") || (from !== "" && from === until);

/** Whether one of the two durations is missing that go together. */
const isFrameHalf = ({ every, open }: Draft): boolean => (every.text === "") !== (open.text === "");

/** What is wrong with one step of a draft; the fields of a discount tell of themselves. */
export function problemsIn(step: Step, draft: Draft, currency: string): readonly Problem[] {
  const { kind, name, tier, gift, points, start, end, hours, count, pattern, uses } = draft;
  const wrong: Record<Exclude<Problem, ReferralProblem | ExpiryProblem>, boolean> = {
    name: step === "kind" && name.trim() === "",
    tier: step === "worth" && kind === "PROMOTION" && tier.trim() === "",
    gift: step === "worth" && kind === "GIFT_VOUCHERS" && minorOf(gift, currency) === null,
    points:
      step === "worth" &&
      kind === "LOYALTY_PROGRAM" &&
      !isWhole(points, 0, Number.MAX_SAFE_INTEGER),
    end: step === "when" && start !== null && end !== null && end <= start,
    hours: step === "when" && hours !== null && isHalf(hours),
    every: step === "when" && (isNoDuration(draft.every) || isFrameHalf(draft)),
    open: step === "when" && (isNoDuration(draft.open) || isFrameHalf(draft)),
    holds: step === "when" && isNoDuration(draft.holds),
    count: step === "codes" && !isWhole(count, 0, MOST_CODES),
    pattern: step === "codes" && pattern !== "" && !pattern.includes("#"),
    uses: step === "codes" && uses !== "" && !isWhole(uses, 1, 1_000_000_000),
  };
  const isReferral = step === "worth" && kind === "REFERRAL_PROGRAM";
  const isProgram = step === "worth" && kind === "LOYALTY_PROGRAM";
  return [
    ...(Object.keys(wrong) as (keyof typeof wrong)[]).filter((problem) => wrong[problem]),
    ...(isProgram ? problemsOfExpiry(draft.expiry) : []),
    ...(isReferral ? problemsOfReferral(draft.referral, currency) : []),
  ];
}

/** Whether a step can be left forwards. */
export function isComplete(step: Step, draft: Draft, currency: string): boolean {
  if (problemsIn(step, draft, currency).length > 0) return false;
  if (step !== "worth" || !hasDiscount(draft.kind)) return true;
  return Object.keys(problemsOf(draft.discount, currency)).length === 0;
}

interface Place {
  step: Step;
  field: string;
}

const place = (step: Step, field: string): Place => ({ step, field });

/** Where each property of the body is entered. */
const PLACES: readonly [path: RegExp, place: Place][] = [
  [/^name$/, place("kind", "name")],
  [/^description$/, place("kind", "description")],
  [/^voucher\.discount/, place("worth", "discount")],
  [/^promotion\.tiers\[0\]\.action/, place("worth", "discount")],
  [/^promotion\.tiers/, place("worth", "tier")],
  [/^referral_program/, place("worth", "referral")],
  [/^voucher\.gift/, place("worth", "gift")],
  [/^voucher\.loyalty_card\.expiration_rules/, place("worth", "expiry")],
  [/^voucher\.loyalty_card/, place("worth", "points")],
  [/^start_date$/, place("when", "start")],
  [/^expiration_date$/, place("when", "end")],
  [/^validity_hours/, place("when", "hours")],
  [/^validity_timeframe\.duration/, place("when", "open")],
  [/^validity_timeframe/, place("when", "every")],
  [/^validity_/, place("when", "days")],
  [/^activity_duration/, place("when", "holds")],
  [/^(voucher\.)?code_config|^(charset|pattern|length)$/, place("codes", "pattern")],
  [/^vouchers_count$/, place("codes", "count")],
  [/^voucher\.redemption/, place("codes", "uses")],
  [/^validation_rules/, place("rules", "rule")],
  [/^category/, place("kind", "category")],
  [/^metadata/, place("kind", "metadata")],
];

/** Refusals that name no property, by what they are about. */
const KEYS: Readonly<Record<string, Place>> = {
  duplicate_found: place("kind", "name"),
  invalid_code_config: place("codes", "pattern"),
  metadata_validation_failed: place("kind", "metadata"),
};

export type Misplaced = Wrong & Place;

/** Where a refusal belongs; on the last step what belongs nowhere. */
export function placeOf(wrong: Wrong, key: string | null): Misplaced {
  const found = KEYS[key ?? ""] ?? PLACES.find(([path]) => path.test(wrong.path))?.[1];
  return { ...wrong, ...(found ?? place("review", "")) };
}
