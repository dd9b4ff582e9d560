import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../test/support/free-port";
import { runMix } from "./mix/mix";

// A million operations of all kinds in twenty projects on three places, among kills, and then every
// invariant: `npm run mix`, or with another number behind it; MIX_SEED says which operations.

const operations = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.env.MIX_SEED ?? Date.now() % 1_000_000);
const folder = mkdtempSync(join(tmpdir(), "vouchsafe-mix-"));
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
console.log(`MIX_SEED=${seed}`);
try {
  const { counts, broken } = await runMix({
    port: await freePort(),
    state: join(folder, "state"),
    seed,
    operations,
    projects: 20,
    chapters: Math.max(10, Math.round(operations / 3_000)),
    moves: 2,
    say: (line) => console.log(`${seconds()} s: ${line}`),
  });
  console.table([{ ...counts, seconds: seconds() }]);
  for (const each of broken) console.log(`BROKEN: ${each}`);
  if (broken.length > 0) process.exitCode = 1;
  else console.log("Every invariant holds.");
} finally {
  if (!process.env.MIX_KEEP) rmSync(folder, { recursive: true, force: true });
}
