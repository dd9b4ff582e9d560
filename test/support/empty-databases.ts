import { emptyDatabases } from "../../scripts/local-migrations";

/**
 * Once for all servers of a run, before the first ones start beside each other. A machine that is
 * busy with the checks beside may cut the simulator off: what it left is nobody's, and made anew.
 */
export default async function setup(): Promise<void> {
  await emptyDatabases().catch(() => emptyDatabases());
}
