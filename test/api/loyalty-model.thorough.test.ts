import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { rowsOf } from "../support/api";
import { earningRule, hearAgain, hearAll } from "../support/earning";
import { expectSound, nightOf, pendPoints, program } from "../support/loyalty";
import {
  balanceOf,
  type Card,
  DAY_MS,
  dayAt,
  give,
  type Model,
  newCard,
  passNight,
  putBack,
  type Real,
  RULES,
  TIERS,
  take,
  tierOf,
} from "../support/points-model";
import { coinReward } from "../support/rewarding";
import { runs } from "../support/runs";
import { assigned, paying } from "../support/spending";

const START = Date.parse("2031-03-30T12:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** By the balance, at once in both directions. */
const EXPIRATION = {
  loyalty_tiers_expiration: {
    qualification_type: "BALANCE",
    start_date: { type: "IMMEDIATE" },
    expiration_date: { type: "BALANCE_DROP" },
  },
};

type Step = fc.AsyncCommand<Model, Real>;

const pick = (model: Model, at: number): Card => {
  const card = model.cards[at % model.cards.length];
  if (!card) throw new Error("there is a card");
  return card;
};

const codeOf = ({ cards }: Real, { holder }: Card): string => cards[holder] ?? "";

/** Each card as the service tells of it, and as the model has it. */
async function compare(model: Model, real: Real): Promise<void> {
  await hearAll(real.project);
  for (const card of model.cards) {
    const { body } = await real.project.get(`/v1/loyalties/members/${codeOf(real, card)}`);
    const { points, balance, expired_points, subtracted_points, pending_points } =
      body.loyalty_card;
    const pending = [...card.pending.values()].reduce((sum, each) => sum + each.points, 0);
    expect({ points, balance, expired_points, subtracted_points, pending_points }).toEqual({
      points: card.lifetime,
      balance: balanceOf(card),
      expired_points: card.expired,
      subtracted_points: card.subtracted,
      pending_points: pending,
    });
    const path = `/v1/loyalties/members/${codeOf(real, card)}/tiers`;
    expect((await real.project.get(path)).body.data[0]?.name).toBe(tierOf(card));
    const rows = await rowsOf("loyalty_points_buckets", real.project.id);
    const left = rows.filter((row) => row.voucher_id === body.id && Number(row.points) > 0);
    expect(new Map(left.map((row) => [String(row.expires_at), Number(row.points)]))).toEqual(
      new Map([...card.buckets].filter(([, held]) => held > 0)),
    );
  }
  await expectSound(real.project);
}

/** A step that is always possible, and what it is called where a run fails. */
const step = (name: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run: async (model, real) => {
    model.steps += 1;
    await run(model, real);
    await compare(model, real);
  },
  toString: () => name,
});

const change = async (real: Real, card: Card, body: object, headers = {}) =>
  real.project.post(`/v1/loyalties/members/${codeOf(real, card)}/balance`, body, headers);

const add = (at: number, points: number, ends: boolean, twice: boolean): Step =>
  step(
    `add ${points} to ${at}${ends ? "" : ", for ever"}${twice ? ", twice" : ""}`,
    async (model, real) => {
      const card = pick(model, at);
      const body = { points, ...(!ends && { expiration_type: "NON_EXPIRING" }) };
      const headers = { "idempotency-key": `add-${model.steps}` };
      expect((await change(real, card, body, headers)).status).toBe(200);
      if (twice) expect((await change(real, card, body, headers)).status).toBe(200);
      give(card, points, ends ? dayAt(model.now) : "never");
    },
  );

const remove = (at: number, points: number): Step =>
  step(`remove ${points} from ${at}`, async (model, real) => {
    const card = pick(model, at);
    const isEnough = balanceOf(card) >= points;
    expect((await change(real, card, { points: -points })).status).toBe(isEnough ? 200 : 400);
    if (!isEnough) return;
    take(card, points);
    card.subtracted += points;
  });

const transfer = (from: number, to: number, points: number): Step =>
  step(`transfer ${points} from ${from} to ${to}`, async (model, real) => {
    const [source, target] = [pick(model, from), pick(model, to)];
    const isPossible = source !== target && balanceOf(source) >= points;
    const path = `/v1/loyalties/Points/members/${codeOf(real, target)}/transfers`;
    const body = [{ code: codeOf(real, source), points }];
    expect((await real.project.post(path, body)).status).toBe(isPossible ? 200 : 400);
    if (!isPossible) return;
    take(source, points);
    source.subtracted += points;
    give(target, points, dayAt(model.now));
  });

const spend = (at: number, points: number): Step =>
  step(`spend ${points} of ${at}`, async (model, real) => {
    const card = pick(model, at);
    const isEnough = balanceOf(card) >= points;
    const reply = await real.project.post("/v1/redemptions", {
      redeemables: [paying(codeOf(real, card), real.coin, points)],
      order: { amount: points * 100 },
      customer: { source_id: card.holder },
    });
    expect(reply.status, JSON.stringify(reply.body)).toBe(isEnough ? 200 : 400);
    if (!isEnough) return;
    const id = reply.body.redemptions[0].id;
    model.redemptions.push({ id, card, buckets: take(card, points) });
  });

