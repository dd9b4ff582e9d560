import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../test/support/free-port";
import { runMix } from "./mix/mix";
import { readProgress } from "./mix/progress";

// A million operations of all kinds in twenty projects on three places, among kills, and then every
// invariant: `npm run mix`, or with another number behind it; MIX_SEED says which operations.
// MIX_SECONDS ends it with the chapter that is under way by then, and MIX_STATE, the folder that it
// names, goes on with it.

const folder = process.env.MIX_STATE ?? mkdtempSync(join(tmpdir(), "vouchsafe-mix-"));
const state = join(folder, "state");
const known = readProgress(state);
const operations = known?.operations ?? Number(process.argv[2] ?? 1_000_000);
const seed = known?.seed ?? Number(process.env.MIX_SEED ?? Date.now() % 1_000_000);
const longest = Number(process.env.MIX_SECONDS ?? Number.POSITIVE_INFINITY);
const began = performance.now();
const seconds = () => Math.round((performance.now() - began) / 1000);
console.log(`MIX_SEED=${seed} MIX_STATE=${folder}`);
const ended = await runMix({
  port: await freePort(),
  state,
  seed,
  operations,
  projects: 20,
  chapters: Math.min(25, Math.max(10, Math.round(operations / 3_000))),
  moves: 2,
  say: (line) => console.log(`${seconds()} s: ${line}`),
  isOver: () => seconds() > longest,
});
if (ended) {
  const { counts, broken } = ended;
  console.table([{ ...counts, seconds: seconds() }]);
  for (const each of broken) console.log(`BROKEN: ${each}`);
  if (broken.length === 0) console.log("Every invariant holds.");
  else process.exitCode = 1;
  if (broken.length === 0 && !process.env.MIX_STATE) rmSync(folder, { recursive: true });
}
