import { describe, expect, it } from "vitest";
import {
  allPlaces,
  choosePlace,
  closedBy,
  type KnownPlace,
} from "../../src/resources/management/places/choose";

const NOW = Date.parse("2026-11-23T12:00:00.000Z");
const LATELY = "2026-11-23T11:59:00.000Z";

const place = (name: string, others: Partial<KnownPlace> = {}): KnownPlace => ({
  name,
  projects: 0,
  bytes: 0,
  milliseconds: 0,
  rows: 0,
  events: null,
  events_per_minute: 0,
  rush_project_id: null,
  rush_per_second: 0,
  rush_at: null,
  counted_at: null,
  seen_at: LATELY,
  is_bound: true,
  ...others,
});

/** Draws this number, as two bytes. */
const drawing = (number: number) => () => new Uint8Array([number >> 8, number & 255]);

describe("a place takes new projects", () => {
  it.each<[string, Partial<KnownPlace>, string | null]>([
    ["as it was seen lately", {}, null],
    ["seen ten minutes ago", { seen_at: "2026-11-23T11:50:00.000Z" }, null],
    ["not seen for longer", { seen_at: "2026-11-23T11:49:59.999Z" }, "unseen"],
    ["never seen", { seen_at: null }, "unseen"],
    ["just below 8 GB", { bytes: 7_999_999_999 }, null],
    ["at 8 GB", { bytes: 8_000_000_000 }, "full"],
    ["answering within half a second", { milliseconds: 499 }, null],
    ["answering in half a second", { milliseconds: 500 }, "busy"],
    ["no longer bound", { is_bound: false }, "unbound"],
  ])("%s", (_, others, closed) => {
    expect(closedBy(place("DB_1", others), NOW)).toBe(closed);
  });

  it("the first one need not have been seen, but has its size and its load", () => {
    expect(closedBy(place("DB", { seen_at: null }), NOW)).toBeNull();
    expect(closedBy(place("DB", { seen_at: null, bytes: 8_000_000_000 }), NOW)).toBe("full");
  });
});

describe("the place of a new project", () => {
  const chosen = (all: KnownPlace[], number: number) => choosePlace(all, NOW, drawing(number));

  it("is any of those that are alike, each as often", () => {
    const all = [place("DB"), place("DB_1"), place("DB_2")];
    expect([0, 19_999, 20_000, 39_999, 40_000, 59_999].map((at) => chosen(all, at))).toEqual([
      "DB",
      "DB",
      "DB_1",
      "DB_1",
      "DB_2",
      "DB_2",
    ]);
  });

  it.each<[string, Partial<KnownPlace>, number]>([
    ["half as often where half its room is left", { bytes: 4_000_000_000 }, 15_000],
    ["half as often where it has one more project than none", { projects: 1 }, 15_000],
    [
      "two thirds as often where it answers in a quarter of a second",
      { milliseconds: 250 },
      20_000,
    ],
  ])("%s", (_, others, weight) => {
    const all = [place("DB", others), place("DB_1")];
    expect([chosen(all, weight - 1), chosen(all, weight)]).toEqual(["DB", "DB_1"]);
  });

  it("is hardly moved by one project more where there are many", () => {
    const all = [place("DB", { projects: 1_000 }), place("DB_1", { projects: 999 })];
    // A thousandth less: 30,000 / 1.001.
    expect([chosen(all, 29_969), chosen(all, 29_970)]).toEqual(["DB", "DB_1"]);
  });

  it("is never one that is closed, and none where all are", () => {
    const full = { bytes: 8_000_000_000 };
    expect(chosen([place("DB", full), place("DB_1")], 0)).toBe("DB_1");
    expect(chosen([place("DB", full), place("DB_1", { seen_at: null })], 0)).toBeNull();
  });

  it("knows those that are bound and not yet seen, and those that are bound no more", () => {
    const { is_bound: _, ...row } = place("DB_7", { projects: 3 });
    expect(allPlaces([row], ["DB", "DB_1"])).toEqual([
      place("DB", { seen_at: null }),
      place("DB_1", { seen_at: null }),
      place("DB_7", { projects: 3, is_bound: false }),
    ]);
  });
});
