// Random months of one member, played by the engine as the service would, beside the oracle.
import fc from "fast-check";
import { countedPeriods } from "../../src/engine/loyalty/tier-periods";
import { NO_TIER, type TierMove, type TierStanding } from "../../src/engine/loyalty/tier-standing";
import {
  decideTier,
  decideTierAnew,
  type PointsStep,
  type TierDecision,
} from "../../src/engine/loyalty/tiers";
import type { LoyaltyTiersExpiration } from "../../src/model/loyalty/tiers-expiration";
import { type OracleTier, plus, TierOracle } from "./tier-oracle";

const tier = (id: string, from: number | null, to: number | null): OracleTier => ({ id, from, to });

/** Structures that a program's tiers go through. */
const STRUCTURES: readonly (readonly OracleTier[])[] = [
  [tier("silver", 100, 499), tier("gold", 500, 1000)],
  [tier("basic", 0, 99), tier("silver", 100, 499), tier("gold", 500, null)],
  [tier("silver", 100, 199), tier("gold", 300, null)],
  [tier("silver", 50, 299), tier("gold", 300, 599), tier("black", 600, null)],
  [tier("gold", 400, null), tier("any", null, null)],
  [tier("silver", 100, 299), tier("plus", 300, 499), tier("gold", 500, null)],
];

type Op =
  | { kind: "earn" | "spend" | "take back"; points: number }
  | { kind: "pend"; points: number; days: number }
  | { kind: "structure"; of: number }
  | { kind: "refresh" };

export interface Life {
  settings: LoyaltyTiersExpiration;
  /** What a reward costs that redeems itself; null where there is none. */
  price: number | null;
  structure: number;
  ops: { gap: number; op: Op; isLate: boolean }[];
}

const PERIODS = ["MONTH", "QUARTER", "HALF_YEAR", "YEAR"] as const;
const ENDS = ["END_OF_PERIOD", "END_OF_NEXT_PERIOD", "BALANCE_DROP", "CUSTOM"] as const;
type Basis = Pick<LoyaltyTiersExpiration, "qualification_type" | "start_date"> & {
  qualification_period: (typeof PERIODS)[number];
  end: (typeof ENDS)[number];
};

/** Every combination of settings that the service takes. */
export const COMBINATIONS: Basis[] = (["BALANCE", "POINTS_IN_PERIOD"] as const).flatMap(
  (qualification_type) =>
    PERIODS.flatMap((qualification_period) =>
      (["IMMEDIATE", "NEXT_PERIOD"] as const).flatMap((type) =>
        ENDS.filter(
          (end) =>
            !(type === "NEXT_PERIOD" && end === "END_OF_PERIOD") &&
            !(qualification_type === "POINTS_IN_PERIOD" && end === "BALANCE_DROP"),
        ).map((end) => ({ qualification_type, qualification_period, start_date: { type }, end })),
      ),
    ),
);

export const nameOf = ({ qualification_type, qualification_period, start_date, end }: Basis) =>
  [qualification_type, qualification_period, start_date.type, end].join(" ");

const ROUNDINGS = fc.option(
  fc.oneof(
    fc.record({
      type: fc.constantFrom(...PERIODS),
      strategy: fc.constantFrom("START" as const, "END" as const),
    }),
    fc.record({
      type: fc.constant("CUSTOM" as const),
      strategy: fc.constantFrom("START" as const, "END" as const),
      value: fc.integer({ min: 0, max: 11 }),
    }),
  ),
  { nil: undefined, freq: 3 },
);

const settingsOf = ({ end, ...basis }: Basis): fc.Arbitrary<LoyaltyTiersExpiration> =>
  fc
    .record({
      extend:
        end === "CUSTOM"
          ? fc.constantFrom("P3M", "P45D", "P1Y", "P10D", "P1M5D")
          : fc.constantFrom("", "P10D", "P1M", "P3M", "P40D"),
      rounding: ROUNDINGS,
    })
    .map(({ extend, rounding }) => ({
      ...basis,
      expiration_date:
        end === "BALANCE_DROP"
          ? { type: end }
          : { type: end, extend, ...(rounding && { rounding }) },
    }));

const POINTS = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 80, max: 350 }));
const OPS: fc.Arbitrary<Op> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("earn" as const), points: POINTS }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("spend" as const), points: POINTS }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("take back" as const), points: POINTS }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("pend" as const),
      points: POINTS,
      days: fc.integer({ min: 1, max: 30 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("structure" as const),
      of: fc.nat(STRUCTURES.length - 1),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("refresh" as const) }) },
);

/** Some thirteen months. */
export const lifeOf = (basis: Basis): fc.Arbitrary<Life> =>
  fc.record({
    settings: settingsOf(basis),
    price: fc.option(fc.constantFrom(60, 100, 300), { freq: 2 }),
    structure: fc.nat(STRUCTURES.length - 1),
    ops: fc.array(
      fc.record({ gap: fc.integer({ min: 0, max: 20 }), op: OPS, isLate: fc.boolean() }),
      { minLength: 40, maxLength: 40, size: "max" },
    ),
  });

interface Entry extends PointsStep {
  isNightly: boolean;
}

/** The member as the service keeps it. */
class Kept {
  standing: TierStanding = NO_TIER;
  due: string | null = null;
  ledger: Entry[] = [];
  unheard: Entry[] = [];
  balance = 0;
  /** What became of its tier, as moves tell it. */
  told: string | null = null;

  constructor(
    readonly life: Life,
    public tiers: readonly OracleTier[],
  ) {}

  private get program() {
    const { settings } = this.life;
    const tiers = this.tiers.map(({ id, from, to }) => ({ id, points_from: from, points_to: to }));
    return { tiers, settings, timeZone: "UTC" };
  }

