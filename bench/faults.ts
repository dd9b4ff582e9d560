import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../test/support/free-port";
import { faultMatrix } from "./faults/matrix";

// Ten thousand effects among all faults: `npm run faults`, or with another number behind it.

const effects = Number(process.argv[2] ?? 10_000);
const folder = mkdtempSync(join(tmpdir(), "vouchsafe-faults-"));
const began = performance.now();
try {
  const { rows, counts, broken } = await faultMatrix({
    port: await freePort(),
    state: join(folder, "state"),
    effects,
    kills: { sending: 6, delivering: 3 },
    say: console.log,
  });
  console.table(rows);
  console.table([{ ...counts, seconds: Math.round((performance.now() - began) / 1000) }]);
  for (const each of broken) console.log(`BROKEN: ${each}`);
  if (broken.length > 0) process.exitCode = 1;
  else console.log("Every guarantee holds.");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
