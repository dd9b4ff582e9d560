import type { RawRow, Statement } from "../db/client";
import { readBatch } from "../db/commit";
import type { PlatformScope } from "../scope/scope";
import { lookUp, replayIfAnswered } from "./stored-answer";

/** Reads in one round trip; the look-up of the idempotency key rides along. */
export async function load(
  scope: PlatformScope,
  statements: readonly Statement[],
): Promise<RawRow[][]> {
  const { claim } = scope;
  if (!claim || claim.stored) return readBatch(scope.db, statements);
  const results = await readBatch(scope.db, [...statements, lookUp(claim)]);
  await replayIfAnswered(scope, claim, results.pop()?.[0]);
  return results;
}
