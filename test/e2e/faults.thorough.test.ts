import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { faultMatrix } from "../../bench/faults/matrix";
import { freePort } from "../support/free-port";

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-faults-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** `npm run faults` does the same with ten thousand effects. */
const EFFECTS = 300;

it("no effect is done twice and every event comes, whatever fails", async () => {
  const { rows, counts, broken } = await faultMatrix({
    port: await freePort(),
    state: join(folder, "state"),
    effects: EFFECTS,
    kills: { sending: 1, delivering: 1 },
    say: () => {},
  });
  expect(broken).toEqual([]);
  expect(counts).toMatchObject({ effects: EFFECTS, kills: 2 });
  const attempts = new Map(rows.map((row) => [row.receiver, row.attempts]));
  expect([...attempts.keys()]).toEqual([
    ...["steady", "nine500s", "timeout", "redirect", "large", "closes", "local"],
  ]);
  // Of four events, one comes ten times; of four hundred, one is not answered.
  expect(attempts.get("nine500s")).toBeGreaterThanOrEqual(225 + 75 * 10);
  expect(attempts.get("timeout")).toBeGreaterThanOrEqual(EFFECTS + 1);
  expect(attempts.get("redirect")).toBeGreaterThanOrEqual(2 * EFFECTS);
}, 600_000);
