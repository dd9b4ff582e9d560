import { insertRows, type RawRow, type Statement } from "../db/client";
import { readBatch } from "../db/commit";
import { sql, valuesOf } from "../db/sql";
import { idempotencyKeys } from "../db/tables/ledger";
import { ApiError } from "../errors";
import { textPieces } from "../lib/chunk";
import type { Claim, PlatformScope } from "../scope/scope";
import { type Answer, type WrittenAnswer, writeOut } from "./answer";

/** Thrown where a request turns out to be a repetition: its stored answer leaves instead. */
export class Replay extends Error {
  readonly status: number;
  readonly body: string | null;

  constructor(status: number, body: string | null) {
    super("replay");
    this.name = "Replay";
    this.status = status;
    this.body = body;
  }
}

/**
 * Further pieces of an answer are kept this much longer than its first row (milliseconds), so that
 * the sweep never leaves an answer without its end.
 */
const LONGER_MS = 60_000;

/**
 * A body that was too long for one row begins with the number of further rows and a plus, which no
 * JSON object does.
 */
const GOES_ON = /^(\d+)\+/;

/** Whether a stored body is only the beginning of an answer. */
export const goesOn = (stored: string): boolean => GOES_ON.test(stored);

/** The idempotency key that an answer is stored under. */
type Named = Pick<Claim, "project_id" | "key"> & { family: string };

/**
 * Answers of control operations stand under a name of their own for the project, since they are
 * none of its rows: they stay beside the control tables wherever the project goes.
 */
export const controlOwner = (projectId: string): string => `control ${projectId}`;

/** The further rows of a long answer stand under the same key and the family with their number. */
const familyOf = ({ family }: Named, place: number): string => `${family}+${place}`;

export const lookUp = (claim: Claim): Statement =>
  sql`SELECT fingerprint, status, body FROM idempotency_keys
    WHERE project_id = ${claim.project_id} AND family = ${claim.family} AND key = ${claim.key}`;

/** The body as it was answered, of which `stored` is all or the beginning. */
export async function wholeBody(
  { db }: PlatformScope,
  claim: Named,
  stored: string,
): Promise<string> {
  const [mark, count] = GOES_ON.exec(stored) ?? [];
  if (mark === undefined) return stored;
  const families = Array.from({ length: Number(count) }, (_, at) => familyOf(claim, at + 1));
  const [rows = []] = await readBatch(db, [
    sql`SELECT k.body FROM json_each(${JSON.stringify(families)}) f CROSS JOIN idempotency_keys k
      ON k.project_id = ${claim.project_id} AND k.family = f.value AND k.key = ${claim.key}
      ORDER BY f.key`,
  ]);
  return [stored.slice(mark.length), ...rows.map(({ body }) => String(body))].join("");
}

/** Ends a request that repeats an answered one; refuses another request under its key. */
export async function replayIfAnswered(
  scope: PlatformScope,
  claim: Claim,
  row: RawRow | undefined,
): Promise<void> {
  if (!row) return;
  if (row.fingerprint !== claim.fingerprint) {
    throw new ApiError("idempotency_key_reused", {
      details: "This Idempotency-Key was used for another request within the last 24 hours",
    });
  }
  const body = row.body === null ? null : await wholeBody(scope, claim, String(row.body));
  throw new Replay(Number(row.status), body);
}

/**
 * The body as the first row stores it, and the inserts of further rows where it is too long for one
 * value of the database.
 */
function rowsOf(scope: PlatformScope, claim: Named, text: string | null) {
  const [first = null, ...others] = text === null ? [] : textPieces(text);
  const created_at = new Date(scope.now + LONGER_MS).toISOString();
  const more = others.map(
    (piece, at) =>
      sql`INSERT INTO idempotency_keys
        (project_id, family, key, fingerprint, status, body, created_at)
      VALUES (${claim.project_id}, ${familyOf(claim, at + 1)}, ${claim.key}, '', 0, ${piece},
        ${created_at})
      ON CONFLICT (project_id, family, key)
        DO UPDATE SET body = excluded.body, created_at = excluded.created_at`,
  );
  return { own: more.length > 0 ? `${more.length}+${first}` : first, more };
}

/** Kept with the claim too, so that the same answer is not written out again when it is sent. */
function written(scope: PlatformScope, claim: Claim, answer: Answer): WrittenAnswer {
  claim.written = writeOut(claim.form, answer, scope.request_id);
  return claim.written;
}

/**
 * Stores an answer under its key; a key that is taken refuses the batch before anything else can.
 */
export function storeAnswer(scope: PlatformScope, claim: Claim, answer: Answer): Statement[] {
  const { status, text } = written(scope, claim, answer);
  const { own, more } = rowsOf(scope, claim, text);
  const { project_id, family, key, fingerprint } = claim;
  const created_at = new Date(scope.now).toISOString();
  const row = { project_id, family, key, fingerprint, status, body: own, created_at };
  return [insertRows(idempotencyKeys, [row]), ...more];
}

/** Stores that a job was done, which has no answer; one done before refuses the batch. */
export const storeJob = (projectId: string, id: string, now: number): Statement =>
  sql`INSERT INTO idempotency_keys (project_id, family, key, fingerprint, status, created_at)
    VALUES (${projectId}, 'job', ${id}, '', 200, ${new Date(now).toISOString()})`;

function updateRows(scope: PlatformScope, claim: Named, text: string | null): Statement[] {
  const { own, more } = rowsOf(scope, claim, text);
  return [
    sql`UPDATE idempotency_keys SET body = ${own}
      WHERE project_id = ${claim.project_id} AND family = ${claim.family} AND key = ${claim.key}`,
    ...more,
  ];
}

/** Puts another body in the place of the stored one. */
export const restoreAnswer = (scope: PlatformScope, claim: Claim, answer: Answer): Statement[] =>
  updateRows(scope, claim, written(scope, claim, answer).text);

/** Replaces a stored text whose first row is `before`, with all of its further rows. */
export function replaceBody(
  scope: PlatformScope,
  claim: Named,
  { before, after }: { before: string; after: string | null },
): Statement[] {
  const places = Array.from({ length: Number(GOES_ON.exec(before)?.[1] ?? 0) }, (_, at) => at + 1);
  return [
    sql`DELETE FROM idempotency_keys WHERE project_id = ${claim.project_id} AND key = ${claim.key}
      AND family IN (${valuesOf(places.map((place) => familyOf(claim, place)))})`,
    ...updateRows(scope, claim, after),
  ];
}
