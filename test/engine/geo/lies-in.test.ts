import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceKm, liesIn } from "../../../src/engine/geo/lies-in";
import { type Point, pointOf } from "../../../src/engine/geo/point";
import { kilometresOf } from "../../../src/engine/geo/radius";
import { checkPolygons } from "../../../src/engine/geo/shape";
import type { LocationShape, Polygon, Position, Ring } from "../../../src/model/location";

const circle = (center: string, radius: string): LocationShape => ({
  type: "circle",
  format: "distance",
  distance: { center, radius },
});
const polygon = (...coordinates: Polygon): LocationShape => ({
  type: "polygon",
  format: "geojson",
  geojson: { type: "Polygon", coordinates },
});
const polygons = (...coordinates: Polygon[]): LocationShape => ({
  type: "polygon",
  format: "geojson",
  geojson: { type: "MultiPolygon", coordinates },
});
const at = (lat: number, lon: number): Point => ({ lat, lon });

/** A square from one corner to the other, against the clock. */
const square = (from: number, to: number): Ring => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
  [from, from],
];
/** An L: the corner to the north east is missing. */
const BENT: Ring = [
  [0, 0],
  [4, 0],
  [4, 2],
  [2, 2],
  [2, 4],
  [0, 4],
  [0, 0],
];

describe("a point", () => {
  it.each([
    ["52.23,21.01", { lat: 52.23, lon: 21.01 }],
    [" -33.9 , +151.2 ", { lat: -33.9, lon: 151.2 }],
    [
      { lat: 1, lng: 2 },
      { lat: 1, lon: 2 },
    ],
    [
      { lat: 1, lon: 2 },
      { lat: 1, lon: 2 },
    ],
    ["90,180", { lat: 90, lon: 180 }],
    ["91,0", null],
    ["0,181", null],
    ["0", null],
    ["1,2,3", null],
    ["", null],
    [{ lat: "1", lng: 2 }, null],
    [[1, 2], null],
    [12, null],
    [null, null],
  ])("%j is %j", (value, expected) => {
    expect(pointOf(value)).toEqual(expected);
  });
});

describe("a radius", () => {
  it.each([
    ["5 km", 5],
    ["5km", 5],
    ["3 mi", 4.828032],
    ["250 m", 0.25],
    ["0.5 km", 0.5],
    ["20038 km", 20038],
    ["20039 km", null],
    ["0 km", null],
    ["-1 km", null],
    ["5", null],
    ["5 ft", null],
    ["1e3 km", null],
    ["", null],
  ])("%j is %d km", (text, expected) => {
    const found = kilometresOf(text);
    expect(found === null ? null : Math.round(found * 1e9) / 1e9).toBe(expected);
  });
});

describe("a circle", () => {
  it.each<[string, Point, Point, number]>([
    ["Warsaw to Berlin", at(52.2297, 21.0122), at(52.52, 13.405), 517],
    ["a degree along the equator", at(0, 0), at(0, 1), 111],
    ["pole to pole", at(90, 0), at(-90, 0), 20015],
    ["over the 180th meridian", at(0, 179.5), at(0, -179.5), 111],
    ["nowhere", at(10, 10), at(10, 10), 0],
  ])("%s is as far as on the sphere", (_, from, to, expected) => {
    expect(Math.round(distanceKm(from, to))).toBe(expected);
    expect(Math.round(distanceKm(to, from))).toBe(expected);
  });

  it.each<[string, string, Point, boolean]>([
    ["518 km", "52.2297,21.0122", at(52.52, 13.405), true],
    ["516 km", "52.2297,21.0122", at(52.52, 13.405), false],
    ["322 mi", "52.2297,21.0122", at(52.52, 13.405), true],
    ["320 mi", "52.2297,21.0122", at(52.52, 13.405), false],
    ["120 km", "0,179.5", at(0, -179.5), true],
    ["1 m", "10,10", at(10, 10), true],
  ])("of %s around %s", (radius, center, point, expected) => {
    expect(liesIn(circle(center, radius), point)).toBe(expected);
  });
});

describe("a polygon", () => {
  const holed = polygon(square(0, 10), square(4, 6));
  it.each<[string, LocationShape, Point, boolean]>([
    ["inside", polygon(square(0, 10)), at(3, 7), true],
    ["to the east", polygon(square(0, 10)), at(3, 11), false],
    ["to the west, where the ray crosses twice", polygon(square(0, 10)), at(3, -1), false],
    ["to the north", polygon(square(0, 10)), at(11, 3), false],
    ["on a side", polygon(square(0, 10)), at(0, 5), true],
    ["on a corner", polygon(square(0, 10)), at(10, 10), true],
    ["in the line of a side, outside", polygon(square(0, 10)), at(0, 12), false],
    ["level with a corner, outside", polygon(square(0, 10)), at(10, -3), false],
    [
      "latitude is the second number",
      polygon([
        [0, 0],
        [20, 0],
        [20, 5],
        [0, 5],
        [0, 0],
      ]),
      at(4, 18),
      true,
    ],
    ["in the missing corner", polygon(BENT), at(3, 3), false],
    ["in the upper arm", polygon(BENT), at(3, 1), true],
    ["in the right arm", polygon(BENT), at(1, 3), true],
    ["on the inner corner", polygon(BENT), at(2, 2), true],
    ["beside the hole", holed, at(2, 2), true],
    ["in the hole", holed, at(5, 5), false],
    ["on the hole's edge", holed, at(4, 5), true],
    ["in the first of two", polygons([square(0, 2)], [square(5, 7)]), at(1, 1), true],
    ["in the second of two", polygons([square(0, 2)], [square(5, 7)]), at(6, 6), true],
    ["between two", polygons([square(0, 2)], [square(5, 7)]), at(3, 3), false],
    [
      "in the hole of one, within another",
      polygons([square(0, 10), square(4, 6)], [square(4, 6)]),
      at(5, 5),
      true,
    ],
  ])("%s", (_, shape, point, expected) => {
    expect(liesIn(shape, point)).toBe(expected);
  });
});

