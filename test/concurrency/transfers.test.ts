import { describe, expect, it } from "vitest";
import { eventsOf, rowsOf } from "../support/api";
import { expectSound, program } from "../support/loyalty";
import { countsOf, parallel } from "../support/redeeming";

const HOLDERS = ["ada", "bob", "cyd", "dan", "eve"];

const balances = async (projectId: string): Promise<number[]> =>
  (await rowsOf("vouchers", projectId)).map(({ balance }) => Number(balance));

describe("points moved in parallel", () => {
  it("100 transfers in a ring of five cards: nothing is lost, and nobody waits for ever", async () => {
    const { project, cards } = await program(HOLDERS, { card: { points: 20 } });
    const replies = await parallel(100, (at) => {
      const from = cards[HOLDERS[at % 5] ?? ""];
      const code = cards[HOLDERS[(at + 1) % 5] ?? ""];
      const path = `/v1/loyalties/Points/members/${code}/transfers`;
      return project.post(path, [{ code: from, points: 7, source_id: `t-${at}` }]);
    });
    const { "200": done = 0, "400 invalid_add_balance_params": refused = 0 } = countsOf(replies);
    expect(done + refused).toBe(100);
    expect(done).toBeGreaterThan(10);
    const left = await balances(project.id);
    expect(left.reduce((sum, each) => sum + each, 0)).toBe(100);
    expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
    await expectSound(project);
  });

  it("100 removals of what is enough for ten: ten succeed", async () => {
    const { project, cards } = await program(["ada"], { card: { points: 105 } });
    const path = `/v1/loyalties/members/${cards.ada}/balance`;
    const replies = await parallel(100, () => project.post(path, { points: -10 }));
    expect(countsOf(replies)).toEqual({ "200": 10, "400 invalid_add_balance_params": 90 });
    const told = replies.flatMap(({ status, body }) => (status === 200 ? [body.balance] : []));
    expect(told.sort((a, b) => a - b)).toEqual([5, 15, 25, 35, 45, 55, 65, 75, 85, 95]);
    const events = (await eventsOf(project.id)).filter(({ data }) => data.transaction);
    const heard = events.map(({ data }) => data as { balance: { balance: number } });
    expect(heard.map(({ balance }) => balance.balance).sort((a, b) => a - b)).toEqual([
      5, 15, 25, 35, 45, 55, 65, 75, 85, 95,
    ]);
    expect(await balances(project.id)).toEqual([5]);
    await expectSound(project);
  });

  it("200 additions under 50 keys, each sent four times: fifty count", async () => {
    const { project, cards } = await program();
    const path = `/v1/loyalties/members/${cards.ada}/balance`;
    await parallel(200, (at) =>
      project.post(path, { points: 1 }, { "idempotency-key": `k-${at % 50}` }),
    );
    expect(await balances(project.id)).toEqual([50]);
    await expectSound(project);
  });
});
