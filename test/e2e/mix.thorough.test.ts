import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { runMix } from "../../bench/mix/mix";
import { present } from "../../src/lib/assert";
import { freePort } from "../support/free-port";

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-mix-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run mix` does the same with a million, in twenty projects. */
const OPERATIONS = 600;

it("every row is as it was answered, whatever was cut off", async () => {
  const ended = await runMix({
    port: await freePort(),
    state: join(folder, "state"),
    seed: 1,
    operations: OPERATIONS,
    projects: 3,
    chapters: 1,
    moves: 1,
    say: () => {},
  });
  const { counts, broken } = present(ended, "it went to its end");
  expect(broken).toEqual([]);
  expect(counts).toMatchObject({ operations: OPERATIONS, kills: 3, moves: 1, cut: 1 });
}, 300_000);
