// `npm run bench`: what each operation takes. `-- --against <git ref>` measures another version in
// the same slices. `npm run benchmarks` writes what it measures into the documents.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeDocuments } from "./benchmarks-doc";
import { TARGET_REF } from "./operations";
import { measuresTable, ratiosTable } from "./report";
import { measureVersions } from "./slices";
import { startVersion, type Version } from "./versions";

const { values } = parseArgs({
  options: {
    against: { type: "string" },
    turns: { type: "string", default: "5" },
    write: { type: "boolean", default: false },
  },
});
const { write } = values;
const against = values.against ?? (write ? TARGET_REF : undefined);
const turns = Number(values.turns);
if (!(turns >= 1)) throw new Error("--turns is a number of slices, 1 or more");
if (write && process.platform !== "linux")
  throw new Error("only Linux tells CPU: --write needs it");

const started = performance.now();
const tell = (what: string): void => {
  const seconds = Math.round((performance.now() - started) / 1000);
  console.error(`${String(seconds).padStart(4)} s  ${what}`);
};

const folder = mkdtempSync(join(tmpdir(), "vouchsafe-bench-"));
const versions: Version[] = [];
try {
  tell("starting servers");
  for (const [at, ref] of [null, ...(against === undefined ? [] : [against])].entries()) {
    const own = join(folder, String(at));
    mkdirSync(own);
    versions.push(await startVersion(ref, own));
  }
  const [these, those] = await measureVersions(versions, { folder, turns, tell });
  if (these) console.log(`\n${measuresTable(these)}`);
  if (these && those && against !== undefined) {
    console.log(`\nIn ratio to ${against}:\n\n${ratiosTable(these, those)}`);
    if (write) writeDocuments({ these, against: { ref: against, those }, turns });
  }
  tell("done");
} finally {
  await Promise.all(versions.map((version) => version.stop()));
  rmSync(folder, { recursive: true, force: true });
}
