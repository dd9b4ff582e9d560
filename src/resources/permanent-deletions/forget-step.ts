import { commit } from "../../commit/commit";
import { load } from "../../commit/load";
import type { RawRow } from "../../db/client";
import type { AsyncActionRow } from "../../db/tables/work";
import type { Person } from "../../engine/forget";
import type { Scope } from "../../scope/scope";
import { type ActionStep, moveAction, moved } from "../async-actions/store";
import type { Cursor, Place } from "./forget-place";
import { PLACES } from "./forget-places";
import type { PermanentDeletion } from "./schema";

/** How much of a customer was found and taken away. */
export type Forgotten = PermanentDeletion["data_json"];

/** Whom to forget, where each place was left (null: it is through), and what was found so far. */
export interface ForgetState {
  person: Person;
  after: Record<string, Cursor | null>;
  forgotten: Forgotten;
}

/** The cast holds because `forget.ts` and this step alone write it. */
const stateOf = ({ state }: AsyncActionRow) => state as unknown as ForgetState;

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

/** The next rows of every place that is not through, in one round trip, and more only for long answers. */
async function nextParts(scope: Scope, { person, after }: ForgetState): Promise<Part[]> {
  const open = Object.entries(PLACES).flatMap(([name, place]: [string, Place]) => {
    const cursor = after[name] ?? null;
    return cursor === null ? [] : [{ name, place, after: cursor }];
  });
  const found = await load(
    scope,
    open.map(({ place, after: cursor }) => place.read(scope, person, cursor)),
  );
  return Promise.all(
    open.map(async (part, at) => {
      const rows = found[at] ?? [];
      return { ...part, rows: (await part.place.complete?.(scope, person, rows)) ?? rows };
    }),
  );
}

/** A place without further rows is through. */
function cursorAfter({ rows }: Part): Cursor | null {
  const at = rows.at(-1)?.at;
  return typeof at === "string" || typeof at === "number" ? at : null;
}

function counted(before: Forgotten, parts: readonly Part[]): Forgotten {
  const rowsOf = (name: string) => parts.find((part) => part.name === name)?.rows ?? [];
  const kinds = rowsOf("events").map(({ kind }) => String(kind));
  return {
    ...before,
    orders: before.orders + rowsOf("orders").length,
    events: before.events + kinds.length,
    customer_events:
      before.customer_events + kinds.filter((kind) => kind.startsWith("customer.")).length,
    order_events:
      before.order_events + kinds.filter((kind) => kind.startsWith("customer.order.")).length,
  };
}

function afterParts(scope: Scope, action: AsyncActionRow, parts: readonly Part[]): AsyncActionRow {
  const state = stateOf(action);
  const cursors = parts.map((part): [string, Cursor | null] => [part.name, cursorAfter(part)]);
  const after = { ...state.after, ...Object.fromEntries(cursors) };
  const forgotten = counted(state.forgotten, parts);
  const done = Object.values(after).filter((cursor) => cursor === null).length;
  if (done < PARTS) return moved(scope, action, { done, state: { ...state, after, forgotten } });
  return moved(scope, action, {
    done,
    state: {},
    status: "DONE",
    operation_status: "SUCCESS",
    result: { ...forgotten },
  });
}

/**
 * Takes the person out of the next rows of every place, in one batch. The state holds their names
 * until all places are through; then it ends empty.
 */
export const forgetStep: ActionStep = async (scope, action) => {
  const state = stateOf(action);
  const parts = await nextParts(scope, state);
  const found = parts.filter(({ rows }) => rows.length > 0);
  await Promise.all(found.map(({ place, rows }) => place.clear?.(scope, rows)));
  const after = afterParts(scope, action, parts);
  const result = await commit(scope, {
    statements: [
      ...found.flatMap(({ place, rows }) => place.write(scope, state.person, rows)),
      moveAction(action, after),
    ],
    answer: { status: 200, body: null },
  });
  return result.ok ? after : null;
};
