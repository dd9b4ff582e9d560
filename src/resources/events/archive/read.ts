import type { RawRow } from "../../../db/client";
import { readBatch } from "../../../db/commit";
import { readArchives } from "../../../db/event-archives";
import { archived, type EventSource } from "../../../db/event-source";
import { param } from "../../../db/sql";
import type { StoredEvent } from "../../../db/stored-events";
import type { ArchiveKey } from "../../../db/tables/archives";
import { packed } from "../../../lib/chunk";
import type { Scope } from "../../../scope/scope";
import { isOfCustomer, openArchive } from "./files";
import { archivesWith, eventsFrom, readEvent } from "./read-store";

type Place = Pick<Scope, "db" | "files"> & { project: Pick<Scope["project"], "id"> };

/** An event of an archive as it is written there. */
export interface Line {
  sequence: number;
  text: string;
}

/** All events of some archives, in the order of the archives. */
async function linesOf(place: Place, archives: readonly ArchiveKey[]): Promise<Line[]> {
  const opened = await Promise.all(archives.map((key) => openArchive(place.files, key)));
  return opened.flatMap(({ lines }, at) =>
    lines.map((text, n) => ({ sequence: (archives[at]?.first ?? 0) + n, text })),
  );
}

/** JSON arrays of so many texts are bound to one statement at most. */
const MOST_CHUNKS = 4;

/** Events for a statement: as many of the first lines as one statement takes. */
export function sourceOf({ project }: Place, lines: readonly Line[]) {
  const chunks = packed(lines.map(({ text }) => text)).slice(0, MOST_CHUNKS);
  const count = chunks.reduce((sum, { length }) => sum + length, 0);
  const source: EventSource = archived(
    param(project.id),
    chunks.map(({ json }) => json),
  );
  return { source, taken: lines.slice(0, count) };
}

/** The archives that hold so many events behind a number, in their order. */
function needed(archives: readonly ArchiveKey[], after: number, count: number): ArchiveKey[] {
  const end = archives.findIndex(({ last }) => last - after >= count);
  return archives.slice(0, end < 0 ? archives.length : end + 1);
}

/** Up to so many events behind a number, which the archives begin with. */
export async function linesAfter(
  place: Place,
  archives: readonly ArchiveKey[],
  { after, count }: { after: number; count: number },
): Promise<Line[]> {
  const lines = await linesOf(place, needed(archives, after, count));
  return lines.filter(({ sequence }) => sequence > after).slice(0, count);
}

/** The events of a customer that stand in some archives, in the order of the archives. */
export async function linesOfCustomer(
  place: Place,
  archives: readonly ArchiveKey[],
  customerId: string,
): Promise<Line[]> {
  const lines = await linesOf(place, archives);
  return lines.filter(({ sequence, text }) => isOfCustomer(text, sequence, customerId));
}

/** What the archive holds of events that are no longer in the outbox, or of the first of them. */
export async function archivedLines(place: Place, sequences: readonly number[]): Promise<Line[]> {
  const [rows = []] = await readBatch(place.db, [archivesWith(place, sequences)]);
  const lines = await linesOf(place, readArchives(place, rows));
  const asked = new Set(sequences);
  return lines.filter(({ sequence }) => asked.has(sequence));
}

/** The same as rows of the outbox. */
export async function archivedRows(place: Place, sequences: readonly number[]): Promise<RawRow[]> {
  const lines = await archivedLines(place, sequences);
  return lines.map(({ text }) => {
    const { source, data, ...row } = JSON.parse(text);
    return { ...row, source: JSON.stringify(source), data: JSON.stringify(data) };
  });
}

/** The same as they are told, by their numbers. */
export async function archivedEvents(
  place: Place,
  sequences: readonly number[],
): Promise<Map<number, StoredEvent>> {
  const { source, taken } = sourceOf(place, await archivedLines(place, sequences));
  if (taken.length === 0) return new Map();
  const [rows = []] = await readBatch(place.db, [
    eventsFrom(place, { after: 0, limit: taken.length }, source),
  ]);
  return new Map(rows.map((row) => [Number(row.sequence), readEvent(row)]));
}
