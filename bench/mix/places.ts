import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { experimental_readRawConfig } from "wrangler";
import * as z from "zod";

const Config = z.looseObject({
  d1_databases: z.array(z.looseObject({ binding: z.string(), database_id: z.string() })),
});
const KIND = "miniflare-D1DatabaseObject";

/** What the simulator calls the file of an object by its name. */
function fileOf(name: string): string {
  const key = createHash("sha256").update(KIND).digest();
  const hmac = (of: string | Buffer) =>
    createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const id = hmac(name);
  return `${Buffer.concat([id, hmac(id)]).toString("hex")}.sqlite`;
}

/** All places of a local server that has ended, by their names. */
export function openPlaces(state: string): Map<string, DatabaseSync> {
  const { rawConfig } = experimental_readRawConfig({ config: "wrangler.toml" });
  const { d1_databases } = Config.parse(rawConfig);
  const folder = join(state, "v3/d1", KIND);
  return new Map(
    d1_databases.map(({ binding, database_id }) => [
      binding,
      new DatabaseSync(join(folder, fileOf(database_id))),
    ]),
  );
}
