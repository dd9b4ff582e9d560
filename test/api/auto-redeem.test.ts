import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PHASES } from "../../src/async/night";
import { Redemption } from "../../src/model/redemption";
import { jobScope } from "../../src/scope/job-scope";
import { eventsOf, parsed, rowsOf } from "../support/api";
import { made } from "../support/deciding";
import { hearAll } from "../support/earning";
import { DEAF_QUEUES, dying, pausing } from "../support/faults";
import { expectSound, nightOf, type Program, pendPoints, program } from "../support/loyalty";
import { PATIENCE } from "../support/patience";
import { homeDb, homeName } from "../support/places";
import { coinReward, goodsReward } from "../support/rewarding";
import { ADA, addPoints, assigned, paying } from "../support/spending";

const quiet = { ...env, ...DEAF_QUEUES };
const at = (instant: string) => vi.setSystemTime(Date.parse(instant));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-01-10T12:00:00Z");
});
afterEach(() => vi.useRealTimers());

interface Auto extends Program {
  reward: string;
  assignment: string;
}

/** A program whose members get a reward by themselves, goods for 100 points where none is named. */
async function auto(
  holders: readonly string[],
  {
    points = 100,
    reward,
    stock = null,
  }: { points?: number; reward?: string; stock?: number | null },
  at: Promise<Program> = program(holders),
): Promise<Auto> {
  const there = await at;
  const { project, id } = there;
  const given =
    reward ?? (await goodsReward(project, { name: "Mug", ...(stock !== null && { stock }) }));
  const assignment = await made(project, `/v1/rewards/${given}/assignments`, {
    campaign: id,
    parameters: { loyalty: { points, auto_redeem: true } },
  });
  return { ...there, reward: given, assignment: assignment.id };
}

/** Points for a member, and everybody hears of them. */
async function add({ project, cards }: Program, points: number, holder = "ada"): Promise<void> {
  await addPoints(project, cards[holder] ?? "", points);
  await hearAll(project);
}

async function night({ project }: Program): Promise<void> {
  await nightOf(project, quiet);
  await hearAll(project);
  await expectSound(project);
}

const balanceOf = async ({ project, cards }: Program, holder = "ada"): Promise<number> =>
  (await project.get(`/v1/loyalties/members/${cards[holder]}`)).body.loyalty_card.balance;

const redemptionsOf = ({ project }: Program) => rowsOf("redemptions", project.id);
const marksOf = ({ project }: Program) => rowsOf("auto_redeem_cards", project.id);

