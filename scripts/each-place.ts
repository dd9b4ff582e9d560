import { join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import * as z from "zod";
import { root } from "./wrangler.ts";

const Place = z.looseObject({
  binding: z.string(),
  database_name: z.string(),
  database_id: z.string(),
});
type Place = z.infer<typeof Place>;
const Config = z.looseObject({ d1_databases: z.array(Place) });

/** The places that `wrangler.toml` binds. */
export const boundPlaces = (): Place[] =>
  Config.parse(experimental_readRawConfig({ config: join(root, "wrangler.toml") }).rawConfig)
    .d1_databases;

/**
 * Does something to each place of `wrangler.toml` by itself: one that fails keeps no other from it.
 * Answers the bindings of those where it ended with another code than 0.
 */
export async function failedPlaces(apply: (place: Place) => Promise<number>): Promise<string[]> {
  const failed: string[] = [];
  for (const place of boundPlaces()) {
    if ((await apply(place)) !== 0) failed.push(place.binding);
  }
  return failed;
}
