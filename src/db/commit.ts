import { ApiError } from "../errors";
import { err, ok, type Result } from "../lib/result";
import type { Db, RawRow, Sharing, Statement, Trail } from "./client";
import { noteBatch, noteFailed } from "./pressure";
import { isOfStatements, isTooLarge, MOST_BYTES, type Ran, runOn, textOf } from "./run";
import { type Fragment, joined, raw, sql } from "./sql";

/** A constraint refused the batch: nothing of it was written. */
export interface Conflict {
  /** Name of a CHECK, columns of a unique key, or the tag of an assertion. */
  constraint: string;
}

const REFUSALS = [
  /CHECK constraint failed: (\w+)/,
  /UNIQUE constraint failed: ([\w.]+(?:, [\w.]+)*)/,
  /assert:([\w.-]+(?::[\w.-]+)*)/,
];

const TOO_LARGE = /SQLITE_TOOBIG|string or blob too big/;

/** Too much waits at the database, so that it turned the batch away: nothing of it was run. */
export class Overloaded extends Error {
  constructor(cause: unknown) {
    super("the database turned a batch away", { cause });
    this.name = "Overloaded";
  }
}

const TURNED_AWAY = /DB is overloaded|Requests queued for too long|Too many requests queued/;

/** The one place that reads a constraint's name out of a database error; null for any other. */
function conflictOf(error: unknown): Conflict | null {
  const text = textOf(error);
  for (const pattern of REFUSALS) {
    const constraint = pattern.exec(text)?.[1];
    if (constraint !== undefined) return { constraint };
  }
  return null;
}

const tooLarge = () =>
  new ApiError("query_too_large", {
    details: `What would be stored is larger than ${MOST_BYTES} bytes`,
  });

/**
 * Each batch of a request has a session of its own where it goes to the primary: a later batch of
 * the same session might be read elsewhere. Where no copies follow there is nowhere else.
 */
const wayOf = ({ d1, trail, session }: Db): D1Database | D1DatabaseSession =>
  session ?? (trail?.isFollowed ? d1.withSession("first-primary") : d1);

function leaveTrail(trail: Trail, { bookmark, region, bytes, isPrimary }: Ran): void {
  // Bookmarks sort by age.
  if (bookmark !== null && bookmark > (trail.bookmark ?? "")) trail.bookmark = bookmark;
  trail.region = region;
  trail.bytes = bytes;
  if (trail.isFollowed) trail.isPrimary &&= isPrimary;
}

function noteCost(db: Db, answered: Ran): void {
  const { cost, trail, session } = db;
  const { rows_read, rows_written, ran, took } = answered;
  cost.rows_read += rows_read;
  cost.rows_written += rows_written;
  cost.database_ms += ran;
  cost.longest_ms = Math.max(cost.longest_ms, ran);
  // What a copy has answered says nothing of the primary.
  const isPrimary = !session || answered.isPrimary;
  if (isPrimary && took !== null) noteBatch(db, { took, ran, isRequest: trail !== undefined });
}

/** Notes a batch that failed otherwise than by what it says itself; answers what to throw. */
function failureOf(db: Db, took: number, error: unknown): unknown {
  if (error instanceof ApiError || isOfStatements(error)) return error;
  const isTurnedAway = TURNED_AWAY.test(textOf(error));
  // What a copy fails with says nothing of the primary.
  if (!db.session) noteFailed(db, { took, isTurnedAway, isRequest: db.trail !== undefined });
  return isTurnedAway ? new Overloaded(error) : error;
}

async function runBatch(
  db: Db,
  statements: readonly Statement[],
  sharing: Sharing,
): Promise<RawRow[][]> {
  const started = performance.now();
  db.cost.round_trips += 1;
  db.cost.statements += statements.length;
  try {
    const { shared } = db;
    const ran = await (shared
      ? shared(statements, sharing)
      : runOn(wayOf(db), statements, sharing.writes));
    if (db.trail) leaveTrail(db.trail, ran);
    noteCost(db, ran);
    return ran.rows;
  } catch (error) {
    throw failureOf(db, performance.now() - started, error);
  } finally {
    db.cost.milliseconds += performance.now() - started;
  }
}

/**
 * Reads in one round trip; answers the rows of each statement. What the database turns away is
 * thrown as `Overloaded`, here and of writes.
 */
export const readBatch = (db: Db, statements: readonly Statement[]): Promise<RawRow[][]> =>
  runBatch(db, statements, { writes: false, apart: [] });

/** Whether a read failed since one of its values is larger than the database answers. */
export const isTooLargeToRead = (error: unknown): boolean => TOO_LARGE.test(textOf(error));

/**
 * Writes all or nothing in one round trip; a refused constraint is a value, a fault is thrown.
 * `apart` names the rows that what it asserts stands on: no other batch that names one shares its
 * transaction (`db/shared.ts`). Refuses what is larger than the database keeps (query_too_large),
 * and writes of a project that stands still while it is moved (project_moving; `capture.ts`).
 */
export async function writeBatch(
  db: Db,
  statements: readonly Statement[],
  apart: readonly string[] = [],
): Promise<Result<RawRow[][], Conflict>> {
  if (statements.some(({ params }) => params.some(isTooLarge))) throw tooLarge();
  try {
    return ok(await runBatch(db, statements, { writes: true, apart }));
  } catch (error) {
    if (TOO_LARGE.test(textOf(error))) throw tooLarge();
    const conflict = conflictOf(error);
    if (conflict === null) throw error;
    // It says nothing of what was to be written, so that no caller can decide upon it.
    if (conflict.constraint === "project_moving") throw new ApiError("project_moving");
    return err(conflict);
  }
}

/** What has to hold where it stands in a batch: an expression that is 1 then, and else a tag. */
export interface Assertion {
  tag: string;
  holds: Fragment;
  /** The same as a batch says it that others may be joined with, where that is another text. */
  ofMany?: Fragment;
}

/** Aborts the batch under the tag of the first of these that does not hold, in one statement. */
export function assertAll(assertions: readonly Assertion[]): Statement[] {
  if (assertions.length === 0) return [];
  const all = (condition: (assertion: Assertion) => Fragment) => {
    const rows = assertions.map((each) => sql`((${condition(each)}), ${raw(`'${each.tag}'`)})`);
    return sql`INSERT INTO assert_v (ok, tag) VALUES ${joined(rows, ", ")}`;
  };
  const ofMany = () => all((each) => each.ofMany ?? each.holds).joinable();
  return [all(({ holds }) => holds).joinableAs(ofMany)];
}

/** Aborts the batch unless the statement directly before it changed exactly this many rows. */
export const assertChanged = (tag: string, rows = 1): Statement =>
  sql`INSERT INTO assert_v (ok, tag) VALUES (changes() = ${rows}, ${tag})`;