describe("a reward that is redeemed by itself", () => {
  it.each(["/v1/vouchers", "/v1/loyalties"])(
    "is had in the night after the card was in the bin (DELETE %s/...)",
    async (path) => {
      const there = await auto(["ada"], {});
      const { project, cards, id } = there;
      await add(there, 250);
      const name = path === "/v1/loyalties" ? id : cards.ada;
      expect((await project.delete(`${path}/${name}`)).status).toBeLessThan(300);
      at("2026-01-11T00:00:00Z");
      await nightOf(project, quiet);
      await vi.waitFor(async () => {
        const [entry] = (await project.get("/v1/trash-bin")).body.data;
        const { status } = await project.post(`/v1/trash-bin/${entry.id}/restore`);
        expect(status).toBeLessThan(300);
      }, PATIENCE);
      await vi.waitFor(async () => expect(await balanceOf(there)).toBe(250), PATIENCE);
      await night(there);
      expect(await balanceOf(there)).toBe(250);
      at("2026-01-12T00:00:00Z");
      await night(there);
      expect(await balanceOf(there)).toBe(50);
      expect(await redemptionsOf(there)).toHaveLength(2);
    },
  );

  it("is had in the night after the points came, as often as they pay for it", async () => {
    const there = await auto(["ada"], { stock: 5 });
    const { project, cards, reward, assignment } = there;
    await add(there, 250);
    at("2026-01-10T23:59:59Z");
    await night(there);
    expect(await redemptionsOf(there)).toEqual([]);
    expect(await balanceOf(there)).toBe(250);
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect(await balanceOf(there)).toBe(50);
    const rows = await redemptionsOf(there);
    expect(rows).toHaveLength(2);
    const redemption = parsed(Redemption, await project.get(`/v1/redemptions/${rows[0]?.id}`));
    expect(redemption).toMatchObject({
      amount: 100,
      loyalty_card: { points: 100 },
      channel: { channel_type: "AUTO_REDEEM", channel_id: assignment },
      customer: { source_id: "ada" },
      reward: { id: reward, type: "MATERIAL", assignment_id: assignment },
    });
    expect((await project.get(`/v1/rewards/${reward}`)).body).toMatchObject({ redeemed: "2" });
    const path = `/v1/loyalties/members/${cards.ada}/transactions`;
    const { data } = (await project.get(path)).body;
    const left = data.map((each: typeof data) => each.details.balance.balance);
    expect(left).toEqual([50, 150, 250]);
    expect(data[0]).toMatchObject({
      type: "POINTS_REDEMPTION",
      source: "Automation",
      details: { balance: { points: -100, balance: 50, operation_type: "AUTOMATIC" } },
    });
    const kinds = (await eventsOf(project.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "customer.rewarded")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "redemption.succeeded")).toHaveLength(2);
    expect(await marksOf(there)).toEqual([]);
  });

  it("is had once, however often the night runs", async () => {
    const there = await auto(["ada"], {});
    await add(there, 150);
    at("2026-01-11T00:00:00Z");
    await night(there);
    await night(there);
    at("2026-01-12T00:00:00Z");
    await night(there);
    expect(await redemptionsOf(there)).toHaveLength(1);
    expect(await balanceOf(there)).toBe(50);
  });

  it("begins with the day of the project's calendar", async () => {
    const there = program(["ada"], { settings: { timezone: "America/New_York" } });
    const ours = await auto(["ada"], {}, there);
    await add(ours, 100);
    at("2026-01-11T04:59:59Z");
    await night(ours);
    expect(await balanceOf(ours)).toBe(100);
    at("2026-01-11T05:00:00Z");
    await night(ours);
    expect(await balanceOf(ours)).toBe(0);
  });

  it("gives a code, which the member then has", async () => {
    const there = program(["ada"]);
    const { project } = await there;
    const campaign = await made(project, "/v1/campaigns", {
      name: "Codes",
      type: "AUTO_UPDATE",
      voucher: { type: "DISCOUNT_VOUCHER", discount: { type: "AMOUNT", amount_off: 500 } },
    });
    const parameters = { campaign: { id: campaign.id } };
    const { id: reward } = await made(project, "/v1/rewards", { parameters });
    const ours = await auto(["ada"], { reward }, there);
    await add(ours, 100);
    at("2026-01-11T00:00:00Z");
    await night(ours);
    const codes = (await rowsOf("vouchers", project.id)).filter(
      ({ campaign_id }) => campaign_id === campaign.id,
    );
    const [card] = (await rowsOf("vouchers", project.id)).filter(
      ({ code }) => code === ours.cards.ada,
    );
    expect(codes.map(({ holder_id }) => holder_id)).toEqual([card?.holder_id]);
    expect(await balanceOf(ours)).toBe(0);
  });

  it("costs what the member's tier says", async () => {
    const there = await auto(["ada", "bob"], {});
    const { project, id, assignment } = there;
    await made(project, `/v1/loyalties/${id}/tiers`, [
      {
        name: "Silver",
        points: { from: 50, to: 500 },
        config: { points: {} },
        rewards: { [assignment]: { type: "CUSTOM", points: 30 } },
      },
    ]);
    await add(there, 70);
    await add(there, 40, "bob");
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect([await balanceOf(there), await balanceOf(there, "bob")]).toEqual([10, 40]);
  });

  it("spends points that begin to count in the same night", async () => {
    const there = await auto(["ada"], {});
    await pendPoints(there, {
      code: there.cards.ada,
      points: 120,
      due: "2026-01-11T00:00:00.000Z",
    });
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect(await balanceOf(there)).toBe(20);
  });
});

