// What the reference says of tiers, told day by day with a member's whole history at hand. It
// shares nothing with the engine but the shape of the settings.
import type { LoyaltyTiersExpiration, TierPeriod } from "../../src/model/loyalty/tiers-expiration";

export interface OracleTier {
  id: string;
  from: number | null;
  to: number | null;
}

/** A tier that points lead into, and its last day; null where it ends with the balance. */
interface Deserved {
  tier: OracleTier;
  end: string | null;
}

export interface Membership {
  id: string;
  start: string;
  end: string | null;
}

const DAY_MS = 86_400_000;
const MONTHS: Record<TierPeriod, number> = { MONTH: 1, QUARTER: 3, HALF_YEAR: 6, YEAR: 12 };

/** A day, some days later. */
export const plus = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const firstOfMonth = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Months and days of a duration such as P1Y2M3D. */
function durationOf(text: string): { months: number; days: number } {
  const [, years = 0, months = 0, weeks = 0, days = 0] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?$/.exec(text) ?? [];
  const [y, m, w, d] = [years, months, weeks, days].map((each) => Number(each ?? 0));
  return { months: (y ?? 0) * 12 + (m ?? 0), days: (w ?? 0) * 7 + (d ?? 0) };
}

/** The same day of another month, or its last one, and then some days on. */
function extended(day: string, by: string): string {
  const { months, days } = durationOf(by || "P0D");
  const month = monthOf(day) + months;
  const last = Number(plus(firstOfMonth(month + 1), -1).slice(8));
  return plus(firstOfMonth(month), Math.min(Number(day.slice(8)), last) - 1 + days);
}

/** A member of a program, and what the reference says of its tier. */
export class TierOracle {
  now: Membership | null = null;
  private balance = 0;
  private readonly points = new Map<number, number>();
  /** Points by day wait for the reward of the night. */
  private isHeld = false;

  constructor(
    private readonly settings: LoyaltyTiersExpiration,
    private tiers: readonly OracleTier[],
    /** What a reward costs that redeems itself; null where there is none. */
    private readonly price: number | null,
    /** The day on which it became a member. */
    private readonly since: string,
  ) {
    if (!this.startsLater) this.raise(since);
  }

  private get isByPoints(): boolean {
    return this.settings.qualification_type === "POINTS_IN_PERIOD";
  }
  private get startsLater(): boolean {
    return this.settings.start_date.type === "NEXT_PERIOD";
  }
  private get endsByDrop(): boolean {
    return this.settings.expiration_date.type === "BALANCE_DROP";
  }
  private get months(): number {
    return MONTHS[this.settings.qualification_period ?? "MONTH"];
  }

  private periodOf = (day: string): number => Math.floor(monthOf(day) / this.months);
  private firstOf = (period: number): string => firstOfMonth(period * this.months);
  private lastOf = (period: number): string => plus(this.firstOf(period + 1), -1);

  private tierOf(points: number): OracleTier | null {
    return (
      this.tiers.find(
        ({ from, to }) =>
          !(from === null && to === null) &&
          (from === null || from <= points) &&
          (to === null || points <= to),
      ) ?? null
    );
  }

  private rank = (id: string | undefined): number => {
    const tier = this.tiers.find((each) => each.id === id);
    return tier ? (tier.from ?? -1) : -2;
  };

  /** Never back: to the first or last day of such a period or month, where it is not one. */
  private rounded(day: string): string {
    const { rounding } = this.settings.expiration_date;
    if (!rounding) return day;
    const edges = Array.from({ length: 30 }, (_, ahead) => monthOf(day) + ahead).flatMap(
      (month) => {
        const first = rounding.strategy === "START";
        if (rounding.type === "CUSTOM") {
          const isNamed = month % 12 === rounding.value;
          return isNamed ? [first ? firstOfMonth(month) : plus(firstOfMonth(month + 1), -1)] : [];
        }
        const size = MONTHS[rounding.type];
        if (first) return month % size === 0 ? [firstOfMonth(month)] : [];
        return (month + 1) % size === 0 ? [plus(firstOfMonth(month + 1), -1)] : [];
      },
    );
    return edges.find((edge) => edge >= day) ?? day;
  }

  /** The last day of a tier that the points of a period led into, which began on a day. */
  private endOf(period: number, start: string): string | null {
    const { type, extend = "" } = this.settings.expiration_date;
    if (type === "BALANCE_DROP") return null;
    if (type === "CUSTOM") return this.rounded(extended(start, extend));
    const last = this.lastOf(type === "END_OF_PERIOD" ? period : period + 1);
    return this.rounded(plus(extended(plus(last, 1), extend), -1));
  }

