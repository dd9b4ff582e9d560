import * as z from "zod";
import { withoutNulls } from "../../lib/json-value";
import { Duration } from "../time-window";

export const TierPeriod = z.enum(["MONTH", "QUARTER", "HALF_YEAR", "YEAR"]);
export type TierPeriod = z.infer<typeof TierPeriod>;

/** To which day the end of a tier is moved on; the day itself where it is one already. */
const Rounding = z.object({
  type: z.enum([...TierPeriod.options, "CUSTOM"]),
  /** The first or the last day of what `type` names. */
  strategy: z.enum(["START", "END"]).optional(),
  unit: z.literal("MONTH").optional(),
  /** The month that CUSTOM names; 0 is January. */
  value: z.int().min(0).max(11).optional(),
});
export type TierRounding = z.infer<typeof Rounding>;

/** Tiers begin and end with days, so that a duration has no hours; an empty one is none. */
const isOfDays = (text: string): boolean =>
  text === "" || (Duration.safeParse(text).success && !text.includes("T"));
const Extension = z.string().refine(isOfDays, "must be an ISO 8601 duration of whole days");

const Settings = z.object({
  qualification_type: z.enum(["BALANCE", "POINTS_IN_PERIOD"]),
  qualification_period: TierPeriod.optional(),
  start_date: z.object({ type: z.enum(["IMMEDIATE", "NEXT_PERIOD"]) }),
  expiration_date: z.object({
    type: z.enum(["END_OF_PERIOD", "END_OF_NEXT_PERIOD", "BALANCE_DROP", "CUSTOM"]),
    extend: Extension.optional(),
    rounding: Rounding.optional(),
  }),
});
export type LoyaltyTiersExpiration = z.infer<typeof Settings>;

/** What is wrong with one property of the settings. */
interface Defect {
  path: string[];
  reason: string;
}

const isLong = (duration: string | undefined): boolean => /[1-9]/.test(duration ?? "");

function periodDefects(settings: LoyaltyTiersExpiration): Defect[] {
  const { qualification_type: type, qualification_period: period } = settings;
  const [start, end] = [settings.start_date.type, settings.expiration_date.type];
  const wants = [type, start, end].find((word) => word.includes("PERIOD"));
  const defects: Defect[] = [];
  if (wants && !period) {
    defects.push({ path: ["qualification_period"], reason: `is required with ${wants}` });
  }
  if (start === "NEXT_PERIOD" && end === "END_OF_PERIOD") {
    const reason = "cannot be END_OF_PERIOD where tiers start with the NEXT_PERIOD";
    defects.push({ path: ["expiration_date", "type"], reason });
  }
  if (type === "POINTS_IN_PERIOD" && end === "BALANCE_DROP") {
    const reason = "cannot be BALANCE_DROP where POINTS_IN_PERIOD qualify";
    defects.push({ path: ["expiration_date", "type"], reason });
  }
  return defects;
}

function endDefects({ expiration_date }: LoyaltyTiersExpiration): Defect[] {
  const { type, extend, rounding } = expiration_date;
  const at = (...path: string[]) => ["expiration_date", ...path];
  const defects: Defect[] = [];
  if (type === "CUSTOM" && !isLong(extend)) {
    defects.push({ path: at("extend"), reason: "must be longer than zero with CUSTOM" });
  }
  if (type === "BALANCE_DROP") {
    const reason = "cannot be combined with BALANCE_DROP";
    if (isLong(extend)) defects.push({ path: at("extend"), reason });
    if (rounding) defects.push({ path: at("rounding"), reason });
  }
  if (rounding && (rounding.type === "CUSTOM") !== (rounding.value !== undefined)) {
    const reason = rounding.type === "CUSTOM" ? "is required with CUSTOM" : "is for CUSTOM alone";
    defects.push({ path: at("rounding", "value"), reason });
  }
  return defects;
}

/**
 * How customers get into the tiers of a program, and until when they stay (reference 2.13,
 * "Tiers"). Refuses what would never begin or never end.
 */
export const LoyaltyTiersExpiration = Settings.superRefine((settings, context) => {
  for (const { path, reason } of [...periodDefects(settings), ...endDefects(settings)]) {
    context.addIssue({ code: "custom", path, message: reason });
  }
}).meta({ id: "LoyaltyTiersExpiration" });

/** Settings as they are sent: null stands for what is absent, at any depth. */
export const TiersExpirationInput = z.preprocess(withoutNulls, LoyaltyTiersExpiration);