  write(
    day: string,
    { earned, amount, isNightly }: Record<"earned" | "amount", number> & { isNightly: boolean },
  ) {
    this.balance += amount;
    const entry = { day, earned, balance: this.balance, isNightly };
    this.ledger.push(entry);
    this.unheard.push(entry);
    return entry;
  }

  private reward(isDue: boolean) {
    const { price } = this.life;
    const last = this.ledger.at(-1);
    return price === null || !last ? null : { price: () => price, last, isDue };
  }

  private keep({ standing, moves, due_at }: TierDecision): void {
    this.standing = standing;
    this.due = due_at;
    this.unheard = [];
    const isThere = (id: string | null) => this.tiers.some((each) => each.id === id);
    this.told = moves.reduce<string | null>(
      (from: string | null, move: TierMove) => {
        if (move.from !== from) throw new Error(`told ${move.kind} from ${move.from}, not ${from}`);
        return move.to;
      },
      isThere(this.told) ? this.told : null,
    );
    if (this.told !== standing.tier_id)
      throw new Error(`told ${this.told}, is ${standing.tier_id}`);
  }

  look(now: string, { isDue = false, areTiersChanged = false } = {}): void {
    const [first] = this.unheard;
    const at = this.ledger.length - this.unheard.length;
    const balance = first ? (this.ledger[at - 1]?.balance ?? 0) : this.balance;
    const facts = { steps: this.unheard, balance, now: Date.parse(now), areTiersChanged };
    this.keep(decideTier(this.program, this.standing, { ...facts, reward: this.reward(isDue) }));
  }

  refresh(now: string): void {
    const at = Date.parse(now);
    const firsts = countedPeriods(this.program, at);
    const sums = firsts.map((period, n) => {
      const below = firsts[n - 1] ?? "~";
      const own = this.ledger.filter(({ day }) => day >= period && day < below);
      const points = own.reduce((sum, entry) => Math.max(0, sum + entry.earned), 0);
      return { period, points };
    });
    const [{ points: earned } = { points: 0 }, ...closed] = sums;
    const isDue = this.due !== null && this.due <= now;
    const facts = {
      earned,
      closed,
      balance: this.balance,
      now: at,
      isDue,
      reward: this.reward(false),
    };
    this.keep(decideTierAnew(this.program, this.standing, facts));
  }
}

const noon = (day: string): string => `${day}T12:00:00.000Z`;
const START = "2027-01-20";

/** Plays a life; answers how many days it had, and throws where the two do not agree. */
export function play(life: Life): number {
  const tiers = STRUCTURES[life.structure] ?? [];
  const kept = new Kept(life, tiers);
  kept.refresh(noon(START));
  const oracle = new TierOracle(life.settings, tiers, life.price, START);
  const pending: { day: string; points: number }[] = [];
  const lines: string[] = [];
  let day = START;

  const compare = (what: string) => {
    const { tier_id, start_date, expiration_date } = kept.standing;
    const is = tier_id && { id: tier_id, start: start_date, end: expiration_date };
    const [left, right] = [JSON.stringify(is), JSON.stringify(oracle.now)];
    lines.push(`${day} ${what}: balance ${kept.balance}, ${right}`);
    if (left === right) return;
    throw new Error(`${lines.slice(-12).join("\n")}\nbut the engine says ${left}`);
  };

  /** Points begin to count, rewards redeem themselves, and then tiers are decided. */
  const dawn = () => {
    const now = `${day}T00:00:30.000Z`;
    const isHeard = Number(day.slice(8)) % 2 === 0;
    const written: Entry[] = [];
    const write = (earned: number, amount: number, isDue: boolean) => {
      written.push(kept.write(day, { earned, amount, isNightly: true }));
      if (isHeard) kept.look(now, { isDue });
    };
    const price = life.price ?? Number.POSITIVE_INFINITY;
    for (const { points } of pending.filter((each) => each.day === day)) {
      write(points, points, kept.balance + points >= price);
    }
    for (let n = 0; n < 10 && kept.balance >= price; n++) {
      write(0, -price, kept.balance - price >= price);
    }
    oracle.dawn(day, written);
    if (kept.due !== null && kept.due <= now) kept.look(now);
    else if (written.length > 0) kept.look(now);
    if (kept.unheard.length === 0) compare("dawn");
  };

  const move = (earned: number, amount: number, isLate: boolean) => {
    const { balance } = kept.write(day, { earned, amount, isNightly: false });
    oracle.move(day, earned, balance);
    if (isLate && life.price === null) return;
    kept.look(noon(day));
    compare(`${earned} earned, ${amount}`);
  };

  const run = (op: Op, isLate: boolean) => {
    switch (op.kind) {
      case "earn":
        return move(op.points, op.points, isLate);
      case "spend":
        return move(0, -Math.min(op.points, kept.balance), isLate);
      case "take back":
        return move(-op.points, -Math.min(op.points, kept.balance), isLate);
      case "pend":
        pending.push({ day: plus(day, op.days), points: op.points });
        return;
      case "structure": {
        kept.look(noon(day));
        kept.tiers = STRUCTURES[op.of] ?? [];
        oracle.restructure(day, kept.tiers);
        kept.look(noon(day), { areTiersChanged: true });
        return compare(`structure ${op.of}`);
      }
      case "refresh":
        kept.look(noon(day));
        oracle.refresh(day);
        kept.refresh(noon(day));
        return compare("refresh");
    }
  };

  let days = 0;
  for (const { gap, op, isLate } of life.ops) {
    for (let n = 0; n < gap; n++) {
      day = plus(day, 1);
      days += 1;
      dawn();
    }
    run(op, isLate);
  }
  return days;
}
