// A member's tier over random months through the service, held against what the reference says.
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LoyaltyTiersExpiration } from "../../src/model/loyalty/tiers-expiration";
import { rowsOf } from "../support/api";
import { hearAll } from "../support/earning";
import { DEAF_QUEUES } from "../support/faults";
import { nightOf, type Program, pendPoints, program } from "../support/loyalty";
import { PATIENCE } from "../support/patience";
import { runs } from "../support/runs";
import { addPoints } from "../support/spending";
import { type OracleTier, plus, TierOracle } from "../support/tier-oracle";

const quiet = { ...env, ...DEAF_QUEUES };
const START = "2027-01-20";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => vi.useRealTimers());

const at = (day: string, time: string) => vi.setSystemTime(Date.parse(`${day}T${time}Z`));

/** Bounds of Silver; Gold begins with 500 points. */
const BOUNDS: readonly (readonly [number, number])[] = [
  [100, 499],
  [50, 299],
  [200, 299],
];
const tiersWith = ([from, to]: readonly [number, number]): OracleTier[] => [
  { id: "Silver", from, to },
  { id: "Gold", from: 500, to: null },
];

type Op = [gap: number, kind: "earn" | "spend" | "pend" | "bounds" | "refresh", amount: number];

const OPS: fc.Arbitrary<Op[]> = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 25 }),
    fc.constantFrom("earn", "earn", "earn", "spend", "pend", "bounds", "refresh"),
    fc.integer({ min: 1, max: 350 }),
  ),
  { minLength: 14, maxLength: 14, size: "max" },
);

/** The program with its two tiers, and what the reference says of its one member. */
async function begin(settings: LoyaltyTiersExpiration) {
  at(START, "12:00:00");
  const there = await program(["ada"], { sent: { loyalty_tiers_expiration: settings } });
  const { project, id } = there;
  const [from, to] = BOUNDS[0] ?? [0, 0];
  const sent = [
    { name: "Silver", points: { from, to } },
    { name: "Gold", points: { from: 500 } },
  ];
  const made = await project.post(`/v1/loyalties/${id}/tiers`, sent);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await settled(there);
  const silver: string = made.body.find(({ name }: { name: string }) => name === "Silver").id;
  const oracle = new TierOracle(settings, tiersWith([from, to]), null, START);
  return { ...there, silver, oracle };
}

/** Everybody has heard of what was done, and background work is over. */
async function settled({ project }: Program): Promise<void> {
  await hearAll(project);
  await vi.waitFor(async () => {
    const actions = await rowsOf("async_actions", project.id);
    expect(actions.every(({ status }) => status === "DONE")).toBe(true);
  }, PATIENCE);
}

async function tierOf({ project, cards }: Program) {
  const { body } = await project.get(`/v1/loyalties/members/${cards.ada}/tiers`);
  const [tier] = body.data;
  if (!tier) return null;
  const { start_date: start, expiration_date: end = null } = tier.expiration;
  return { id: tier.name, start, end };
}

async function play(settings: LoyaltyTiersExpiration, ops: readonly Op[]): Promise<void> {
  const there = await begin(settings);
  const { project, id, cards, oracle } = there;
  const pending: { day: string; points: number }[] = [];
  const said: string[] = [];
  let [day, balance] = [START, 0];

  const dawn = async () => {
    at(day, "00:00:30");
    const written = pending
      .filter((each) => each.day === day)
      .map(({ points }) => {
        balance += points;
        return { earned: points, balance };
      });
    oracle.dawn(day, written);
    const now = `${day}T00:00:30.000Z`;
    const [member] = await rowsOf("loyalty_members", project.id);
    const isDue = typeof member?.due_at === "string" && member.due_at <= now;
    if (!isDue && written.length === 0) return;
    await nightOf(project, quiet);
    await hearAll(project);
  };
  const move = async (earned: number, amount: number) => {
    if (amount === 0) return;
    await addPoints(project, cards.ada ?? "", amount);
    balance += amount;
    oracle.move(day, earned, balance);
  };
  const run = async (kind: Op[1], amount: number) => {
    if (kind === "earn") return move(amount, amount);
    if (kind === "spend") return move(0, -Math.min(amount, balance));
    if (kind === "pend") {
      const on = plus(day, 1 + (amount % 20));
      pending.push({ day: on, points: amount });
      await pendPoints(there, { code: cards.ada, points: amount, due: `${on}T00:00:00.000Z` });
      return;
    }
    if (kind === "bounds") {
      const [from, to] = BOUNDS[amount % BOUNDS.length] ?? [0, 0];
      const path = `/v1/loyalties/${id}/tiers/${there.silver}`;
      expect((await project.put(path, { points: { from, to } })).status).toBe(200);
      oracle.restructure(day, tiersWith([from, to]));
      return;
    }
    const options = { recalculate_tiers: true };
    expect((await project.put(`/v1/loyalties/${id}`, { options })).status).toBe(200);
    oracle.refresh(day);
  };

  for (const [gap, kind, amount] of ops) {
    for (let n = 0; n < gap; n++) {
      day = plus(day, 1);
      await dawn();
    }
    at(day, "12:00:00");
    await run(kind, amount);
    await settled(there);
    said.push(`${day} ${kind} ${amount}: ${JSON.stringify(oracle.now)}`);
    expect(await tierOf(there), said.join("\n")).toEqual(oracle.now);
  }
}

const settings = (
  by: LoyaltyTiersExpiration["qualification_type"],
  start: "IMMEDIATE" | "NEXT_PERIOD",
  expiration_date: LoyaltyTiersExpiration["expiration_date"],
): LoyaltyTiersExpiration => ({
  qualification_type: by,
  qualification_period: "MONTH",
  start_date: { type: start },
  expiration_date,
});

it.each([
  settings("POINTS_IN_PERIOD", "IMMEDIATE", { type: "END_OF_NEXT_PERIOD", extend: "P2M" }),
  settings("POINTS_IN_PERIOD", "NEXT_PERIOD", { type: "END_OF_NEXT_PERIOD", extend: "P1M" }),
  settings("BALANCE", "IMMEDIATE", { type: "CUSTOM", extend: "P45D" }),
  settings("BALANCE", "NEXT_PERIOD", { type: "BALANCE_DROP" }),
])(
  "half a year of a member: $qualification_type, $start_date.type",
  async (how) => {
    await fc.assert(
      fc.asyncProperty(OPS, (ops) => play(how, ops)),
      { numRuns: runs(3), endOnFailure: true },
    );
  },
  300_000,
);
