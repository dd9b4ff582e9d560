import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as real from "zod";
import * as lazy from "../src/lib/lazy-zod";

describe("schemas that are made later", () => {
  it("are all that sources ask of zod", () => {
    const used = globSync("src/**/*.ts")
      .map((path) => readFileSync(path, "utf8"))
      .filter((text) => text.includes('import * as z from "zod"'))
      .flatMap((text) => [...text.matchAll(/\bz\.([a-z]\w+)/g)].map(([, name]) => name ?? ""));
    const types = ["infer", "output", "core"];
    const missing = new Set(used.filter((name) => !types.includes(name)));
    expect(missing.size).toBeGreaterThan(20);
    for (const name of Object.keys(lazy)) missing.delete(name);
    expect([...missing]).toEqual([]);
  });

  it("have all methods that zod's own have", () => {
    const own = lazy.object({ name: lazy.string() });
    const names = Object.getOwnPropertyNames(Object.getPrototypeOf(real.object({})));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => Reflect.get(own, name) === undefined)).toEqual(["description"]);
  });

  it("say the same of a body, and of themselves, as zod's own", () => {
    const shapeOf = (z: typeof real) => {
      const Name = z
        .string()
        .min(1)
        .max(5)
        .meta({ id: `Name${z === real}` });
      const Base = z.object({ name: Name, tags: z.array(z.enum(["a", "b"])).optional() });
      const Node = z.object({
        id: z.int().nullish(),
        get children() {
          return z.array(Node).default([]);
        },
      });
      return Base.extend({ kind: z.literal("x") })
        .extend(z.object({ node: Node }).shape)
        .extend({ label: Base.shape.name.nullable(), at: z.iso.date().catch("2026-01-01") })
        .refine(({ name }) => name !== "no", "must be another");
    };
    // The cast holds for all that is used here, as the first test has it of the sources.
    const [own, later] = [shapeOf(real), shapeOf(lazy as unknown as typeof real)];
    const good = { name: "ab", kind: "x", label: null, node: { id: 1, children: [{ id: null }] } };
    const said = (schema: typeof own, body: unknown) =>
      JSON.stringify(schema.safeParse(body, { reportInput: true }));
    expect(JSON.parse(said(later, good))).toMatchObject({ success: true, data: { name: "ab" } });
    for (const body of [good, {}, null, { ...good, name: "no" }, { ...good, tags: ["c"] }]) {
      expect(said(later, body)).toBe(said(own, body));
    }
    const told = (schema: unknown, z: { toJSONSchema: (schema: never, how: object) => unknown }) =>
      JSON.stringify(z.toJSONSchema(schema as never, { io: "input" }));
    expect(told(later, lazy)).toBe(told(own, real).replaceAll("Nametrue", "Namefalse"));
  });
});
