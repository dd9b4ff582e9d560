// Which tier a member is in, and what happened on the way: every step is written by hand.
import { describe, expect, it } from "vitest";
import { tierFor } from "../../../src/engine/loyalty/tier-moves";
import {
  BY_BALANCE,
  NO_TIER,
  type TierMove,
  type TierProgram,
  type TierStanding,
} from "../../../src/engine/loyalty/tier-standing";
import { decideTier, decideTierAnew } from "../../../src/engine/loyalty/tiers";
import type { LoyaltyTiersExpiration } from "../../../src/model/loyalty/tiers-expiration";

const tier = (id: string, points_from: number | null, points_to: number | null) => ({
  id,
  points_from,
  points_to,
});
const TIERS = [tier("gold", 500, null), tier("silver", 100, 499)];
const WITH_BASIC = [...TIERS, tier("basic", 0, 99)];

const settings = (
  by: "BALANCE" | "POINTS_IN_PERIOD",
  start: "IMMEDIATE" | "NEXT_PERIOD",
  expiration_date: LoyaltyTiersExpiration["expiration_date"],
): LoyaltyTiersExpiration => ({
  qualification_type: by,
  qualification_period: "MONTH",
  start_date: { type: start },
  expiration_date,
});

const DROP = BY_BALANCE;
const QUARTER_OF_A_YEAR = settings("BALANCE", "IMMEDIATE", { type: "CUSTOM", extend: "P3M" });
const THIS_MONTH = settings("POINTS_IN_PERIOD", "IMMEDIATE", { type: "END_OF_PERIOD" });
const NEXT_MONTH = settings("POINTS_IN_PERIOD", "IMMEDIATE", { type: "END_OF_NEXT_PERIOD" });
const NEXT_MONTH_WITH_GRACE = settings("POINTS_IN_PERIOD", "IMMEDIATE", {
  type: "END_OF_NEXT_PERIOD",
  extend: "P10D",
});
const LATER = settings("POINTS_IN_PERIOD", "NEXT_PERIOD", { type: "END_OF_NEXT_PERIOD" });
const LATER_WITH_GRACE = settings("POINTS_IN_PERIOD", "NEXT_PERIOD", {
  type: "END_OF_NEXT_PERIOD",
  extend: "P10D",
});
const GRACE = settings("POINTS_IN_PERIOD", "IMMEDIATE", { type: "END_OF_PERIOD", extend: "P10D" });

const told = ({ kind, from, to, expiration_date: end }: TierMove): string =>
  `${kind} ${from === to ? to : [from, to].filter((each) => each !== null).join(">")}${end ? ` until ${end}` : ""}`;

/** `+40` got that many points, `-40` spent them; a day alone is one on which the sweep looks. */
type Line = [day: string, points: number | null, moves: string[], due?: string | null];

interface Story {
  name: string;
  settings: LoyaltyTiersExpiration;
  tiers?: typeof TIERS;
  lines: Line[];
  /** The end of the story. */
  ends?: Partial<TierStanding>;
}

