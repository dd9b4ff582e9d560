import { describe, expect, it } from "vitest";
import { MOST_FOUND, sought } from "../pages/console/parts/sought";

/** A list of the API whose things are called by their place in it, some beside it. */
function listOf(total: number, named: Record<number, string> = {}) {
  const asked: number[] = [];
  const load = async ({ page, limit }: { page: number; limit: number }) => {
    asked.push(page);
    const first = (page - 1) * limit;
    const options = Array.from({ length: Math.min(limit, total - first) }, (_, at) => {
      const label = named[first + at] ?? "other";
      return { id: `id_${first + at}`, label, value: null };
    });
    return { options, total };
  };
  return { asked, load };
}

describe("a picker over a list that the API does not filter", () => {
  it("finds what stands beyond the first hundred, and ends with the list", async () => {
    const { asked, load } = listOf(250, { 30: "Green Tea", 230: "Tea pot" });
    const found = await sought("tea", load);
    expect(found.map(({ label }) => label)).toEqual(["Tea pot", "Green Tea"]);
    expect(found.isCut).toBe(false);
    expect(asked).toEqual([1, 2, 3]);
  });

  it("goes no further than it has to", async () => {
    const { asked, load } = listOf(5_000);
    expect(await sought("", load)).toHaveLength(MOST_FOUND);
    expect(asked).toEqual([1]);
  });

  it("ends after a thousand, and says that there is more", async () => {
    const { asked, load } = listOf(1_001, { 999: "last tea", 1000: "too far tea" });
    const found = await sought("tea", load);
    expect(found.map(({ label }) => label)).toEqual(["last tea"]);
    expect(found.isCut).toBe(true);
    expect(asked).toHaveLength(10);
  });
});
