import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { done } from "../support/actions";
import { rowsOf, type TestProject } from "../support/api";
import { pausing } from "../support/faults";
import { expectSound } from "../support/invariants";
import { nightOf, type Program, pendPoints, program } from "../support/loyalty";
import { PATIENCE } from "../support/patience";
import { homeDb, homeName } from "../support/places";

const LONG_AGO = "2020-01-01T00:00:00.000Z";

/** Ada's card, of whose 45 points 10 expire now and 30 later, and which gets 7 more now. */
async function due(): Promise<Program> {
  const made = await program(["ada"]);
  for (const [points, expiration_date] of [
    [10, "2098-06-30"],
    [30, "2099-06-30"],
  ]) {
    const path = `/v1/loyalties/members/${made.cards.ada}/balance`;
    expect((await made.project.post(path, { points, expiration_date })).status).toBe(200);
  }
  await pendPoints(made, { code: made.cards.ada, points: 7, due: LONG_AGO });
  await fallDue(made.project, "2098-06-30");
  return made;
}

/** As if the day had passed on which some points expire. */
const fallDue = (project: TestProject, day: string) =>
  homeDb()
    .prepare(
      "UPDATE loyalty_points_buckets SET due_at = ?2 WHERE project_id = ?1 AND expires_at = ?3",
    )
    .bind(project.id, LONG_AGO, day)
    .run();

const entryOf = async (project: TestProject): Promise<string> =>
  (await project.get("/v1/trash-bin")).body.data[0].id;

it.each<[string, (made: Program) => Promise<void>, (made: Program) => Promise<void>]>([
  [
    "a card",
    async ({ project, cards }) => {
      expect((await project.delete(`/v1/vouchers/${cards.ada}`)).status).toBe(204);
    },
    async ({ project }) => {
      const reply = await project.post(`/v1/trash-bin/${await entryOf(project)}/restore`);
      expect(reply.status).toBe(200);
    },
  ],
  [
    "a program",
    async ({ project, id }) => {
      await done(project, await project.delete(`/v1/loyalties/${id}`));
    },
    async ({ project }) => {
      const reply = await project.post(`/v1/trash-bin/${await entryOf(project)}/restore`);
      const { async_action_id } = reply.body;
      await done(project, { ...reply, body: { async_action_id } });
    },
  ],
])("what fell due of %s in the bin is made up for when it is back", async (_, away, back) => {
  const made = await due();
  const { project, cards } = made;
  const cardOf = async () => (await project.get(`/v1/vouchers/${cards.ada}`)).body.loyalty_card;
  await away(made);
  await nightOf(project);
  // Nothing is left that would let the next minute begin a night for it.
  const dues = await rowsOf("loyalty_points_buckets", project.id);
  expect(dues.filter(({ due_at }) => due_at === LONG_AGO)).toEqual([]);
  await back(made);
  expect(await cardOf()).toMatchObject({ balance: 40, pending_points: 7 });
  await expectSound(project.id);
  await nightOf(project);
  expect(await cardOf()).toMatchObject({ balance: 37, pending_points: 0, expired_points: 10 });
  await fallDue(project, "2099-06-30");
  await nightOf(project);
  expect(await cardOf()).toMatchObject({ balance: 7, expired_points: 40 });
  await expectSound(project.id);
});

it.each<[string, (made: Program) => Promise<void>]>([
  [
    "a card",
    async ({ project, cards }) => {
      await project.delete(`/v1/vouchers/${cards.ada}`);
      await nightOf(project);
      const path = `/v1/trash-bin/${await entryOf(project)}`;
      expect((await project.delete(path)).status).toBe(204);
    },
  ],
  [
    "a program",
    async ({ project, id }) => {
      await done(project, await project.delete(`/v1/loyalties/${id}`));
      await nightOf(project);
      expect((await project.delete(`/v1/trash-bin/${await entryOf(project)}`)).status).toBe(204);
      await vi.waitFor(
        async () => expect(await rowsOf("vouchers", project.id)).toEqual([]),
        PATIENCE,
      );
    },
  ],
])("pending points of %s that leaves the bin for good are canceled", async (_, purge) => {
  const made = await due();
  await purge(made);
  await nightOf(made.project);
  const pending = await rowsOf("loyalty_pending_points", made.project.id);
  expect(pending).toMatchObject([{ status: "CANCELED", due_at: LONG_AGO }]);
  const buckets = await rowsOf("loyalty_points_buckets", made.project.id);
  expect(buckets.filter(({ due_at }) => due_at === LONG_AGO)).toEqual([]);
});

it("what fell due is made up for whenever amid a night its card comes back", async () => {
  for (let at = 1; at <= 8; at++) {
    const made = await due();
    const { project, cards } = made;
    expect((await project.delete(`/v1/vouchers/${cards.ada}`)).status).toBe(204);
    const path = `/v1/trash-bin/${await entryOf(project)}/restore`;
    const back = async () => expect((await project.post(path)).status).toBe(200);
    let isBack = false;
    const before = async (batch: number) => {
      if (batch !== at) return;
      isBack = true;
      await back();
    };
    const database = { [homeName()]: pausing(homeDb(), { before }, { count: 0 }) };
    await nightOf(project, { ...env, ...database });
    if (!isBack) await back();
    await nightOf(project);
    const { body } = await project.get(`/v1/vouchers/${cards.ada}`);
    expect([at, body.loyalty_card]).toMatchObject([
      at,
      { balance: 37, pending_points: 0, expired_points: 10 },
    ]);
    await expectSound(project.id);
  }
});
