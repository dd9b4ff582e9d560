import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { noCost } from "../../src/db/client";
import { writeBatch } from "../../src/db/commit";
import { sql } from "../../src/db/sql";
import { forgetProject } from "../../src/scope/credentials";
import { newProject, type TestProject } from "../support/api";
import { failure } from "../support/failure";
import { expectSound } from "../support/invariants";
import {
  arrive,
  arriveAndLeave,
  begun,
  bound,
  endMoves,
  moveRow,
  onceStill,
  release,
  rowsIn,
  seePlaces,
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
  await project.post("/v1/vouchers", { code: "CARD", gift: { amount: 100_000 } });
  return project;
}

describe("a worker that comes too late", () => {
  it("writes nothing once another has taken the move over", async () => {
    const project = await shop();
    const made = (await project.post("/v1/categories", { name: "Before" })).body.id;
    await begun(project);
    let [goOn, isStalled] = [() => {}, false];
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const before = async () => {
      // What it is about to write are the categories, as they were.
      const cursor = JSON.parse(String((await moveRow(project))?.cursor ?? "{}"));
      if (isStalled || cursor.table !== "categories" || cursor.after !== null) return;
      isStalled = true;
      await gate;
    };
    const late = (async () => {
      for (let at = 0; at < 50 && !isStalled; at++) {
        await turn(project, bound({ before }, ["DB_2"]));
        await release(project);
      }
    })();
    await expect.poll(() => isStalled).toBe(true);
    await release(project);
    await arrive(project);
    homes.set(project.id, "DB_2");
    expect((await project.put(`/v1/categories/${made}`, { name: "After" })).status).toBe(200);
    goOn();
    await late;
    const names = (await project.get("/v1/categories")).body.data.map(
      ({ name }: { name: string }) => name,
    );
    expect(names).toEqual(["After"]);
    await arriveAndLeave(project);
  });
});

describe("while a project stands still", () => {
  it("503 for writes with a time to try again; reads go on, and nothing is written", async () => {
    const project = await shop();
    await begun(project);
    const { env: slowed, wasDone } = onceStill(project, ["DB_1", "DB_2"], async () => {
      forgetProject(project.id);
      for (const reply of [
        await project.post("/v1/categories", { name: "Refused" }),
        await redeem(project, "CODE"),
        await project.delete("/v1/vouchers/CODE"),
      ]) {
        failure(reply, 503, "project_moving");
        expect(reply.headers.get("retry-after")).toBe("1");
      }
      expect((await project.get("/v1/vouchers/CODE")).status).toBe(200);
    });
    for (let at = 0; at < 100 && !wasDone(); at++) {
      await turn(project, slowed);
      await release(project);
    }
    expect(await arrive(project)).toMatchObject({ status: "DONE" });
    homes.set(project.id, "DB_2");
    expect(await rowsIn("DB_2", project)).not.toHaveProperty("categories");
    expect((await project.get("/v1/vouchers/CODE")).body.redemption.redeemed_quantity).toBe(0);
    expect((await redeem(project, "CODE")).status).toBe(200);
    await arriveAndLeave(project);
  });

  it("fails where other rows have arrived than were sent: the project stays", async () => {
    const project = await shop();
    await begun(project);
    const { env: slowed, wasDone } = onceStill(project, ["DB_1", "DB_2"], async () => {
      await env.DB_2.prepare("DELETE FROM vouchers WHERE project_id = ?1 AND code_key = 'card'")
        .bind(project.id)
        .run();
    });
    for (let at = 0; at < 100 && !wasDone(); at++) {
      await turn(project, slowed);
      await release(project);
    }
    const move = await arriveAndLeave(project);
    expect(move).toMatchObject({
      status: "FAILED",
      error: "vouchers has 2 rows, and 1 arrived",
    });
    expect(
      (
        await redeem(project, "CARD", {
          gift: { credits: 1 },
          order: { amount: 1000 },
        })
      ).status,
    ).toBe(200);
    await expectSound(project.id);
    expect(await rowsIn("DB_2", project)).toEqual({});
  });
});

describe("after a project has switched", () => {
  it("nobody is served before those who remember are over, and they write nothing", async () => {
    const project = await shop();
    await begun(project);
    await arrive(project);
    homes.set(project.id, "DB_2");
    const row = await env.DB.prepare("SELECT opens_at FROM projects WHERE id = ?1")
      .bind(project.id)
      .first<{ opens_at: string }>();
    const switched = Date.parse(String((await moveRow(project))?.updated_at));
    // An isolate remembers a moving project for a second.
    expect(Date.parse(row?.opens_at ?? "") - switched).toBeGreaterThan(1_000);
    expect((await project.get("/v1/vouchers/CODE")).status).toBe(200);
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(row?.opens_at ?? ""));
    const late = writeBatch({ d1: env.DB_1, cost: noCost() }, [
      sql`DELETE FROM vouchers WHERE project_id = ${project.id} AND code_key = 'code'`,
    ]);
    await expect(late).rejects.toMatchObject({ key: "project_moving" });
    await arriveAndLeave(project);
  });
});
