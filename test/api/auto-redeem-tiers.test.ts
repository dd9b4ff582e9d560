// A reward that redeems itself comes before the tiers of the balance that pays for it.
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventsOf, rowsOf } from "../support/api";
import { made } from "../support/deciding";
import { hearAll } from "../support/earning";
import { DEAF_QUEUES } from "../support/faults";
import { expectSound, nightOf, type Program, pendPoints, program } from "../support/loyalty";
import { PATIENCE } from "../support/patience";
import { goodsReward } from "../support/rewarding";
import { addPoints } from "../support/spending";

const quiet = { ...env, ...DEAF_QUEUES };
const at = (instant: string) => vi.setSystemTime(Date.parse(instant));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-01-10T12:00:00Z");
});
afterEach(() => vi.useRealTimers());

const SILVER = { name: "Silver", points: { from: 100, to: 499 }, config: { points: {} } };

/** A program with tiers, and goods for 100 points that its members get by themselves. */
async function tiered(
  expiration: object | null,
  { tiers = [SILVER], stock }: { tiers?: object[]; stock?: number } = {},
): Promise<Program> {
  const there = await program(["ada"]);
  const { project, id } = there;
  if (expiration) {
    const body = { loyalty_tiers_expiration: expiration };
    expect((await project.put(`/v1/loyalties/${id}`, body)).status).toBe(200);
  }
  const reward = await goodsReward(project, {
    name: "Mug",
    ...(stock !== undefined && { stock }),
  });
  await made(project, `/v1/rewards/${reward}/assignments`, {
    campaign: id,
    parameters: { loyalty: { points: 100, auto_redeem: true } },
  });
  if (tiers.length > 0) await made(project, `/v1/loyalties/${id}/tiers`, tiers);
  await hearAll(project);
  return there;
}

async function add({ project, cards }: Program, points: number): Promise<void> {
  await addPoints(project, cards.ada ?? "", points);
  await hearAll(project);
}

/** A night in whose midst everybody hears of what its phases have done. */
async function night({ project }: Program): Promise<void> {
  await nightOf(project, quiet, () => hearAll(project));
  await expectSound(project);
}

const told = async ({ project }: Program): Promise<string[]> =>
  (await eventsOf(project.id)).flatMap(({ kind }) =>
    kind.startsWith("customer.loyalty.tier.") ? [kind.slice("customer.loyalty.tier.".length)] : [],
  );
const tierOf = async ({ project, cards }: Program): Promise<string | null> =>
  (await project.get(`/v1/loyalties/members/${cards.ada}/tiers`)).body.data[0]?.name ?? null;
const balanceOf = async ({ project, cards }: Program): Promise<number> =>
  (await project.get(`/v1/loyalties/members/${cards.ada}`)).body.loyalty_card.balance;

