import type { RawRow, Statement } from "../db/client";
import { readPacked } from "../db/packed";
import type { PlatformScope } from "../scope/scope";
import { type Found, isList, type Named, rowsByName, statementsOf } from "./named";
import { lookUp, replayIfAnswered } from "./stored-answer";

async function rowsOf(scope: PlatformScope, statements: readonly Statement[]): Promise<RawRow[][]> {
  const { claim } = scope;
  if (!claim || claim.stored) return readPacked(scope.db, statements);
  const results = await readPacked(scope.db, [...statements, lookUp(claim)]);
  await replayIfAnswered(scope, claim, results.pop()?.[0]);
  return results;
}

/**
 * Reads in one round trip and answers the rows under the names of their statements; the look-up of
 * the idempotency key rides along. What names no statement costs none.
 */
export async function load<const N extends Named>(
  scope: PlatformScope,
  reads: N,
): Promise<Found<N>>;
/** The same for statements without names: their rows in the same order. */
export async function load(scope: PlatformScope, reads: readonly Statement[]): Promise<RawRow[][]>;
export async function load(scope: PlatformScope, reads: Named | readonly Statement[]) {
  if (isList(reads)) return rowsOf(scope, reads);
  const statements = statementsOf(reads);
  return rowsByName(reads, statements.length > 0 ? await rowsOf(scope, statements) : []);
}