const STORIES: Story[] = [
  {
    name: "a balance leads in and out at once",
    settings: DROP,
    lines: [
      ["2026-01-10", 99, [], null],
      ["2026-01-10", 1, ["joined silver"], null],
      ["2026-01-11", 399, []],
      ["2026-01-12", 1, ["upgraded silver>gold"]],
      ["2026-02-15", -1, ["downgraded gold>silver"]],
      ["2026-02-16", -400, ["left silver"]],
      ["2026-02-17", 500, ["joined gold"]],
    ],
    ends: { tier_id: "gold", start_date: "2026-02-17", expiration_date: null, period: null },
  },
  {
    name: "a tier for a quarter of a year from the day on which it was reached",
    settings: QUARTER_OF_A_YEAR,
    lines: [
      ["2026-01-31", 100, ["joined silver until 2026-04-30"], "2026-05-01"],
      ["2026-02-01", 10, []],
      ["2026-02-01", -100, []],
      ["2026-03-01", 490, ["upgraded silver>gold until 2026-06-01"], "2026-06-02"],
      ["2026-03-02", -350, []],
      ["2026-06-01", null, []],
      ["2026-06-02", null, ["downgraded gold>silver until 2026-09-02"], "2026-09-03"],
      ["2026-09-03", null, ["prolonged silver until 2026-12-03"], "2026-12-04"],
      ["2026-10-01", -150, []],
      ["2026-12-04", null, ["left silver"], null],
    ],
    ends: { tier_id: null, start_date: null, expiration_date: null },
  },
  {
    name: "points of a month keep the tier until its end",
    settings: THIS_MONTH,
    lines: [
      ["2028-02-10", 60, [], null],
      ["2028-02-20", 40, ["joined silver until 2028-02-29"], "2028-03-01"],
      ["2028-02-21", -100, []],
      ["2028-03-01", null, ["left silver"], null],
      ["2028-03-02", 99, []],
    ],
    ends: { tier_id: null, period: "2028-03-01", period_points: 99, last_points: 100 },
  },
  {
    name: "points of a month keep the tier over the next one, and are prolonged by its own",
    settings: NEXT_MONTH,
    lines: [
      ["2026-01-10", 100, ["joined silver until 2026-02-28"], "2026-03-01"],
      ["2026-01-11", 50, []],
      ["2026-02-10", 99, []],
      ["2026-02-11", 1, ["prolonged silver until 2026-03-31"], "2026-04-01"],
      ["2026-02-12", 400, ["upgraded silver>gold until 2026-03-31"]],
      ["2026-03-05", 100, []],
      ["2026-04-01", null, ["downgraded gold>silver until 2026-04-30"], "2026-05-01"],
      ["2026-05-01", null, ["left silver"], null],
    ],
  },
  {
    name: "a tier that ends gives way to the one that the period just closed has earned",
    settings: NEXT_MONTH,
    lines: [
      ["2026-01-10", 600, ["joined gold until 2026-02-28"], "2026-03-01"],
      ["2026-02-10", 120, []],
      ["2026-03-01", null, ["downgraded gold>silver until 2026-03-31"], "2026-04-01"],
      ["2026-04-01", null, ["left silver"], null],
    ],
  },
  {
    name: "so does one that ends in the middle of a period",
    settings: NEXT_MONTH_WITH_GRACE,
    lines: [
      ["2026-01-10", 600, ["joined gold until 2026-03-10"], "2026-03-11"],
      ["2026-02-10", 120, []],
      ["2026-03-11", null, ["downgraded gold>silver until 2026-04-10"], "2026-04-11"],
      ["2026-04-11", null, ["left silver"], null],
    ],
  },
  {
    name: "a lowest tier for who has no points at all is joined at once and kept",
    settings: THIS_MONTH,
    tiers: WITH_BASIC,
    lines: [
      ["2026-01-10", null, ["joined basic until 2026-01-31"]],
      ["2026-01-20", 100, ["upgraded basic>silver until 2026-01-31"]],
      ["2026-02-01", null, ["downgraded silver>basic until 2026-02-28"]],
      ["2026-03-01", null, ["prolonged basic until 2026-03-31"], "2026-04-01"],
    ],
  },
  {
    name: "a tier that begins with the next month",
    settings: LATER,
    lines: [
      ["2026-01-10", 100, [], "2026-02-01"],
      ["2026-01-31", 400, [], "2026-02-01"],
      ["2026-02-01", null, ["joined gold until 2026-02-28"], "2026-03-01"],
      ["2026-02-14", 120, [], "2026-03-01"],
      ["2026-03-01", null, ["downgraded gold>silver until 2026-03-31"], "2026-04-01"],
      ["2026-03-31", 100, []],
      ["2026-04-01", null, ["prolonged silver until 2026-04-30"], "2026-05-01"],
      ["2026-05-01", null, ["left silver"], null],
    ],
  },
  {
    name: "a higher tier that begins with the next month goes before the lower one's grace",
    settings: LATER_WITH_GRACE,
    lines: [
      ["2026-01-10", 100, []],
      ["2026-02-01", null, ["joined silver until 2026-03-10"], "2026-03-01"],
      ["2026-02-02", 50, []],
      ["2026-03-01", null, [], "2026-03-11"],
      ["2026-03-02", 500, []],
      ["2026-03-11", null, ["left silver"], "2026-04-01"],
      ["2026-04-01", null, ["joined gold until 2026-05-10"]],
    ],
  },
  {
    name: "ten days of grace",
    settings: GRACE,
    tiers: WITH_BASIC,
    lines: [
      ["2026-01-10", 100, ["joined silver until 2026-02-10"], "2026-02-11"],
      ["2026-02-10", 99, []],
      ["2026-02-11", null, ["downgraded silver>basic until 2026-03-10"]],
      ["2026-02-28", 1, ["upgraded basic>silver until 2026-03-10"]],
    ],
  },
  {
    name: "months that nobody looked at are made up for in their order",
    settings: NEXT_MONTH,
    lines: [
      ["2026-01-10", 500, ["joined gold until 2026-02-28"]],
      ["2026-07-03", 100, ["left gold", "joined silver until 2026-08-31"], "2026-09-01"],
    ],
    ends: { period: "2026-07-01", period_points: 100, start_date: "2026-07-03" },
  },
  {
    name: "a balance that leads in with the next month, and out at once",
    settings: settings("BALANCE", "NEXT_PERIOD", { type: "BALANCE_DROP" }),
    lines: [
      ["2026-01-10", 100, [], "2026-02-01"],
      ["2026-02-01", null, ["joined silver"], "2026-03-01"],
      ["2026-02-10", 400, [], "2026-03-01"],
      ["2026-03-01", null, ["upgraded silver>gold"]],
      ["2026-03-10", -1, ["downgraded gold>silver"], "2026-04-01"],
      ["2026-03-11", -400, ["left silver"], null],
      ["2026-03-12", 1, [], "2026-04-01"],
    ],
  },
  {
    name: "points between two tiers lead out of the lower one",
    settings: DROP,
    tiers: [tier("silver", 100, 199), tier("gold", 300, 399)],
    lines: [
      ["2026-01-10", 150, ["joined silver"]],
      ["2026-01-11", 100, ["left silver"]],
      ["2026-01-12", 60, ["joined gold"]],
      ["2026-01-13", 100, ["left gold"]],
    ],
  },
];

