import { describe, expect, it } from "vitest";
import * as z from "zod";
import { bodyOf, queryOf } from "../src/wire";

describe("what is sent in an address", () => {
  it("has brackets for what is nested, instants for dates, and nothing for what is not set", () => {
    const after = new Date("2026-03-01T10:00:00Z");
    const query = { created_at: { after, before: undefined }, ids: ["a", "b"], limit: 3 };
    expect(decodeURIComponent(queryOf(query))).toBe(
      "created_at[after]=2026-03-01T10:00:00.000Z&ids[0]=a&ids[1]=b&limit=3",
    );
  });

  it("has the empty list of a condition, without which a filter would let everything through", () => {
    const query = { filters: { code: { conditions: { $in: [] } } }, expand: [] };
    expect(decodeURIComponent(queryOf(query))).toBe("filters[code][conditions][$in]=");
  });
});

describe("a file that is sent", () => {
  const latin = new Blob([new Uint8Array([0x4d, 0xfc, 0x0a])]);

  it.each([
    ["by itself", latin],
    ["as a part", { file: latin }],
  ])("keeps its bytes, which nobody reads on the way: %s", async (_, body) => {
    const form = z.instanceof(FormData).parse(bodyOf(body));
    const sent = z.instanceof(File).parse(form.get("file"));
    expect([...new Uint8Array(await sent.arrayBuffer())]).toEqual([0x4d, 0xfc, 0x0a]);
    expect(sent.type).toBe("text/csv");
  });
});
