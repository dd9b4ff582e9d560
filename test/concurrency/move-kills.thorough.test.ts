import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { forgetProject } from "../../src/scope/credentials";
import { newProject, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { Crash } from "../support/faults";
import { expectSound } from "../support/invariants";
import {
  arrive,
  arriveAndLeave,
  begun,
  bound,
  claimed,
  endMoves,
  killed,
  lookUpAnew,
  moveRow,
  readMove,
  release,
  rowsIn,
  seePlaces,
  stateIn,
  stepped,
  stopMove,
  turn,
} from "../support/moving";
import { homes, liveIn } from "../support/places";
import { redeem, voucher } from "../support/redeeming";

liveIn("DB_1");
beforeAll(seePlaces);
beforeEach(endMoves);

async function shop(): Promise<TestProject> {
  const project = await newProject();
  await voucher(project, "CODE", { redemption: { quantity: null } });
  await project.post("/v1/vouchers", { code: "CARD", gift: { amount: 1_000_000 } });
  return project;
}

/** Uses the card where the project lives by now; answers whether it could. */
async function used(project: TestProject): Promise<boolean> {
  await lookUpAnew(project);
  const reply = await redeem(project, "CARD", { order: { amount: 1000 } });
  if (reply.status === 200) return true;
  failure(reply, 503, "project_moving");
  return false;
}

/** That the card was used so many times, and that nothing else was lost or doubled. */
async function expectUsed(project: TestProject, place: string, times: number): Promise<void> {
  homes.set(project.id, place);
  forgetProject(project.id);
  await expectSound(project.id);
  const card = (await project.get("/v1/vouchers/CARD")).body;
  expect(card.gift.balance).toBe(1_000_000 - 1000 * times);
  expect(card.redemption.redeemed_quantity).toBe(times);
  const sequences = (await rowsIn(place, project)).outbox?.map((row) => Object(row).sequence);
  expect(sequences).toEqual(sequences?.map((_, at) => at + 1));
  const other = place === "DB_1" ? "DB_2" : "DB_1";
  expect(await rowsIn(other, project)).toEqual({});
  for (const each of ["DB_1", "DB_2"]) expect(await stateIn(each, project)).toBeUndefined();
}

const kindNow = async (project: TestProject): Promise<string> => {
  const { phase, status } = (await moveRow(project)) ?? {};
  return `${phase} ${status}`;
};

/**
 * Makes all steps that are left of a move. In each kind of them a worker is killed at its first
 * batch, the next one at its second, and so on until one comes through; behind each kill the card is
 * used. Answers at how many batches workers were killed, and how often the card could be used and could not.
 */
async function withKills(project: TestProject, moment: "before" | "after") {
  const kills: Record<string, number> = {};
  const through = new Set<string>();
  let [uses, refusals] = [0, 0];
  for (let at = 1; ; at++) {
    const kind = await kindNow(project);
    if (kind.startsWith("OVER")) return { kills, uses, refusals };
    const isKilled = !through.has(kind);
    const isThrough = await stepped(project, bound(isKilled ? killed(moment, at) : {}));
    const goesOn = (await kindNow(project)) !== kind;
    if (isThrough || goesOn) {
      through.add(kind);
      at = 0;
    }
    if (isThrough) continue;
    kills[kind] = (kills[kind] ?? 0) + 1;
    if (await used(project)) {
      uses += 1;
      continue;
    }
    refusals += 1;
    // Only while it stands still may the project refuse.
    expect(kind).toMatch(/SWITCHING|UNDOING/);
  }
}

describe("a move that is killed", () => {
  it.each(["before", "after"] as const)(
    "%s each batch of each step in turn: nothing is lost or doubled",
    async (moment) => {
      const project = await shop();
      await begun(project);
      const { kills, uses } = await withKills(project, moment);
      expect(Object.keys(kills)).toEqual([
        "CLEARING IN_PROGRESS",
        "COPYING IN_PROGRESS",
        "COMPARING IN_PROGRESS",
        "CATCHING_UP IN_PROGRESS",
        "SWITCHING IN_PROGRESS",
        "OPENING DONE",
        "LEAVING DONE",
      ]);
      // It takes a move over, lets writes stand still, follows, counts and switches.
      expect(kills["SWITCHING IN_PROGRESS"]).toBeGreaterThan(10);
      expect(Math.min(...Object.values(kills))).toBeGreaterThan(3);
      expect(await readMove(project)).toMatchObject({ body: { status: "DONE", error: null } });
      await expectUsed(project, "DB_2", uses);
    },
  );

  it.each(["before", "after"] as const)(
    "%s each batch that takes a move back, while it stands still: the project is as it was",
    async (moment) => {
      const project = await shop();
      await begun(project);
      while ((await moveRow(project))?.phase !== "SWITCHING") await stepped(project);
      // It is killed as soon as the project stands still.
      for (let at = 1; (await stateIn("DB_1", project)) !== "FROZEN"; at++) {
        await stepped(project, bound(killed("after", at)));
      }
      expect(await used(project)).toBe(false);
      expect((await stopMove(project)).status).toBe(200);
      const { kills, uses, refusals } = await withKills(project, moment);
      // Writes go on before what was noted is deleted: behind the fifth batch of a worker.
      expect(refusals).toBeLessThanOrEqual(5);
      expect(Object.keys(kills)).toEqual(["UNDOING CANCELLED", "LEAVING CANCELLED"]);
      expect(Math.min(...Object.values(kills))).toBeGreaterThan(3);
      expect(await readMove(project)).toMatchObject({ body: { status: "CANCELLED" } });
      await expectUsed(project, "DB_1", uses);
    },
  );

  it("at any batch of its turns, the move goes on from wherever it was", async () => {
    const project = await shop();
    await begun(project);
    let [kills, uses] = [0, 0];
    for (let round = 0; (await moveRow(project))?.status === "IN_PROGRESS"; round++) {
      expect(round).toBeLessThan(300);
      const moment = round % 2 === 0 ? "before" : "after";
      await turn(project, bound(killed(moment, 4 + (round % 29)))).catch((error: unknown) => {
        expect(error).toBeInstanceOf(Crash);
        kills += 1;
      });
      await release(project);
      if (round % 3 === 0 && (await used(project))) uses += 1;
    }
    expect(kills).toBeGreaterThan(10);
    expect(uses).toBeGreaterThan(2);
    await arriveAndLeave(project);
    await expectUsed(project, "DB_2", uses);
  });
});

describe("a worker that was killed while the project stands still", () => {
  it("when it was about to let writes go on after a fault: the next one does", async () => {
    const project = await shop();
    await begun(project);
    while ((await moveRow(project))?.phase !== "SWITCHING") await stepped(project);
    // One batch fails, the next one notes that, and then nothing more comes.
    const faultAt = (at: number) =>
      bound({
        before: (batch) => {
          if (batch === at || batch > at + 1) throw new Crash("the worker ended");
        },
      });
    for (let at = 7; (await moveRow(project))?.phase === "SWITCHING"; at++) {
      await stepped(project, faultAt(at));
    }
    expect(await kindNow(project)).toBe("CATCHING_UP IN_PROGRESS");
    expect(await stateIn("DB_1", project)).toBe("FROZEN");
    await claimed(project);
    expect(await stateIn("DB_1", project)).toBe("WATCHED");
    expect(await used(project)).toBe(true);
    await release(project);
    await arriveAndLeave(project);
    await expectUsed(project, "DB_2", 1);
  });

  it.each([
    ["its switch", "before", "DB"],
    ["the answer that all is ready", "after", "DB_2"],
  ] as const)(
    "when %s was lost to a fault: writes go on, and the move does",
    async (_, moment, db) => {
      const project = await shop();
      await begun(project);
      let faults = 0;
      const faultOnce = async () => {
        if (faults > 0 || (await stateIn("DB_2", project)) !== "READY") return;
        faults += 1;
        throw new Crash("the database was reset");
      };
      const faulty = bound({ [moment]: faultOnce }, [db]);
      for (let steps = 0; faults === 0; steps++) {
        expect(steps).toBeLessThan(100);
        await stepped(project, faulty);
      }
      expect(await kindNow(project)).toBe("CATCHING_UP IN_PROGRESS");
      expect(await used(project)).toBe(true);
      for (let steps = 0; (await kindNow(project)) !== "OPENING DONE"; steps++) {
        expect(steps).toBeLessThan(20);
        await stepped(project);
      }
      expect(await arriveAndLeave(project)).toMatchObject({ status: "DONE", error: null });
      await expectUsed(project, "DB_2", 1);
    },
  );

  it("when it was about to take the move over: it comes to itself, and undoes no switch", async () => {
    const project = await shop();
    await begun(project);
    while ((await moveRow(project))?.phase !== "CATCHING_UP") await stepped(project);
    let isLate = false;
    const meanwhile = async () => {
      if (isLate) return;
      isLate = true;
      await release(project);
      while ((await kindNow(project)) !== "OPENING DONE") await stepped(project);
    };
    const late = claimed(project, bound({ before: meanwhile }, ["DB_2"]));
    await expect(late).rejects.toThrow("nobody else has the move");
    expect(await stateIn("DB_1", project)).toBe("FROZEN");
    expect(await stateIn("DB_2", project)).toBe("READY");
    await arriveAndLeave(project);
    expect(await used(project)).toBe(true);
    await expectUsed(project, "DB_2", 1);
  });

  it("is followed within seconds, by the message that it had", async () => {
    const project = await shop();
    await begun(project);
    while ((await moveRow(project))?.phase !== "SWITCHING") await stepped(project);
    // As an invocation that is cut off, it does not even give the move back.
    for (let at = 4; (await stateIn("DB_1", project)) !== "FROZEN"; at++) {
      await release(project);
      await turn(project, bound(killed("after", at))).catch((error: unknown) =>
        expect(error).toBeInstanceOf(Crash),
      );
    }
    const { leased_until } = (await moveRow(project)) ?? {};
    expect(Date.parse(String(leased_until)) - Date.now()).toBeLessThanOrEqual(5_000);
    expect(await used(project)).toBe(false);
    await env.LONG_JOBS.send({ job: "move", project_id: project.id });
    const status = async () => (await moveRow(project))?.status;
    await expect.poll(status).toBe("DONE");
    await arrive(project);
    expect(await used(project)).toBe(true);
    await arriveAndLeave(project);
    await expectUsed(project, "DB_2", 1);
  });
});