describe("points that a reward takes in the night", () => {
  it("lead into no tier where they begin to count in that night", async () => {
    const there = await tiered(null);
    const due = "2026-01-11T00:00:00.000Z";
    await pendPoints(there, { code: there.cards.ada, points: 100, due });
    at("2026-01-11T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(0);
    expect(await told(there)).toEqual([]);
  });

  it("lead into no tier where they came by day", async () => {
    const there = await tiered(null);
    await add(there, 100);
    expect(await tierOf(there)).toBe(null);
    at("2026-01-11T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(0);
    expect(await told(there)).toEqual([]);
  });

  it("leave the tier of what is left then", async () => {
    const bronze = { name: "Bronze", points: { from: 50, to: 99 }, config: { points: {} } };
    const there = await tiered(null, { tiers: [SILVER, bronze] });
    await add(there, 250);
    expect(await tierOf(there)).toBe(null);
    at("2026-01-11T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(50);
    expect(await tierOf(there)).toBe("Bronze");
    expect(await told(there)).toEqual(["joined"]);
  });

  it("prolong no tier that ends in that night", async () => {
    const there = await tiered(
      {
        qualification_type: "BALANCE",
        qualification_period: "MONTH",
        start_date: { type: "IMMEDIATE" },
        expiration_date: { type: "END_OF_PERIOD" },
      },
      { tiers: [{ ...SILVER, points: { from: 60, to: 499 } }] },
    );
    await add(there, 60);
    expect(await tierOf(there)).toBe("Silver");
    at("2026-01-31T12:00:00Z");
    await add(there, 40);
    at("2026-02-01T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(0);
    expect(await tierOf(there)).toBe(null);
    expect(await told(there)).toEqual(["joined", "left"]);
  });

  it("prolong none either where they begin to count in that night", async () => {
    const there = await tiered(
      {
        qualification_type: "BALANCE",
        qualification_period: "MONTH",
        start_date: { type: "IMMEDIATE" },
        expiration_date: { type: "END_OF_PERIOD" },
      },
      { tiers: [{ ...SILVER, points: { from: 60, to: 499 } }] },
    );
    await add(there, 60);
    const due = "2026-02-01T00:00:00.000Z";
    await pendPoints(there, { code: there.cards.ada, points: 40, due });
    at("2026-02-01T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(0);
    expect(await told(there)).toEqual(["joined", "left"]);
  });
});

describe("points that no reward takes", () => {
  it("lead into their tier at once where they do not pay for it", async () => {
    const there = await tiered(null, { tiers: [{ ...SILVER, points: { from: 50, to: 499 } }] });
    await add(there, 99);
    expect(await tierOf(there)).toBe("Silver");
    await add(there, -60);
    expect(await told(there)).toEqual(["joined", "left"]);
  });

  it("lead into their tier at once where none is in stock", async () => {
    const there = await tiered(null, { stock: 0 });
    await add(there, 100);
    expect(await tierOf(there)).toBe("Silver");
  });

  it("lead into their tier in the night that could not redeem it", async () => {
    const there = await tiered(null);
    const [product] = await rowsOf("products", there.project.id);
    expect((await there.project.delete(`/v1/products/${product?.id}`)).status).toBe(204);
    await add(there, 100);
    expect(await tierOf(there)).toBe(null);
    at("2026-01-11T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(100);
    expect(await tierOf(there)).toBe("Silver");
    at("2026-01-12T00:00:01Z");
    await night(there);
    expect(await told(there)).toEqual(["joined"]);
  });

  it("count at once where tiers go by what was earned", async () => {
    const there = await tiered({
      qualification_type: "POINTS_IN_PERIOD",
      qualification_period: "MONTH",
      start_date: { type: "IMMEDIATE" },
      expiration_date: { type: "END_OF_PERIOD" },
    });
    await add(there, 100);
    expect(await tierOf(there)).toBe("Silver");
    at("2026-01-11T00:00:01Z");
    await night(there);
    expect(await balanceOf(there)).toBe(0);
    expect(await told(there)).toEqual(["joined"]);
  });

  it("keep a tier no longer than the balance that is spent by day", async () => {
    const there = await tiered(null, { tiers: [{ ...SILVER, points: { from: 50, to: 99 } }] });
    await add(there, 60);
    await add(there, 90);
    expect(await told(there)).toEqual(["joined", "left"]);
  });
});

it("a member that is first looked at by day waits for the night, too", async () => {
  const there = await tiered(null, { tiers: [] });
  await add(there, 100);
  await made(there.project, `/v1/loyalties/${there.id}/tiers`, [SILVER]);
  await hearAll(there.project);
  await vi.waitFor(async () => {
    const rows = await rowsOf("async_actions", there.project.id);
    expect(rows.every(({ status }) => status === "DONE")).toBe(true);
  }, PATIENCE);
  expect(await tierOf(there)).toBe(null);
  at("2026-01-11T00:00:01Z");
  await night(there);
  expect(await told(there)).toEqual([]);
});
