import { describe, expect, it } from "vitest";
import { eventsOf, newProject, rowsOf, type TestProject } from "../support/api";
import { Crash, dying, pausing } from "../support/faults";
import { actionOf, campaign, codesOf, deliver, finish, start } from "../support/generating";
import { expectSound } from "../support/invariants";
import { homeDb, homeName } from "../support/places";

/** All codes of so many digits that are divisible by `step`, as they stood before. */
async function stock(project: TestProject, digits: number, step: number): Promise<number> {
  const count = 10 ** digits / step;
  await homeDb().batch([
    homeDb()
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + ?3 FROM n WHERE i + ?3 < ?4)
       INSERT INTO vouchers (project_id, code_key, id, code, type, discount, metadata, created_at)
       SELECT ?1, printf('%0' || ?2 || 'd', i), printf('v_0%031d', i), printf('%0' || ?2 || 'd', i),
         'DISCOUNT_VOUCHER', '{"type":"PERCENT","percent_off":10}', '{}', '2026-01-01T00:00:00.000Z' FROM n`,
      )
      .bind(project.id, digits, step, 10 ** digits),
    homeDb()
      .prepare(
        "INSERT INTO tallies (project_id, vouchers) VALUES (?1, ?2) ON CONFLICT (project_id) DO UPDATE SET vouchers = vouchers + ?2",
      )
      .bind(project.id, count),
  ]);
  return count;
}

const digits = (length: number) => ({ code_config: { length, charset: "0123456789" } });

const campaignRow = async (project: TestProject, id: string) =>
  (await rowsOf("campaigns", project.id)).find((row) => row.id === id);

/** That a campaign has exactly so many codes, all different and of the form, and says so everywhere. */
async function expectExact(project: TestProject, id: string, count: number, form: RegExp) {
  const codes = await codesOf(project, id);
  expect(codes).toHaveLength(count);
  expect(new Set(codes.map((code) => code.toLowerCase())).size).toBe(count);
  expect(codes.filter((code) => !form.test(code))).toEqual([]);
  expect(await campaignRow(project, id)).toMatchObject({ vouchers_count: count });
  const [day] = (await rowsOf("campaign_days", project.id)).filter((row) => row.campaign_id === id);
  expect(day).toMatchObject({ vouchers_created: count });
  await expectSound(project.id);
}

describe("a generation", () => {
  it("of 30,000 codes makes exactly so many, all different, and tells when it starts and ends", async () => {
    const project = await newProject();
    const id = await campaign(project, "Many");
    const action = await finish(project, await start(project, id, 30_000));
    expect(action).toMatchObject({
      status: "DONE",
      operation_status: "SUCCESS",
      done: 30_000,
      total: 30_000,
      result: { done_count: 30_000 },
    });
    expect(await campaignRow(project, id)).toMatchObject({
      creation_status: "DONE",
      vouchers_generation_status: "DONE",
    });
    await expectExact(project, id, 30_000, /^[0-9A-Za-z]{8}$/);
    const told = (await eventsOf(project.id)).filter(({ kind }) =>
      String(kind).includes("generation"),
    );
    expect(told).toMatchObject([
      {
        kind: "campaign.vouchers.generation.started",
        data: { count: 30_000, campaign: { vouchers_generation_status: "IN_PROGRESS" } },
      },
      {
        kind: "campaign.vouchers.generation.completed",
        data: {
          count: 30_000,
          campaign: { vouchers_count: 30_000, vouchers_generation_status: "DONE" },
        },
      },
    ]);
  });

  it("makes cards with their balance, ledger and the day's amount", async () => {
    const project = await newProject();
    const gift = { type: "GIFT_VOUCHER", discount: null, gift: { amount: 2500 } };
    const id = await campaign(project, "Cards", { ...gift, redemption: { quantity: 3 } });
    await finish(project, await start(project, id, 1200));
    await expectExact(project, id, 1200, /^[0-9A-Za-z]{12}$/);
    const rows = await rowsOf("vouchers", project.id);
    expect(
      rows.filter(
        ({ balance, redemption_quantity }) => balance !== 2500 || redemption_quantity !== 3,
      ),
    ).toEqual([]);
    const entries = await rowsOf("voucher_transactions", project.id);
    expect(entries).toHaveLength(1200);
    expect(new Set(entries.map((entry) => entry.id)).size).toBe(1200);
    const [day] = await rowsOf("campaign_days", project.id);
    expect(day).toMatchObject({ created_vouchers_amount: 3_000_000, created_vouchers_points: 0 });
  });

  it("keeps what vouchers have in common in the campaign, and their ids in the order of creation", async () => {
    const project = await newProject();
    const id = await campaign(project, "Lean", { redemption: { quantity: 1 } });
    await finish(project, await start(project, id, 3));
    const rows = await rowsOf("vouchers", project.id);
    expect(
      rows.map(({ discount, redemption_quantity }) => [discount, redemption_quantity]),
    ).toEqual(Array(3).fill([null, 1]));
    for (const row of rows) expect(row.id).toMatch(/^v_[0-9A-Za-z]{32}$/);
    const shown = await project.get(`/v1/vouchers/${rows[0]?.code}`);
    expect(shown.body).toMatchObject({ discount: { percent_off: 10 }, campaign_id: id });
  });

  it("picks few codes as fairly as many: the first digits of 500 are spread evenly", async () => {
    const project = await newProject();
    const id = await campaign(project, "Few", digits(6));
    await finish(project, await start(project, id, 500));
    const codes = await codesOf(project, id);
    const counts = [..."0123456789"].map(
      (digit) => codes.filter((code) => code[0] === digit).length,
    );
    const distance = counts.reduce((sum, count) => sum + (count - 50) ** 2 / 50, 0);
    // Chi-square at 9 degrees of freedom: a fair pick is farther off once in a billion.
    expect(distance).toBeLessThan(60);
  });
});

describe("codes that exist already", () => {
  it("are passed over: 10 of the last 1,000 codes, and 4,000 of 5,000 in several runs", async () => {
    const project = await newProject();
    const id = await campaign(project, "Scarce", digits(4));
    await stock(project, 4, 2);
    await finish(project, await start(project, id, 10));
    await expectExact(project, id, 10, /^\d{3}[13579]$/);
    const action = await finish(project, await start(project, id, 10, 4000));
    expect(action.operation_status).toBe("SUCCESS");
    expect(JSON.parse(String(action.state)).run).toBeGreaterThan(1);
    await expectExact(project, id, 4010, /^\d{3}[13579]$/);
  });

  it("end a generation that finds no others: it fails and counts what it made", async () => {
    const project = await newProject();
    const id = await campaign(project, "Used up", digits(4));
    await stock(project, 4, 2);
    const action = await finish(project, await start(project, id, 10, 6000));
    expect(action).toMatchObject({ status: "DONE", operation_status: "FAILED", total: 6000 });
    expect(action.done).toBeGreaterThan(4900);
    expect(action.done).toBeLessThanOrEqual(5000);
    expect(action.result).toMatchObject({ done_count: action.done, message: /6000/ });
    expect(await campaignRow(project, id)).toMatchObject({ vouchers_generation_status: "FAILED" });
    await expectExact(project, id, action.done, /^\d{3}[13579]$/);
    const told = (await eventsOf(project.id)).at(-1);
    expect(told).toMatchObject({
      kind: "campaign.vouchers.generation.failed",
      data: { count: action.done },
    });
  });
});

describe("the message of a generation", () => {
  it("delivered again, also when all is done: nothing is made twice", async () => {
    const project = await newProject();
    const id = await campaign(project, "Again");
    const action = await start(project, id, 2000);
    await finish(project, action);
    const before = await rowsOf("vouchers", project.id);
    await Promise.all([deliver(project, action), deliver(project, action)]);
    expect(await rowsOf("vouchers", project.id)).toEqual(before);
    await expectExact(project, id, 2000, /^[0-9A-Za-z]{8}$/);
  });

  it("taken by three workers at once: each code is made once", async () => {
    const project = await newProject();
    const id = await campaign(project, "Crowded");
    const action = await start(project, id, 40_000);
    await Promise.all([1, 2, 3].map(() => finish(project, action)));
    await expectExact(project, id, 40_000, /^[0-9A-Za-z]{8}$/);
  });

  it("of two generations of one campaign: both are counted, and it is done with the later one", async () => {
    const project = await newProject();
    const id = await campaign(project, "Twice");
    const [one, two] = [await start(project, id, 3000), await start(project, id, 2000)];
    await finish(project, one);
    expect(await campaignRow(project, id)).toMatchObject({
      vouchers_generation_status: "IN_PROGRESS",
    });
    await finish(project, two);
    expect(await campaignRow(project, id)).toMatchObject({ vouchers_generation_status: "DONE" });
    await expectExact(project, id, 5000, /^[0-9A-Za-z]{8}$/);
  });
});

describe("a worker that dies", () => {
  const COUNT = 13_000;

  /** Carries another campaign's work on, so that the isolate no longer has the run of this one. */
  async function forget(): Promise<void> {
    const other = await newProject();
    await finish(other, await start(other, await campaign(other, "Other"), 2));
  }

  /** Whether the worker died at that batch; false where the work took fewer. */
  async function dies(moment: "before" | "after", at: number): Promise<boolean> {
    const project = await newProject();
    const id = await campaign(project, "Killed");
    const action = await start(project, id, COUNT);
    const DB = pausing(homeDb(), dying(moment, at), { count: 0 });
    const fault: unknown = await finish(project, action, { [homeName()]: DB }).catch(
      (error) => error,
    );
    const { done } = await actionOf(project, action);
    expect(await codesOf(project, id)).toHaveLength(done);
    await forget();
    await finish(project, action);
    await expectExact(project, id, COUNT, /^[0-9A-Za-z]{8}$/);
    return fault instanceof Crash;
  }

  it.each(["before", "after"] as const)(
    "%s any of its batches: the next one goes on, exactly",
    async (moment) => {
      let batch = 1;
      while (await dies(moment, batch)) batch += 1;
      expect(batch).toBeGreaterThan(5);
    },
  );
});
