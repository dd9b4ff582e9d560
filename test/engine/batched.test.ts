import { describe, expect, it } from "vitest";
import { batched } from "../../src/scope/send";

const job = (id: number, padding = 0) => ({
  job: "action" as const,
  project_id: "proj_1",
  action_id: String(id),
  padding: "é".repeat(padding),
});

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).byteLength;

describe("messages in batches", () => {
  it.each([
    [0, []],
    [1, [1]],
    [100, [100]],
    [101, [100, 1]],
    [250, [100, 100, 50]],
  ])("%i small ones", (count, expected) => {
    const jobs = Array.from({ length: count }, (_, at) => job(at));
    const batches = batched(jobs);
    expect(batches.map(({ length }) => length)).toEqual(expected);
    expect(batches.flat().map(({ body }) => body)).toEqual(jobs);
  });

  it("large ones by their bytes: 60 kB each are four to a batch of 250 kB", () => {
    const jobs = Array.from({ length: 10 }, (_, at) => job(at, 30_000));
    const batches = batched(jobs);
    expect(batches.map(({ length }) => length)).toEqual([4, 4, 2]);
    for (const batch of batches) {
      expect(batch.reduce((sum, { body }) => sum + bytesOf(body), 0)).toBeLessThan(256_000);
    }
  });
});
