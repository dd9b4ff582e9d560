import { join } from "node:path";
import { bundleWorker } from "../../scripts/bundle";
import { emptyDatabases } from "../../scripts/local-migrations";
import { root } from "../../scripts/wrangler";
import { once } from "./once";

/**
 * A machine that is busy with the checks beside may cut the simulator off: what it left is nobody's,
 * and made anew.
 */
async function make(): Promise<void> {
  const folder = join(root, "node_modules/.cache/vouchsafe/worker");
  process.env.WORKER_BUNDLE = (await bundleWorker(folder)).main;
  await emptyDatabases().catch(() => emptyDatabases());
}

/** What all servers of a run begin with, once for all projects, before the first ones start. */
export default (): Promise<void> => once("server parts", make);
