import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import * as z from "zod";
import { root } from "./wrangler.ts";

/** Requests in 10 seconds, so that no limit is in the way of demos and tests. */
const RATE_LIMIT = 1_000;

const Config = z.looseObject({
  main: z.string(),
  no_bundle: z.boolean(),
  build: z.looseObject({ watch_dir: z.string() }),
  vars: z.record(z.string(), z.unknown()),
  d1_databases: z.array(z.looseObject({ migrations_dir: z.string() })),
  assets: z.looseObject({ directory: z.string() }),
  ratelimits: z.array(z.looseObject({ simple: z.looseObject({ limit: z.int() }) })),
});

interface LocalConfigOptions {
  vars: Record<string, string>;
  /** The entry of a worker that is built; absent is the service, which wrangler builds. */
  bundle?: string | undefined;
  /** Whether the pages are served beside the API; they must have been built. */
  hasPages: boolean;
}

/**
 * Writes `wrangler.toml` as it holds for a local server into the state's folder: paths made
 * absolute, the wider rates, and the vars. Answers the file's path.
 */
export async function writeLocalConfig(
  state: string,
  { vars, bundle, hasPages }: LocalConfigOptions,
): Promise<string> {
  const source = join(root, "wrangler.toml");
  const read = Config.parse(experimental_readRawConfig({ config: source }).rawConfig);
  const { assets, build, ...deployed } = read;
  const config = {
    ...deployed,
    ...(hasPages && { assets: { ...assets, directory: resolve(root, assets.directory) } }),
    main: resolve(root, bundle ?? deployed.main),
    ...(bundle === undefined && {
      build: { ...build, cwd: root, watch_dir: resolve(root, build.watch_dir) },
    }),
    // Nothing fires them locally, of which wrangler would warn; the local start ticks instead.
    triggers: { crons: [] },
    d1_databases: deployed.d1_databases.map((database) => ({
      ...database,
      migrations_dir: resolve(root, database.migrations_dir),
    })),
    ratelimits: deployed.ratelimits.map((rate) => ({
      ...rate,
      simple: { ...rate.simple, limit: RATE_LIMIT },
    })),
    vars: {
      ...deployed.vars,
      CLIENT_RATE_LIMIT: String(RATE_LIMIT),
      TOKEN_RATE_LIMIT: String(RATE_LIMIT),
      ...vars,
    },
  };
  const path = join(state, "wrangler.json");
  await writeFile(path, JSON.stringify(config, null, 2));
  return path;
}
