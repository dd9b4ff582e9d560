import { join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import * as z from "zod";
import { root } from "./wrangler.ts";

const Place = z.looseObject({ binding: z.string(), database_name: z.string() });
const Config = z.looseObject({ d1_databases: z.array(Place) });

/**
 * Does something to each place of `wrangler.toml` by itself: one that fails keeps no other from it.
 * Answers the bindings of those where it ended with another code than 0.
 */
export async function failedPlaces(
  apply: (place: z.infer<typeof Place>) => Promise<number>,
): Promise<string[]> {
  const { rawConfig } = experimental_readRawConfig({ config: join(root, "wrangler.toml") });
  const failed: string[] = [];
  for (const place of Config.parse(rawConfig).d1_databases) {
    if ((await apply(place)) !== 0) failed.push(place.binding);
  }
  return failed;
}
