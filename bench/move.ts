import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { moveBench, moveReport } from "./moving";

// Moves a project with many codes to another place, with shoppers who look codes up and use them
// beside it: `npm run bench:move`, or with other numbers of codes behind it.

const COUNTS = [1_000_000];

const asked = process.argv.slice(2).map(Number).filter(Boolean);
for (const count of asked.length > 0 ? asked : COUNTS) {
  const state = mkdtempSync(join(tmpdir(), "vouchsafe-move-"));
  try {
    console.log(moveReport(await moveBench(state, count)));
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}
