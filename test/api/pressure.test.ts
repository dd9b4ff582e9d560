import { describe, expect, it } from "vitest";
import { noCost, noTrail } from "../../src/db/client";
import { readBatch } from "../../src/db/commit";
import { nearDb } from "../../src/db/near";
import { isCrowded } from "../../src/db/pressure";
import { sql } from "../../src/db/sql";
import { homeDb } from "../support/places";

describe("whether others wait for a database that is read near the caller", () => {
  it("is told by batches that the primary answered", async () => {
    const place = "DB_901";
    const db = nearDb({ d1: homeDb(), cost: noCost(), trail: noTrail(place), place });
    for (let at = 0; at < 3; at++) await readBatch(db, [sql`SELECT 1`]);
    expect(isCrowded({ place })).toBe(true);
  });
});
