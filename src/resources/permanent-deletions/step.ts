import * as z from "zod";
import { DONE } from "../../commit/answer";
import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import { writeBatch } from "../../db/commit";
import { noteErased } from "../../db/erased-customers";
import type { AsyncActionRow } from "../../db/tables/work";
import type { Cursor, Place } from "../../forgetting/place";
import { isoNow, type Scope } from "../../scope/scope";
import { afterStep, defineAction, type Running } from "../async-actions/define";
import { moveAction } from "../async-actions/store";
import { PLACES } from "./places";
import { PermanentDeletion } from "./schema";

/** How much of a customer was found and taken away. */
export const Forgotten = PermanentDeletion.shape.data_json.extend({
  // Work that an earlier version began counts none.
  backups: z.int().default(0),
});
export type Forgotten = z.infer<typeof Forgotten>;

/** Whom to forget, where each place was left (null: it is through), and what was found so far. */
const ForgetState = z.object({
  person: z.object({ id: z.string(), texts: z.array(z.string()).readonly() }),
  /** When the customer was made: older backups do not hold them. */
  since: z.string().default(""),
  /** Whether the id is noted for restores of backups. */
  noted: z.literal(true).optional(),
  after: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  forgotten: Forgotten,
});
export type ForgetState = z.infer<typeof ForgetState>;

/** Background work that takes a person out of everything that tells of them. */
export const FORGETTING = {
  type: "CUSTOMER_PERMANENT_DELETION",
  input: z.object({}),
  state: ForgetState,
};

type Forgetting = Running<Record<string, never>, ForgetState>;

/** The number of places: of so many parts is the work's progress. */
export const PARTS = Object.keys(PLACES).length;

/** Every place before its first row. */
export const beginnings = (): Record<string, Cursor> =>
  Object.fromEntries(Object.entries(PLACES).map(([name, { start }]) => [name, start]));

interface Part {
  name: string;
  place: Place;
  after: Cursor;
  rows: RawRow[];
}

/** Where each place was left; one that the version which began the work did not know yet begins. */
const cursorsOf = ({ after }: ForgetState): ForgetState["after"] => ({ ...beginnings(), ...after });

/** Places that are not through, and stand behind none that is not. */
const openAt = (after: ForgetState["after"]): Omit<Part, "rows">[] =>
  Object.entries(PLACES).flatMap(([name, place]: [string, Place]) => {
    const cursor = after[name] ?? null;
    const isAhead = place.behind?.every((other) => after[other] === null) ?? true;
    return cursor === null || !isAhead ? [] : [{ name, place, after: cursor }];
  });

/** A place without further rows is through. */
function cursorAfter({ rows }: Part): Cursor | null {
  const at = rows.at(-1)?.at;
  return typeof at === "string" || typeof at === "number" ? at : null;
}

/** Where each place is left behind these parts. */
const cursorsAfter = (state: ForgetState, parts: readonly Part[]): ForgetState["after"] => ({
  ...cursorsOf(state),
  ...Object.fromEntries(parts.map((part) => [part.name, cursorAfter(part)])),
});

/**
 * The next rows of every place that is not through, in one round trip, and more only for long
 * answers and files, and for places whose turn comes as others are found to be through.
 */
async function nextParts(
  scope: Scope,
  state: ForgetState,
  parts: readonly Part[] = [],
): Promise<readonly Part[]> {
  const { person } = state;
  const open = openAt(cursorsAfter(state, parts)).filter(
    ({ name }) => !parts.some((part) => part.name === name),
  );
  if (open.length === 0) return parts;
  const found = await load(
    scope,
    open.map(({ place, after }) => place.read(scope, person, after)),
  );
  const read = await Promise.all(
    open.map(async (part, at) => {
      const rows = found[at] ?? [];
      return { ...part, rows: (await part.place.complete?.(scope, person, rows)) ?? rows };
    }),
  );
  return nextParts(scope, state, [...parts, ...read]);
}

/** What was found before, and what each place counts of its next rows. */
function counted(before: Forgotten, parts: readonly Part[]): Forgotten {
  const found = parts.flatMap(({ place, rows }) => Object.entries(place.counts?.(rows) ?? {}));
  const sums = Object.entries(before).map(([name, count]) => {
    const more = found.filter(([of]) => of === name);
    return [name, more.reduce((sum, [, each]) => sum + each, count)];
  });
  return { ...before, ...Object.fromEntries(sums) };
}

function afterParts(scope: Scope, work: Forgetting, parts: readonly Part[]): AsyncActionRow {
  const { state } = work;
  const after = cursorsAfter(state, parts);
  const forgotten = counted(state.forgotten, parts);
  const done = Object.values(after).filter((cursor) => cursor === null).length;
  // One that an earlier version began may have had fewer.
  const counts = { done, total: PARTS };
  if (done < PARTS)
    return afterStep(scope, work, { ...counts, state: { ...state, after, forgotten } });
  return afterStep(scope, work, {
    ...counts,
    state: {},
    status: "DONE",
    operation_status: "SUCCESS",
    result: { ...forgotten },
  });
}

/**
 * Notes the id for restores of backups, before anything else of the work is done: what is deleted
 * for good comes back by none.
 */
async function withNote(scope: Scope, work: Forgetting): Promise<Forgetting> {
  const { state } = work;
  if (state.noted) return work;
  const { person, since } = state;
  const noted = await writeBatch(
    scope.places.control,
    noteErased(scope.project.id, { id: person.id, since, now: isoNow(scope) }),
  );
  const [, [row] = []] = noted.ok ? noted.value : [];
  const forgotten = { ...state.forgotten, backups: Number(row?.total ?? 0) };
  return { ...work, state: { ...state, forgotten, noted: true } };
}

/**
 * Takes the person out of the next rows of every place, in one batch. The state holds their names
 * until all places are through; then it ends empty.
 */
export const forgetCustomer = defineAction({
  ...FORGETTING,
  step: async (scope, asked) => {
    const work = await withNote(scope, asked);
    const { row: action, state } = work;
    const parts = await nextParts(scope, state);
    const found = parts.filter(({ rows }) => rows.length > 0);
    await Promise.all(found.map(({ place, rows }) => place.clear?.(scope, state.person, rows)));
    const after = afterParts(scope, work, parts);
    const result = await commit(scope, {
      statements: [
        ...found.flatMap(({ place, rows }) => place.write(scope, state.person, rows)),
        moveAction(action, after),
      ],
      answer: DONE,
    });
    if (result.ok) return after;
    // Where something has moved on since it was read, the step is made again.
    return result.error.constraint === "action_cursor" ? null : action;
  },
});
