// Decides in which calendar period a day lies, and on which day a tier that was reached ends.
import type {
  LoyaltyTiersExpiration,
  TierPeriod,
  TierRounding,
} from "../../model/loyalty/tiers-expiration";

type Day = Temporal.PlainDate;

/** The first and the last day of a period, both included. */
export interface Period {
  first: Day;
  last: Day;
}

const MONTHS: Record<TierPeriod, number> = { MONTH: 1, QUARTER: 3, HALF_YEAR: 6, YEAR: 12 };

/** The calendar period of its kind in which a day lies. Half-years begin in January and July. */
export function periodOf(kind: TierPeriod, day: Day): Period {
  const months = MONTHS[kind];
  const first = day.with({ day: 1 }).subtract({ months: (day.month - 1) % months });
  return { first, last: first.add({ months }).subtract({ days: 1 }) };
}

/** The period of its kind behind one. */
export const nextPeriod = (kind: TierPeriod, { last }: Period): Period =>
  periodOf(kind, last.add({ days: 1 }));

/** The last day whose text still sorts in the order of time. */
const LATEST = "9999-12-30";

const isNoEarlier = (day: Day, than: Day): boolean => Temporal.PlainDate.compare(day, than) >= 0;

/** The month that CUSTOM names, as the period of the year in which a day lies. */
function namedMonth(value: number, year: number): Period {
  const first = Temporal.PlainDate.from({ year, month: value + 1, day: 1 });
  return { first, last: first.with({ day: first.daysInMonth }) };
}

/**
 * The day moved on to the first (START) or the last day (END, as is usual) of such a period; it
 * stays where it is one. It never moves back: nobody loses days that the duration promised.
 */
export function roundedDay(day: Day, { type, strategy, value = 0 }: TierRounding): Day {
  const edge = strategy === "START" ? "first" : "last";
  const [here, behind] =
    type === "CUSTOM"
      ? [namedMonth(value, day.year), namedMonth(value, day.year + 1)]
      : [periodOf(type, day), nextPeriod(type, periodOf(type, day))];
  return isNoEarlier(here[edge], day) ? here[edge] : behind[edge];
}

/** The last day of the period in which a tier was reached, or of the one behind it. */
function endOfPeriod(settings: LoyaltyTiersExpiration, reached: Day): Day {
  const kind = settings.qualification_period ?? "MONTH";
  const period = periodOf(kind, reached);
  const isNext = settings.expiration_date.type === "END_OF_NEXT_PERIOD";
  return isNext ? nextPeriod(kind, period).last : period.last;
}

/**
 * The last day of a tier, of the project's calendar. `reached` is a day of the period whose points
 * led into it, `start` the tier's first day. Null where it ends only when the balance drops.
 * Periods are extended from the day behind their last one, so that a month that is added to the end
 * of February leads to the end of March. Reference 2.13, "Tiers"; docs/behaviour.md, "Tiers".
 */
export function lastDayOf(settings: LoyaltyTiersExpiration, reached: Day, start: Day): Day | null {
  const { type, extend, rounding } = settings.expiration_date;
  if (type === "BALANCE_DROP") return null;
  const by = extend || "P0D";
  const day =
    type === "CUSTOM"
      ? start.add(by)
      : endOfPeriod(settings, reached).add({ days: 1 }).add(by).subtract({ days: 1 });
  const last = rounding ? roundedDay(day, rounding) : day;
  // Read here: documents of the API are made where there is no Temporal.
  const latest = Temporal.PlainDate.from(LATEST);
  return isNoEarlier(last, latest) ? latest : last;
}
