import { readBatch, writeBatch } from "../../../db/commit";
import type { ArchiveKey } from "../../../db/tables/archives";
import { assert } from "../../../lib/assert";
import { isoNow, type Scope } from "../../../scope/scope";
import { etagOf, putArchive } from "./files";
import { type Ages, beginArchive, lookAgain, readUnsealed, sealArchive } from "./seal-store";

const DAY_MS = 86_400_000;
/** Where nothing has to leave, the project is looked at again after this. */
const LOOK_AGAIN_MS = 6 * 3_600_000;

/** Statements that `archiveNext` sends at most. */
export const ARCHIVE_STATEMENTS = 12;

type Place = Pick<Scope, "db" | "files" | "project" | "now">;

/** Events wait a day for others to leave with, so that small projects have few files. */
function agesOf({ project, now }: Place): Ages {
  const before = now - project.events_kept_days * DAY_MS;
  return { before: isoNow({ now: before }), late: isoNow({ now: before - DAY_MS }) };
}

/** The archive that is to be written; null where nothing has to leave. */
async function begun(place: Place): Promise<ArchiveKey | null> {
  const { project, db } = place;
  const done = await writeBatch(db, beginArchive(project.id, agesOf(place)));
  assert(done.ok, "beginning an archive breaks no constraint");
  const [row] = done.value.at(-1) ?? [];
  return row ? { project_id: project.id, first: Number(row.first), last: Number(row.last) } : null;
}

/**
 * Moves the next events that are older than the project keeps them from the outbox into the
 * archive; says whether there may be more. The file is written first; the batch that seals it takes
 * the events out of the outbox, so that each stands in exactly one of both whenever somebody looks.
 * What is cut off is done again: the same events, the same file. Where an event was changed
 * meanwhile, or another worker was faster, nothing is sealed, and the next round does it anew.
 */
export async function archiveNext(place: Place): Promise<boolean> {
  const { db, files, project, now } = place;
  const range = await begun(place);
  if (!range) {
    const at = isoNow({ now: now + LOOK_AGAIN_MS });
    const waits = await writeBatch(db, [lookAgain(project.id, at)]);
    assert(waits.ok, "looking again breaks no constraint");
    return false;
  }
  // Before the events are read: a file that anybody has written since is not replaced.
  const etag = await etagOf(files, range);
  const [[unsealed] = [], rows = []] = await readBatch(db, readUnsealed(range));
  if (!unsealed) return true;
  const lines = rows.map(({ line }) => String(line));
  assert(lines.length === range.last - range.first + 1, "numbers of events have no gaps");
  if (await putArchive(files, range, { lines, etag })) {
    const version = Number(unsealed.version);
    await writeBatch(db, sealArchive(range, { version, now: isoNow({ now }) }));
  }
  return true;
}
