import type { Db } from "./client";

/** The same database, read near the caller: anywhere, or where it is as new as a bookmark says. */
export const nearDb = (db: Db, from = "first-unconstrained"): Db => ({
  ...db,
  session: db.d1.withSession(from),
});