  /**
   * "Valid until the end of the following period": every period whose tier still runs on the day
   * has a say, and the highest of these tiers is the member's.
   */
  private deserved(day: string): Deserved | null {
    const current = this.periodOf(day);
    const qualifying = this.startsLater ? current - 1 : current;
    const own = this.tierOf(this.isByPoints ? (this.points.get(qualifying) ?? 0) : this.balance);
    const now = own && { tier: own, end: this.endOf(qualifying, day) };
    if (!this.isByPoints) return now;
    const first = this.periodOf(this.since);
    const before: Deserved[] = [];
    for (let period = qualifying - 1; period >= first; period--) {
      const tier = this.tierOf(this.points.get(period) ?? 0);
      const start = this.startsLater ? this.firstOf(period + 1) : this.lastOf(period);
      const end = this.endOf(period, start);
      if (tier && end !== null && end >= day) before.push({ tier, end });
    }
    return [...(now ? [now] : []), ...before].reduce<Deserved | null>(
      (best, each) => (best && this.rank(best.tier.id) >= this.rank(each.tier.id) ? best : each),
      null,
    );
  }

  private become(next: Deserved | null, day: string): void {
    if (next && this.now?.id === next.tier.id) this.now = { ...this.now, end: next.end };
    else this.now = next && { id: next.tier.id, start: day, end: next.end };
  }

  /** Up at once, or longer in the same tier; never down. */
  private raise(day: string, mayProlong = true): void {
    const next = this.deserved(day);
    if (!next) return;
    const { type } = this.settings.expiration_date;
    const isHigher = this.rank(next.tier.id) > this.rank(this.now?.id);
    const isSame = this.now?.id === next.tier.id && mayProlong && type !== "CUSTOM";
    const isLonger = isSame && this.now?.end && next.end && next.end > this.now.end;
    if (isHigher || isLonger) this.become(next, day);
  }

  /** Out at once where the balance no longer leads in. */
  private drop(day: string): void {
    const next = this.deserved(day);
    if (this.now && this.rank(next?.tier.id) < this.rank(this.now.id)) this.become(next, day);
  }

  /** Where tiers have no end of their own, the balance leads in and out. */
  private follow(day: string): void {
    if (this.startsLater || this.isHeld) this.drop(day);
    else this.become(this.deserved(day), day);
  }

  private record(day: string, earned: number, balance: number): void {
    const period = this.periodOf(day);
    this.points.set(period, Math.max(0, (this.points.get(period) ?? 0) + earned));
    this.balance = balance;
  }

  /** The night that begins a day, behind the points and rewards that go before tiers. */
  dawn(day: string, written: readonly { earned: number; balance: number }[]): void {
    const wasHeld = this.isHeld;
    this.isHeld = false;
    for (const { earned, balance } of written) this.record(day, earned, balance);
    const isTouched = wasHeld || written.length > 0;
    const isBegun = this.firstOf(this.periodOf(day)) === day;
    const isOver = this.now !== null && this.now.end !== null && this.now.end < day;
    if (this.endsByDrop) {
      if (this.startsLater && isBegun) this.become(this.deserved(day), day);
      else if (isTouched) this.follow(day);
    } else if (isOver) this.become(this.deserved(day), day);
    else if (this.startsLater ? isBegun : isTouched) this.raise(day);
  }

  /** An entry of the card's ledger by day. */
  move(day: string, earned: number, balance: number): void {
    this.record(day, earned, balance);
    this.isHeld = this.price !== null && !this.isByPoints && balance >= this.price;
    if (this.endsByDrop) this.follow(day);
    else if (!this.startsLater && !this.isHeld) this.raise(day);
  }

  /** "Without expiration dates: both upgrades and downgrades"; with one, up alone. */
  restructure(day: string, tiers: readonly OracleTier[]): void {
    this.tiers = tiers;
    if (!tiers.some(({ id }) => id === this.now?.id)) this.now = null;
    if (this.endsByDrop) this.follow(day);
    else if (this.startsLater ? this.isByPoints : !this.isHeld) this.raise(day, false);
  }

  /** "Upgrades may occur, ends may be shortened or extended, but no downgrades will happen." */
  refresh(day: string): void {
    if (this.startsLater && this.now === null) return;
    if (this.isHeld) {
      if (this.endsByDrop) this.drop(day);
      return;
    }
    const next = this.deserved(day);
    const isLower = this.rank(next?.tier.id) < this.rank(this.now?.id);
    if (!isLower || this.endsByDrop) this.become(next, day);
  }
}
