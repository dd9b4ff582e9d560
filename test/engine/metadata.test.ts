import { describe, expect, it } from "vitest";
import { type MetadataRules, metadataDefect } from "../../src/engine/metadata";
import type { MetadataProperty } from "../../src/model/metadata-schema";

const of = (property: Partial<MetadataProperty>): MetadataRules => ({
  allow_defined_only: false,
  properties: { p: { type: "string", array: false, optional: false, ...property } },
});

const fault = (rules: MetadataRules, metadata: Record<string, unknown>, more = {}) => {
  const found = metadataDefect(rules, metadata, new Map(Object.entries(more)));
  return found && `${found.field}: ${found.requirement}`;
};

const FITS: [Partial<MetadataProperty>, unknown][] = [
  [{ type: "string" }, ""],
  [{ type: "number" }, -1.5],
  [{ type: "boolean" }, false],
  [{ type: "date" }, "2024-02-29"],
  [{ type: "datetime" }, "2024-02-29T10:00:00Z"],
  [{ type: "datetime" }, "2024-02-29T10:00"],
  [{ type: "geopoint" }, "52.2,-21"],
  [{ type: "geopoint" }, { lat: 52.2, lng: 21 }],
  [{ type: "image_url" }, "https://shop.example/a.png"],
  [{ type: "object" }, {}],
  [{ type: "object", object_type: "nowhere" }, { any: 1 }],
  [{ type: "string", array: true }, []],
  [{ type: "number", array: true }, [1, 2]],
  [{ eq: ["a", "b"] }, "b"],
  [{ ne: ["a"] }, "b"],
  [{ type: "number", eq: [1] }, 1],
  [{ type: "number", lt: 2, gt: 0 }, 1],
  [{ type: "number", lte: 2, gte: 2 }, 2],
  [{ minLength: 2, maxLength: 2 }, "ab"],
  [{ exactLength: 1 }, "😀"],
  [{ optional: true }, undefined],
  [{ optional: true }, null],
  [{ type: "number", deleted: true }, "abc"],
];

const FAILS: [Partial<MetadataProperty>, unknown, string][] = [
  [{ type: "string" }, 1, "p: a string"],
  [{ type: "string" }, undefined, "p: a string"],
  [{ type: "string" }, null, "p: a string"],
  [{ type: "number" }, "1", "p: a number"],
  [{ type: "boolean" }, "true", "p: a boolean"],
  [{ type: "date" }, "2023-02-29", "p: a date (YYYY-MM-DD)"],
  [{ type: "date" }, "2024-01-01T00:00:00Z", "p: a date (YYYY-MM-DD)"],
  [{ type: "datetime" }, "2024-01-01", "p: a date and time (ISO 8601)"],
  [{ type: "geopoint" }, "91,0", "p: a geopoint (latitude,longitude)"],
  [{ type: "geopoint" }, { lat: 1 }, "p: a geopoint (latitude,longitude)"],
  [{ type: "image_url" }, "javascript:alert(1)", "p: an image URL"],
  [{ type: "object" }, [], "p: an object"],
  [{ type: "number", array: true }, 1, "p: an array, each a number"],
  [{ type: "number", array: true }, [1, "2"], "p[1]: a number"],
  [{ type: "number", array: true }, undefined, "p: an array, each a number"],
  [{ eq: ["a", "b"] }, "c", "p: equal to one of [ a, b ]"],
  [{ ne: ["a"] }, "a", "p: none of [ a ]"],
  [{ type: "number", lt: 2 }, 2, "p: less than 2"],
  [{ type: "number", lte: 2 }, 2.1, "p: at most 2"],
  [{ type: "number", gt: 2 }, 2, "p: greater than 2"],
  [{ type: "number", gte: 2 }, 1, "p: at least 2"],
  [{ minLength: 2 }, "a", "p: 2 characters or more"],
  [{ maxLength: 1 }, "ab", "p: 1 characters or fewer"],
  [{ exactLength: 2 }, "a", "p: 2 characters long"],
  [{ type: "number", array: true, lt: 2 }, [1, 2], "p[1]: less than 2"],
];

describe("metadata against its schema", () => {
  it.each(FITS)("%j takes %j", (property, value) => {
    expect(fault(of(property), { p: value })).toBeNull();
  });

  it.each(FAILS)("%j refuses %j", (property, value, expected) => {
    expect(fault(of(property), value === undefined ? {} : { p: value })).toBe(expected);
  });

  it("lets other properties through, unless only defined ones are allowed", () => {
    const rules = of({ optional: true });
    expect(fault(rules, { q: 1 })).toBeNull();
    expect(fault({ ...rules, allow_defined_only: true }, { q: 1 })).toBe(
      "q: defined in the schema",
    );
    expect(fault({ ...rules, allow_defined_only: true }, { p: "a" })).toBeNull();
  });

  it("does not mistake a property of every object for one that is sent or defined", () => {
    const rules: MetadataRules = {
      allow_defined_only: false,
      properties: Object.fromEntries(
        Object.entries(of({ optional: true }).properties).map(([, each]) => ["toString", each]),
      ),
    };
    expect(fault(rules, {})).toBeNull();
    expect(fault({ properties: {}, allow_defined_only: true }, { toString: 1 })).toBe(
      "toString: defined in the schema",
    );
  });

  it("follows an object into the schema that it names", () => {
    const address = of({ type: "string" });
    const rules = of({ type: "object", object_type: "address" });
    expect(fault(rules, { p: { p: "Berlin" } }, { address })).toBeNull();
    expect(fault(rules, { p: { p: 1 } }, { address })).toBe("p.p: a string");
    const many = of({ type: "object", object_type: "address", array: true });
    expect(fault(many, { p: [{ p: "a" }, {}] }, { address })).toBe("p[1].p: a string");
  });

  it("stops in objects that stand in each other without end", () => {
    const tree = of({ type: "object", object_type: "tree", optional: true });
    let value: Record<string, unknown> = {};
    for (let depth = 0; depth < 10_000; depth++) value = { p: value };
    expect(fault(tree, value, { tree })).toBe(
      `${Array(9).fill("p").join(".")}: nested less deeply`,
    );
  });
});