describe("the limit of a day", () => {
  it("is ten times, and the rest comes with the next night", async () => {
    const there = await auto(["ada"], { points: 10 });
    await add(there, 125);
    at("2026-01-11T00:00:00Z");
    await night(there);
    await night(there);
    expect(await redemptionsOf(there)).toHaveLength(10);
    at("2026-01-11T23:59:59Z");
    await night(there);
    expect(await redemptionsOf(there)).toHaveLength(10);
    at("2026-01-12T00:00:00Z");
    await night(there);
    expect(await redemptionsOf(there)).toHaveLength(12);
    expect(await balanceOf(there)).toBe(5);
  });

  it("sends no more statements than the night keeps free for a card", async () => {
    const there = await program(["ada"]);
    const other = await made(there.project, "/v1/loyalties", {
      name: "Other",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    const { id: reward } = await made(there.project, "/v1/rewards", {
      parameters: { campaign: { id: other.id, balance: 5 } },
    });
    const ours = await auto(["ada"], { points: 10, reward }, Promise.resolve(there));
    await add(ours, 300);
    at("2026-01-11T00:00:00Z");
    const from = { projectId: ours.project.id, requestId: "night", baseUrl: "" };
    const job = await jobScope(quiet, from);
    const [mark] = await marksOf(ours);
    const [, phase] = PHASES;
    if (!job || !phase) throw new Error("the project and the phase are there");
    await phase.run(job.scope, [String(mark?.voucher_id)]);
    await Promise.all(job.sent);
    expect(await redemptionsOf(ours)).toHaveLength(10);
    expect(job.scope.db.cost.statements).toBeLessThanOrEqual(phase.statements);
  });

  it("is one of the customer, whatever programs it is in", async () => {
    const there = await auto(["ada"], { points: 10 });
    const { project, reward } = there;
    const other = await made(project, "/v1/loyalties", {
      name: "Other",
      voucher: { type: "LOYALTY_CARD", loyalty_card: { points: 0 } },
    });
    await made(project, `/v1/rewards/${reward}/assignments`, {
      campaign: other.id,
      parameters: { loyalty: { points: 10, auto_redeem: true } },
    });
    const card = await made(project, `/v1/loyalties/${other.id}/members`, { customer: ADA });
    await add(there, 70);
    await addPoints(project, card.code, 70);
    await hearAll(project);
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect(await redemptionsOf(there)).toHaveLength(10);
  });

  it("holds between two nights at once", async () => {
    const there = await auto(["ada"], { points: 10 });
    await add(there, 300);
    at("2026-01-11T00:00:00Z");
    await Promise.all([1, 2, 3].map(() => nightOf(there.project, quiet)));
    await night(there);
    expect(await redemptionsOf(there)).toHaveLength(10);
    expect(await balanceOf(there)).toBe(200);
  });
});

describe("what cannot be had", () => {
  it("for lack of stock leaves the card as it is, and comes when there is more", async () => {
    const there = await auto(["ada", "bob"], { stock: 1 });
    await add(there, 100);
    await add(there, 100, "bob");
    at("2026-01-11T00:00:00Z");
    await night(there);
    const left = async () => [await balanceOf(there), await balanceOf(there, "bob")].sort();
    expect(await left()).toEqual([0, 100]);
    expect(await redemptionsOf(there)).toHaveLength(1);
    expect((await marksOf(there)).map(({ due_at }) => due_at)).toEqual([
      "2026-01-12T00:00:00.000Z",
    ]);
    const more = await there.project.put(`/v1/rewards/${there.reward}`, { stock: 2 });
    expect(more.status, JSON.stringify(more.body)).toBe(200);
    at("2026-01-12T00:00:00Z");
    await night(there);
    expect(await left()).toEqual([0, 0]);
  });

  it("for its own goods, which are deleted, holds up no other program", async () => {
    const there = await auto(["ada"], {});
    await add(there, 100);
    const [product] = await rowsOf("products", there.project.id);
    expect((await there.project.delete(`/v1/products/${product?.id}`)).status).toBe(204);
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect(await redemptionsOf(there)).toEqual([]);
    expect(await balanceOf(there)).toBe(100);
    expect((await marksOf(there)).map(({ due_at }) => due_at)).toEqual([
      "2026-01-12T00:00:00.000Z",
    ]);
  });

  it("for points that a session holds comes once they are free", async () => {
    const there = await auto(["ada"], {});
    const { project, id, cards } = there;
    const coin = await coinReward(project, {
      name: "A cent each",
      parameters: { coin: { exchange_ratio: 1, points_ratio: 1 } },
    });
    await assigned(project, { reward: coin, campaign: id });
    await add(there, 100);
    const held = await project.post("/v1/validations", {
      redeemables: [paying(cards.ada ?? "", coin, 25)],
      order: { amount: 2_500 },
      customer: ADA,
      session: { type: "LOCK", key: "basket" },
    });
    expect(held.body.valid).toBe(true);
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect(await balanceOf(there)).toBe(100);
    await project.delete(`/v1/vouchers/${cards.ada}/sessions/basket`);
    at("2026-01-12T00:00:00Z");
    await night(there);
    expect(await balanceOf(there)).toBe(0);
  });

  it("as its program has it no more is forgotten", async () => {
    const there = await auto(["ada"], {});
    await add(there, 100);
    const path = `/v1/rewards/${there.reward}/assignments/${there.assignment}`;
    expect((await there.project.delete(path)).status).toBe(204);
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect(await balanceOf(there)).toBe(100);
    expect(await marksOf(there)).toEqual([]);
  });

  it("for want of points is looked at again only when some come", async () => {
    const there = await auto(["ada", "bob"], {});
    await add(there, 99);
    expect(await marksOf(there)).toEqual([]);
    await add(there, 1);
    expect(await marksOf(there)).toHaveLength(1);
  });
});

describe("an assignment that is changed", () => {
  const marked = (there: Program, count: number) =>
    vi.waitUntil(async () => (await marksOf(there)).length === count, PATIENCE);

  it("finds the members who had the points before", async () => {
    const there = await program(["ada", "bob"]);
    const reward = await goodsReward(there.project);
    await add(there, 150);
    await add(there, 60, "bob");
    const assignment = await assigned(there.project, { reward, campaign: there.id, points: 100 });
    expect(await marksOf(there)).toEqual([]);
    const path = `/v1/rewards/${reward}/assignments/${assignment}`;
    const change = (loyalty: object) => there.project.put(path, { parameters: { loyalty } });
    expect((await change({ auto_redeem: true })).status).toBe(200);
    await marked(there, 1);
    expect((await change({ points: 60 })).status).toBe(200);
    await marked(there, 2);
    at("2026-01-11T00:00:00Z");
    await night(there);
    expect([await balanceOf(there), await balanceOf(there, "bob")]).toEqual([30, 0]);
  });

  it("finds them when it is made, too", async () => {
    const there = program(["ada"]);
    await add(await there, 100);
    const ours = await auto(["ada"], {}, there);
    await marked(ours, 1);
  });
});

describe("a night that is killed", () => {
  async function outcome(there: Program) {
    const { project } = there;
    const kinds = (await eventsOf(project.id)).map(({ kind }) => kind);
    const days = await rowsOf("auto_redeem_days", project.id);
    return {
      left: (await balanceOf(there)) + (await balanceOf(there, "bob")),
      redeemed: (await redemptionsOf(there)).map(({ amount, status }) => `${status} ${amount}`),
      stock: (await rowsOf("rewards", project.id)).map(({ redeemed }) => redeemed),
      counted: days.reduce((sum, { count }) => sum + Number(count), 0),
      marks: (await marksOf(there)).map(({ due_at }) => due_at),
      kinds: kinds.sort(),
    };
  }

  async function ready() {
    at("2026-01-10T12:00:00Z");
    const there = await auto(["ada", "bob"], { points: 10, stock: 2 });
    await add(there, 25);
    await add(there, 10, "bob");
    at("2026-01-11T00:00:00Z");
    return there;
  }

  it("comes to the same end wherever that was", async () => {
    const clean = await ready();
    const batches = { count: 0 };
    await nightOf(clean.project, { ...quiet, [homeName()]: pausing(homeDb(), {}, batches) });
    await hearAll(clean.project);
    const expected = await outcome(clean);
    expect(expected.redeemed).toHaveLength(2);
    expect([expected.left, expected.counted]).toEqual([15, 2]);
    expect(batches.count).toBeGreaterThan(9);
    for (let moment = 1; moment <= batches.count; moment++) {
      const killed = await ready();
      const DB = pausing(homeDb(), dying("before", moment), { count: 0 });
      await nightOf(killed.project, { ...quiet, [homeName()]: DB }).catch(() => {});
      await night(killed);
      expect(await outcome(killed), `killed before batch ${moment}`).toEqual(expected);
    }
  });
});
