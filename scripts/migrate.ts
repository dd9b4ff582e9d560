import { join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import * as z from "zod";
import { root, runWrangler } from "./wrangler.ts";

const Config = z.looseObject({
  d1_databases: z.array(z.looseObject({ binding: z.string(), database_name: z.string() })),
});

// Brings all places of `wrangler.toml` to the schema of now, each by itself: one that fails keeps no
// other from its migrations, but the deployment from its new version.
const source = join(root, "wrangler.toml");
const { d1_databases: places } = Config.parse(
  experimental_readRawConfig({ config: source }).rawConfig,
);
const failed: string[] = [];
for (const { binding, database_name } of places) {
  const code = await runWrangler(["d1", "migrations", "apply", database_name, "--remote"]);
  if (code !== 0) failed.push(binding);
}
if (failed.length > 0) {
  console.error(`The migrations of ${failed.join(", ")} failed.`);
  process.exitCode = 1;
}
