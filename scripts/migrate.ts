import { failedPlaces } from "./each-place.ts";
import { runWrangler } from "./wrangler.ts";

// Brings all places to the schema of now. One whose migrations fail keeps the deployment from its
// new version.
const failed = await failedPlaces(({ database_name }) =>
  runWrangler(["d1", "migrations", "apply", database_name, "--remote"]),
);
if (failed.length > 0) {
  console.error(`The migrations of ${failed.join(", ")} failed.`);
  process.exitCode = 1;
}
