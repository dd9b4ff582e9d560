import { describe, expect, it } from "vitest";
import { queryOf } from "../src/wire";

describe("what is sent in an address", () => {
  it("has brackets for what is nested, instants for dates, and nothing for what is not set", () => {
    const after = new Date("2026-03-01T10:00:00Z");
    const query = { created_at: { after, before: undefined }, ids: ["a", "b"], limit: 3 };
    expect(decodeURIComponent(queryOf(query))).toBe(
      "created_at[after]=2026-03-01T10:00:00.000Z&ids[0]=a&ids[1]=b&limit=3",
    );
  });
});