describe("what is kept of polygons", () => {
  const path = (): string[] => ["coordinates"];
  const open = square(0, 10).slice(0, -1);
  const many: Ring = [
    ...Array.from({ length: 500 }, (_, at): Position => [at / 10, at % 2]),
    [0, 0],
  ];
  it.each<[string, Polygon[], string]>([
    ["an open ring", [[open]], "must be closed"],
    [
      "three positions",
      [
        [
          [
            [0, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      ],
      "at least 4 positions",
    ],
    [
      "one point four times",
      [
        [
          [
            [1, 1],
            [1, 1],
            [1, 1],
            [1, 1],
          ],
        ],
      ],
      "must have an area",
    ],
    [
      "a line",
      [
        [
          [
            [0, 0],
            [1, 1],
            [2, 2],
            [0, 0],
          ],
        ],
      ],
      "must have an area",
    ],
    ["no ring", [[]], "must have a ring"],
    ["no polygon", [], "must have a polygon"],
    ["501 positions", [[many]], "must NOT have more than 500 positions"],
  ])("%s is refused", (_, sent, reason) => {
    const checked = checkPolygons(sent, path);
    expect(checked.ok ? "" : checked.error.reason).toContain(reason);
  });

  it("a square with a hole is taken", () => {
    expect(checkPolygons([[square(0, 10), square(4, 6)]], path).ok).toBe(true);
  });
});

describe("laws", () => {
  const degrees = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
  const point = fc.record({ lat: degrees(89), lon: degrees(179) });
  const small = fc.integer({ min: -20, max: 20 });
  /** Whole degrees, so that nothing is lost where they are moved. */
  const ring = fc
    .array(fc.tuple(small, small), { minLength: 3, maxLength: 8 })
    .map((list): Ring => [...list, list[0] ?? [0, 0]]);
  const grid = fc.record({ lat: small, lon: small });
  const moved = (list: Ring, x: number, y: number): Ring =>
    list.map(([lon, lat]): Position => [lon + x, lat + y]);

  it("a point lies in each circle around it, and in none that is too small for its distance", () => {
    fc.assert(
      fc.property(point, point, (center, other) => {
        const text = `${center.lat.toFixed(6)},${center.lon.toFixed(6)}`;
        const middle = pointOf(text);
        if (middle === null) throw new Error(text);
        expect(liesIn(circle(text, "1 m"), middle)).toBe(true);
        const far = distanceKm(middle, other);
        expect(liesIn(circle(text, `${(far + 0.01).toFixed(6)} km`), other)).toBe(far < 20_037);
        if (far > 1) {
          expect(liesIn(circle(text, `${(far - 0.01).toFixed(6)} km`), other)).toBe(false);
        }
      }),
    );
  });

  it("the order of a ring makes no difference, nor where it begins", () => {
    fc.assert(
      fc.property(ring, grid, fc.nat(7), (sent, where, shift) => {
        const expected = liesIn(polygon(sent), where);
        expect(liesIn(polygon(sent.toReversed()), where)).toBe(expected);
        const bare = sent.slice(0, -1);
        const by = shift % bare.length;
        const turned = [...bare.slice(by), ...bare.slice(0, by)];
        expect(liesIn(polygon([...turned, turned[0] ?? [0, 0]]), where)).toBe(expected);
      }),
    );
  });

  it("a polygon moved with its point says the same", () => {
    fc.assert(
      fc.property(ring, grid, small, small, (sent, { lat, lon }, x, y) => {
        expect(liesIn(polygon(moved(sent, x, y)), at(lat + y, lon + x))).toBe(
          liesIn(polygon(sent), at(lat, lon)),
        );
      }),
    );
  });

  it("mirrored at the equator or at the meridian it says the same", () => {
    fc.assert(
      fc.property(ring, grid, (sent, { lat, lon }) => {
        const expected = liesIn(polygon(sent), at(lat, lon));
        const down = sent.map(([x, y]): Position => [x, -y]);
        const across = sent.map(([x, y]): Position => [-x, y]);
        expect(liesIn(polygon(down), at(-lat, lon))).toBe(expected);
        expect(liesIn(polygon(across), at(lat, -lon))).toBe(expected);
      }),
    );
  });

  it("a hole and what fills it are the whole", () => {
    fc.assert(
      fc.property(grid, (where) => {
        const whole = liesIn(polygon(square(-10, 10)), where);
        const parts = polygons([square(-10, 10), square(-3, 3)], [square(-3, 3)]);
        expect(liesIn(parts, where)).toBe(whole);
      }),
    );
  });
});