const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

/** Tells a story line by line, or all entries of it together. */
function play({ settings: how, tiers = TIERS, lines }: Story) {
  const program: TierProgram = { tiers, settings: how, timeZone: "UTC" };
  let standing = NO_TIER;
  let balance = 0;
  const seen = lines.map(([day, points]) => {
    const before = balance;
    balance += points ?? 0;
    const earned = Math.max(points ?? 0, 0);
    const steps = points === null ? [] : [{ earned, balance, day }];
    const made = decideTier(program, standing, { steps, balance: before, now: at(day) });
    standing = made.standing;
    return { moves: made.moves.map(told), due: made.due_at };
  });
  return { seen, standing };
}

describe("a member's way through the tiers", () => {
  it.each(STORIES)("$name", (story) => {
    const { seen, standing } = play(story);
    expect(seen.map(({ moves }) => moves)).toEqual(story.lines.map(([, , moves]) => moves));
    story.lines.forEach(([day, , , due], line) => {
      if (due === undefined) return;
      expect(seen[line]?.due, day).toBe(due === null ? null : `${due}T00:00:00.000Z`);
    });
    expect(standing).toMatchObject(story.ends ?? {});
  });

  it.each(STORIES)("$name: the same where all entries are looked at together", (story) => {
    if (story.settings.qualification_type === "BALANCE") return;
    const { standing } = play(story);
    const program = { tiers: story.tiers ?? TIERS, settings: story.settings, timeZone: "UTC" };
    let balance = 0;
    const steps = story.lines.flatMap(([day, points]) => {
      balance += points ?? 0;
      return points === null ? [] : [{ earned: Math.max(points, 0), balance, day }];
    });
    const [first] = story.lines.at(-1) ?? [""];
    const start = decideTier(program, NO_TIER, {
      steps: [],
      balance: 0,
      now: at(story.lines[0]?.[0] ?? ""),
    });
    const all = decideTier(program, start.standing, { steps, balance: 0, now: at(first) });
    expect(all.standing).toEqual(standing);
  });

  it("a look that finds nothing new changes nothing", () => {
    for (const { settings: how, tiers = TIERS } of STORIES) {
      const program = { tiers, settings: how, timeZone: "UTC" };
      const step = { earned: 150, balance: 150, day: "2026-01-10" };
      const facts = { steps: [step], balance: 0, now: at("2026-01-10") };
      const once = decideTier(program, NO_TIER, facts);
      const again = { steps: [], balance: 150, now: at("2026-01-10") };
      expect(decideTier(program, once.standing, again)).toEqual({ ...once, moves: [] });
    }
  });
});

