import { describe, expect, it } from "vitest";
import { type Claim, laneSlots } from "../../src/async/lane-slots";

let lanes = 0;

/** A lane of its own. */
const of = (project_id: string, is_slow = false): Claim => {
  lanes += 1;
  return { project_id, webhook_id: `wh_${lanes}`, lane: 0, is_slow };
};

function slotsAt() {
  const clock = { now: 0 };
  const slots = laneSlots(() => clock.now);
  const got = (count: number, project_id: string, is_slow = false) =>
    Array.from({ length: count }, () => slots.take(of(project_id, is_slow))).filter(
      (slot) => slot !== null,
    );
  return { clock, slots, got };
}

describe("slots for lanes", () => {
  it("are eight for one project, and free again when they are given back", () => {
    const { got, clock } = slotsAt();
    const [first] = got(20, "a");
    expect(got(1, "a")).toEqual([]);
    clock.now += 10_000;
    first?.free();
    first?.free();
    expect(got(20, "a")).toHaveLength(1);
    expect(got(20, "b")).toHaveLength(8);
  });

  it("are free again when what had them was cut off", () => {
    const { got, clock } = slotsAt();
    const [first] = got(8, "a");
    clock.now += 45_000;
    expect(got(20, "a")).toHaveLength(8);
    first?.free();
    expect(got(1, "a")).toEqual([]);
  });

  it("are called for where what had them was cut off", () => {
    const { got, slots, clock } = slotsAt();
    got(8, "a");
    clock.now += 44_999;
    expect(slots.take(of("a"))).toBeNull();
    expect(slots.next()).toBeNull();
    clock.now += 1;
    expect(slots.next()).not.toBeNull();
  });

  it("are four for lanes of one project that are slow: four are left for its others", () => {
    const { got } = slotsAt();
    expect(got(20, "a", true)).toHaveLength(4);
    expect(got(20, "a")).toHaveLength(4);
  });

  it("are sixteen for lanes that are slow", () => {
    const { got } = slotsAt();
    const slow = ["a", "b", "c", "d", "e", "f"].map((project) => got(20, project, true));
    expect(slow.map(({ length }) => length)).toEqual([4, 4, 4, 4, 0, 0]);
  });

  it("count as slow what goes on for more than a second", () => {
    const { got, clock } = slotsAt();
    for (const project of ["a", "b"]) expect(got(20, project)).toHaveLength(8);
    clock.now = 1_000;
    expect(got(1, "c", true)).toHaveLength(1);
    clock.now = 1_001;
    expect(got(20, "c", true)).toEqual([]);
    expect(got(20, "c")).toHaveLength(7);
  });

  it("are forty, of which the last eight are for projects that have none", () => {
    const { got } = slotsAt();
    for (const project of ["a", "b", "c", "d"]) expect(got(8, project)).toHaveLength(8);
    for (const at of Array(8).keys()) expect(got(8, `new-${at}`)).toHaveLength(1);
    expect(got(1, "last")).toEqual([]);
  });

  it("are one for a project where others have thirty-two with it", () => {
    const { got } = slotsAt();
    expect(got(7, "a")).toHaveLength(7);
    for (const project of ["b", "c", "d"]) expect(got(8, project)).toHaveLength(8);
    expect(got(20, "e")).toHaveLength(1);
  });

  it("go to who has waited longest: one that was served stands behind", () => {
    const { slots } = slotsAt();
    const busy = Array.from({ length: 8 }, () => of("a"));
    const [first, second] = busy.map((claim) => slots.take(claim));
    const [one, two] = [of("a"), of("a", true)];
    expect([slots.take(one), slots.take(two)]).toEqual([null, null]);
    expect(slots.next()).toBeNull();
    first?.free();
    expect(slots.next()).toEqual(one);
    expect(slots.next()).toBeNull();
    expect(slots.take(busy[0] ?? one)).toBeNull();
    expect(slots.take(two)).toBeNull();
    expect(slots.take(one)).not.toBeNull();
    second?.free();
    expect(slots.next()).toEqual(two);
    expect(slots.take(two)).not.toBeNull();
    expect(slots.take(busy[1] ?? one)).toBeNull();
  });

  it("wait two seconds for who was called, and ten for who has asked", () => {
    const { slots, got, clock } = slotsAt();
    const [first] = got(8, "a");
    expect(slots.take(of("a"))).toBeNull();
    first?.free();
    expect(slots.next()).not.toBeNull();
    clock.now = 1_999;
    expect(got(1, "a")).toEqual([]);
    expect(slots.next()).toBeNull();
    clock.now = 2_000;
    expect(slots.next()).not.toBeNull();
    clock.now = 3_999;
    expect(got(1, "a")).toEqual([]);
    clock.now = 13_998;
    expect(slots.next()).not.toBeNull();
    clock.now = 15_998;
    expect(got(1, "a")).toHaveLength(1);
  });

  it("are no one's who waits for what is taken: others go first", () => {
    const { got } = slotsAt();
    expect(got(6, "a", true)).toHaveLength(4);
    expect(got(20, "b")).toHaveLength(8);
    expect(got(20, "a")).toHaveLength(4);
  });
});
