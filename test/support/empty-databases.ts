import { emptyDatabases } from "../../scripts/local-migrations";

/** Once for all servers of a run, before the first ones start beside each other. */
export default async function setup(): Promise<void> {
  await emptyDatabases();
}