describe("an entry of a period that is closed", () => {
  it("counts in the period that is open", () => {
    const program = { tiers: TIERS, settings: THIS_MONTH, timeZone: "UTC" };
    const standing = { ...NO_TIER, period: "2026-02-01" };
    const steps = [{ earned: 100, balance: 100, day: "2026-01-31" }];
    const made = decideTier(program, standing, { steps, balance: 0, now: at("2026-02-03") });
    expect(made.moves.map(told)).toEqual(["joined silver until 2026-02-28"]);
    expect(made.standing).toMatchObject({ period: "2026-02-01", period_points: 100 });
  });
});

describe("the tier of points", () => {
  it.each([
    [99, null],
    [100, "silver"],
    [499, "silver"],
    [500, "gold"],
    [1_000_000, "gold"],
  ])("%i: %s", (points, id) => {
    expect(tierFor(TIERS, points)?.id ?? null).toBe(id);
  });

  it("is none that has no bounds, and without a lower one begins with nothing", () => {
    expect(tierFor([tier("any", null, null)], 5)).toBe(null);
    expect(tierFor([tier("low", null, 10)], 0)?.id).toBe("low");
  });
});

describe("the end of a tier in the project's zone", () => {
  it.each([
    ["UTC", "2026-04-01T00:00:00.000Z"],
    // In March clocks have gone forward in Berlin, so that April begins at 22:00 UTC.
    ["Europe/Berlin", "2026-03-31T22:00:00.000Z"],
    ["America/New_York", "2026-04-01T04:00:00.000Z"],
    // In Auckland clocks go back on 5 April.
    ["Pacific/Auckland", "2026-03-31T11:00:00.000Z"],
    // In 2026 the day in Cairo on which clocks go forward, 24 April, begins at 01:00.
    ["Africa/Cairo", "2026-03-31T22:00:00.000Z"],
  ])("%s", (timeZone, due) => {
    const program = { tiers: TIERS, settings: THIS_MONTH, timeZone };
    const steps = [{ earned: 100, balance: 100, day: "2026-03-10" }];
    const facts = { steps, balance: 0, now: Date.parse("2026-03-10T12:00:00Z") };
    const made = decideTier(program, NO_TIER, facts);
    expect(made.due_at).toBe(due);
    const last = { steps: [], balance: 100, now: Date.parse(due) - 1 };
    expect(decideTier(program, made.standing, last).moves).toEqual([]);
    const over = decideTier(program, made.standing, { ...last, now: Date.parse(due) });
    expect(over.moves.map(told)).toEqual(["left silver"]);
  });

  it("is where the next day begins, be it at one o'clock", () => {
    const how = settings("BALANCE", "IMMEDIATE", { type: "CUSTOM", extend: "P1D" });
    const program = { tiers: TIERS, settings: how, timeZone: "Africa/Cairo" };
    const steps = [{ earned: 100, balance: 100, day: "2026-04-22" }];
    const facts = { steps, balance: 0, now: Date.parse("2026-04-22T12:00:00Z") };
    expect(decideTier(program, NO_TIER, facts).due_at).toBe("2026-04-23T22:00:00.000Z");
  });
});

