import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { judge } from "../../bench/mix/judge";
import { runMix } from "../../bench/mix/mix";
import { openPlaces } from "../../bench/mix/places";
import { present } from "../../src/lib/assert";
import { freePort } from "../support/free-port";

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-mix-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run mix` does the same with a million, in twenty projects. */
const OPERATIONS = 600;
const PROJECTS = 3;
const state = join(folder, "state");

function inAllPlaces(change: string): void {
  for (const place of openPlaces(state).values()) {
    place.exec(change);
    place.close();
  }
}

describe("a mix of all kinds of requests, among kills, moves and archives", () => {
  let ended: Awaited<ReturnType<typeof runMix>> = null;
  beforeAll(async () => {
    ended = await runMix({
      port: await freePort(),
      state,
      seed: 1,
      operations: OPERATIONS,
      projects: PROJECTS,
      chapters: 2,
      moves: 1,
      say: () => {},
    });
  });

  it("leaves every row as it was answered, whatever was cut off", () => {
    const { counts, broken } = present(ended, "it went to its end");
    expect(broken).toEqual([]);
    expect(counts).toMatchObject({ operations: OPERATIONS, kills: 5, moves: 2, cut: 2 });
    expect(counts.archives).toBeGreaterThan(0);
  });

  it.each([
    {
      name: "a use that no entry tells of",
      change: "UPDATE vouchers SET redeemed_quantity = redeemed_quantity + 1 WHERE code = 'U'",
      undo: "UPDATE vouchers SET redeemed_quantity = redeemed_quantity - 1 WHERE code = 'U'",
      sentence: "a voucher's redeemed quantity is its successful redemptions",
    },
    {
      name: "a cent that no card holds",
      change: "UPDATE customers SET gift_balance = gift_balance + 1",
      undo: "UPDATE customers SET gift_balance = gift_balance - 1",
      sentence: "what a customer has on cards is what the cards say",
    },
    {
      name: "redemptions that were answered and are of no order",
      change: "UPDATE redemptions SET order_id = '-' || order_id",
      undo: "UPDATE redemptions SET order_id = substr(order_id, 2)",
      sentence: "each redemption is there as often as it was answered",
    },
    {
      name: "rows in a place where their project does not live",
      change: "UPDATE projects SET place = '-' || place",
      undo: "UPDATE projects SET place = substr(place, 2)",
      sentence: "has vouchers of",
    },
  ])("is told from one with $name", ({ change, undo, sentence }) => {
    inAllPlaces(change);
    const { broken } = judge(state, PROJECTS);
    inAllPlaces(undo);
    expect(broken).toContainEqual(expect.stringContaining(sentence));
    expect(judge(state, PROJECTS).broken).toEqual([]);
  });

  it("is told from one whose feed leaves out an event, and from one that was not looked at", () => {
    const evidence = new DatabaseSync(join(state, "evidence.sqlite"));
    evidence.exec("DELETE FROM outbox WHERE sequence = 20");
    const { broken } = judge(state, PROJECTS);
    expect(broken).toContainEqual(expect.stringContaining("numbered"));
    evidence.exec("DELETE FROM operations");
    evidence.close();
    expect(judge(state, PROJECTS).broken).toContain(`0 of ${PROJECTS} projects were judged`);
  });
});
