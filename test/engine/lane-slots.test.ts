import { describe, expect, it } from "vitest";
import { type Claim, laneSlots } from "../../src/async/lane-slots";

const of = (project_id: string, is_slow = false): Claim => ({ project_id, is_slow });

function slotsAt() {
  const clock = { now: 0 };
  const slots = laneSlots(() => clock.now);
  const got = (count: number, claim: Claim) =>
    Array.from({ length: count }, () => slots.take(claim)).filter((slot) => slot !== null);
  return { clock, slots, got };
}

describe("slots for lanes", () => {
  it("are eight for one project, and free again when they are given back", () => {
    const { got } = slotsAt();
    const [first] = got(20, of("a"));
    expect(got(1, of("a"))).toEqual([]);
    first?.free();
    first?.free();
    expect(got(20, of("a"))).toHaveLength(1);
    expect(got(20, of("b"))).toHaveLength(8);
  });

  it("are four for lanes of one project that are slow: four are left for its others", () => {
    const { got } = slotsAt();
    expect(got(20, of("a", true))).toHaveLength(4);
    expect(got(20, of("a"))).toHaveLength(4);
  });

  it("are sixteen for lanes that are slow", () => {
    const { got } = slotsAt();
    const slow = ["a", "b", "c", "d", "e", "f"].map((project) => got(20, of(project, true)));
    expect(slow.map(({ length }) => length)).toEqual([4, 4, 4, 4, 0, 0]);
  });

  it("count as slow what goes on for more than a second", () => {
    const { got, clock } = slotsAt();
    for (const project of ["a", "b"]) expect(got(20, of(project))).toHaveLength(8);
    clock.now = 1_000;
    expect(got(1, of("c", true))).toHaveLength(1);
    clock.now = 1_001;
    expect(got(20, of("c", true))).toEqual([]);
    expect(got(20, of("c"))).toHaveLength(7);
  });

  it("are forty, of which the last eight are for projects that have none", () => {
    const { got } = slotsAt();
    for (const project of ["a", "b", "c", "d"]) expect(got(8, of(project))).toHaveLength(8);
    for (const at of Array(8).keys()) expect(got(8, of(`new-${at}`))).toHaveLength(1);
    expect(got(1, of("last"))).toEqual([]);
  });
});