describe("a member that is looked at anew", () => {
  const silver: TierStanding = {
    ...NO_TIER,
    tier_id: "silver",
    start_date: "2026-01-10",
    expiration_date: "2026-02-28",
    period: "2026-01-01",
    period_points: 120,
  };
  const anew = (how: LoyaltyTiersExpiration, standing: TierStanding, earned: number) => {
    const program = { tiers: TIERS, settings: how, timeZone: "UTC" };
    const made = decideTierAnew(program, standing, {
      earned,
      balance: earned,
      now: at("2026-02-03"),
    });
    return { ...made, moves: made.moves.map(told) };
  };

  it("has another end where its tier lasts longer or shorter", () => {
    const made = anew(QUARTER_OF_A_YEAR, silver, 150);
    expect(made.moves).toEqual(["expiration.changed silver until 2026-05-03"]);
    expect(made.standing).toMatchObject({ tier_id: "silver", start_date: "2026-01-10" });
    expect(anew(DROP, silver, 150).standing.expiration_date).toBe(null);
  });

  it("is in another tier at once, or in none", () => {
    expect(anew(NEXT_MONTH, silver, 500).moves).toEqual(["upgraded silver>gold until 2026-03-31"]);
    expect(anew(NEXT_MONTH, NO_TIER, 100).moves).toEqual(["joined silver until 2026-03-31"]);
  });

  it("keeps a higher tier that still runs, until it would have ended", () => {
    const gold = { ...silver, tier_id: "gold" };
    expect(anew(NEXT_MONTH, gold, 0)).toMatchObject({
      moves: [],
      standing: { tier_id: "gold", start_date: "2026-01-10", expiration_date: "2026-02-28" },
      due_at: "2026-03-01T00:00:00.000Z",
    });
    expect(anew(NEXT_MONTH, gold, 150).moves).toEqual([]);
    expect(anew(QUARTER_OF_A_YEAR, gold, 0).moves).toEqual([]);
    expect(anew(NEXT_MONTH, { ...gold, expiration_date: "2026-02-02" }, 99).moves).toEqual([
      "downgraded gold>silver until 2026-02-28",
    ]);
    expect(anew(DROP, gold, 150).moves).toEqual(["downgraded gold>silver"]);
  });

  it("waits for the next period where tiers start with one", () => {
    const made = anew(LATER, NO_TIER, 100);
    expect(made.moves).toEqual([]);
    expect(made.standing).toMatchObject({ period: "2026-02-01", period_points: 100 });
    expect(made.due_at).toBe("2026-03-01T00:00:00.000Z");
  });

  it("keeps what the period before came to, and nothing of one before that", () => {
    const closed = { ...silver, period: "2026-01-01", last_points: 600 };
    expect(anew(LATER, closed, 7).moves).toEqual([]);
    expect(anew(LATER, closed, 7).standing).toMatchObject({ last_points: 120, period_points: 7 });
    const open = { ...closed, period: "2026-02-01" };
    expect(anew(LATER, open, 7).moves).toEqual(["upgraded silver>gold until 2026-02-28"]);
    const old = { ...closed, period: "2025-12-01" };
    expect(anew(LATER, old, 7).moves).toEqual([]);
    expect(anew(LATER, old, 7).standing.last_points).toBe(0);
  });

  it("of a tier that is gone has joined, not changed", () => {
    const made = anew(DROP, { ...silver, tier_id: "removed" }, 150);
    expect(made.moves).toEqual(["joined silver"]);
    expect(anew(DROP, { ...silver, tier_id: "removed" }, 5)).toMatchObject({
      moves: [],
      standing: { tier_id: null, expiration_date: null },
    });
  });
});