/** An order earns a tenth of what is paid, once, however often it is told. */
const earn = (at: number, points: number, again: boolean): Step =>
  step(`earn ${points} on ${at}${again ? ", told again" : ""}`, async (model, real) => {
    const card = pick(model, at);
    const body = { amount: points * 1000 + 999, status: "PAID" };
    const customer = { source_id: card.holder };
    const reply = await real.project.post("/v1/orders", { ...body, customer });
    expect(reply.status).toBe(200);
    await hearAll(real.project);
    if (again) await hearAgain(real.project, "backwards");
    give(card, points, dayAt(model.now));
  });

const refund = (at: number): Step =>
  step(`refund ${at}`, async (model, real) => {
    const [redemption] = model.redemptions.splice(at % Math.max(model.redemptions.length, 1), 1);
    if (!redemption) return;
    const path = `/v1/redemptions/${redemption.id}/rollback`;
    expect((await real.project.post(path)).status).toBe(200);
    putBack(redemption);
  });

const pend = (at: number, points: number, days: number): Step =>
  step(`pend ${points} on ${at} for ${days} days`, async (model, real) => {
    const card = pick(model, at);
    const due = model.now + days * DAY_MS;
    const sent = { code: codeOf(real, card), points, due: new Date(due).toISOString() };
    card.pending.set(await pendPoints(real, sent), { points, due });
  });

const activate = (at: number): Step =>
  step(`activate one of ${at}`, async (model, real) => {
    const card = pick(model, at);
    const [first] = card.pending;
    if (!first) return;
    const [id, { points }] = first;
    const path = `/v1/loyalties/members/${codeOf(real, card)}/pending-points/${id}/activate`;
    expect((await real.project.post(path)).status).toBe(200);
    card.pending.delete(id);
    give(card, points, dayAt(model.now));
  });

const wait = (days: number): Step =>
  step(`wait ${days} days`, async (model, real) => {
    model.now += days * DAY_MS;
    real.travel(model.now);
    await real.night();
    passNight(model);
  });

const join = (): Step =>
  step("join", async (model, real) => {
    const holder = `c${model.cards.length}`;
    const path = `/v1/loyalties/${real.id}/members`;
    const reply = await real.project.post(path, { customer: { source_id: holder } });
    expect(reply.status).toBe(200);
    real.cards[holder] = reply.body.code;
    model.cards.push(newCard(holder));
  });

const at = fc.nat(3);
const points = fc.integer({ min: 1, max: 40 });
const COMMANDS = [
  fc.tuple(at, points, fc.boolean(), fc.boolean()).map((sent) => add(...sent)),
  fc.tuple(at, points).map((sent) => remove(...sent)),
  fc.tuple(at, points, fc.boolean()).map((sent) => earn(...sent)),
  fc.tuple(at, at, points).map((sent) => transfer(...sent)),
  fc.tuple(at, points).map((sent) => spend(...sent)),
  at.map(refund),
  fc.tuple(at, points, fc.nat(3)).map((sent) => pend(...sent)),
  at.map(activate),
  fc.integer({ min: 1, max: 3 }).map(wait),
  fc.constant(join()),
];

async function begin(): Promise<{ model: Model; real: Real }> {
  vi.setSystemTime(START);
  const made = await program(["c0", "c1"], { card: { expiration_rules: RULES }, sent: EXPIRATION });
  const coin = await coinReward(made.project, {
    name: "1.00 a point",
    parameters: { coin: { exchange_ratio: 1, points_ratio: 1 } },
  });
  await assigned(made.project, { reward: coin, campaign: made.id });
  const path = `/v1/loyalties/${made.id}`;
  expect((await made.project.post(`${path}/tiers`, TIERS)).status).toBe(200);
  await earningRule(made.project, made.id, {
    event: "order.paid",
    loyalty: {
      type: "PROPORTIONAL",
      // What points pay earns nothing: the total is what is left of the amount.
      calculation_type: "ORDER_TOTAL_AMOUNT",
      order: { total_amount: { every: 1000, points: 1 } },
    },
  });
  const night = () => nightOf(made.project);
  const real = { ...made, coin, night, travel: (now: number) => vi.setSystemTime(now) };
  const cards = ["c0", "c1"].map(newCard);
  return { model: { now: START, cards, redemptions: [], steps: 0 }, real };
}

describe("points agree with a model of one page", () => {
  it("after every step of any run", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 30, size: "max" }), (commands) =>
        fc.asyncModelRun(begin, commands),
      ),
      { numRuns: runs(8), endOnFailure: true },
    );
  });
});
