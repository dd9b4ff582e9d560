import { createHash, createHmac } from "node:crypto";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { boundPlaces } from "../../scripts/each-place";

const KIND = "miniflare-D1DatabaseObject";

/** What the simulator calls the file of an object by its name. */
function fileOf(name: string): string {
  const key = createHash("sha256").update(KIND).digest();
  const hmac = (of: string | Buffer) =>
    createHmac("sha256", key).update(of).digest().subarray(0, 16);
  const id = hmac(name);
  return `${Buffer.concat([id, hmac(id)]).toString("hex")}.sqlite`;
}

/** All places of a local server by their names: to be written to only where it has ended. */
export function openPlaces(state: string): Map<string, DatabaseSync> {
  const folder = join(state, "v3/d1", KIND);
  return new Map(
    boundPlaces().map(({ binding, database_id }) => [
      binding,
      new DatabaseSync(join(folder, fileOf(database_id))),
    ]),
  );
}
